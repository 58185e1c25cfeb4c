/** Loads a course as its page would show it if the draft were published now. docs/contract §36. */
import { toOfferedCourse } from '#catalogue/catalog/awaits-payments.ts'
import { loadCourseWithTexts } from '#catalogue/catalog/courses.ts'
import { toCourseDefinition } from '#catalogue/catalog/present.ts'
import type { CourseDocument } from '#catalogue/catalog/publish/course-document.ts'
import { listMeetings } from '#catalogue/catalog/queries.ts'
import type { Photo } from '#catalogue/catalog/wire/definition.ts'
import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { listAboutPhotos, listShownPhotos, toVersionAbout, toVersionPage } from '#catalogue/drafts/draft-page.ts'
import { type DraftAddresses, toVersionAddresses } from '#catalogue/drafts/draft-units.ts'
import {
  type DraftOutline,
  getDraftLesson,
  toVersionLesson,
  toVersionOutline,
} from '#catalogue/drafts/lesson-drafts.ts'
import { type DraftState, loadDraftState } from '#catalogue/drafts/load-draft.ts'
import type { DraftAbout, DraftPage, DraftPhoto } from '#catalogue/drafts/page-schemas.ts'
import { createInlinePoster } from '#design/poster-design.ts'
import type { Deps } from '#http/deps.ts'
import { createInlinePhoto, type MakePhoto } from '#media/pictures/make-photo.ts'
import { findCourseRow, findLinkedCourse, listProfiles } from './queries.ts'

/** The course of a preview link. Null: the link has ended, or never was one. */
export async function loadDraftedCourse(
  deps: Deps,
  makePhoto: MakePhoto,
  token: string,
): Promise<CourseDefinition | null> {
  const now = deps.clock()
  const courseCode = await findLinkedCourse(deps.db, deps.secrets.hash(token), now)
  const state = courseCode && (await loadDraftState(deps.db, courseCode, now))
  const row = courseCode && (await findCourseRow(deps.db, courseCode))
  if (!state || !row) return null
  const {
    creators,
    title,
    kind,
    listed: _listed,
    ...texts
  } = toVersionAbout(state.units.about as DraftAbout, state.files)
  const { pages, markets } = toVersionAddresses(state.units.addresses as DraftAddresses)
  const { accessDays, certificate } = state.units.rules as CourseDocument['rules']
  const curriculum = createCurriculum(state)
  const course = await loadCourseWithTexts(
    deps.db,
    {
      ...row,
      kind,
      title,
      access_days: accessDays,
      gives_certificate: certificate.mode === 'on-completion',
      path: pages[0] ?? null,
      definition: { ...texts, ...toVersionPage(state.units.page as DraftPage, state.files), markets, ...curriculum },
    },
    await listProfiles(deps.db, creators),
    now,
  )
  const meetings = await listMeetings(deps.db, [courseCode])
  const definition = toCourseDefinition(course, meetings, deps.config.groupTiers, undefined, now)
  const photos = await createInlinePhotos(deps, makePhoto, state, definition.trailer)
  return withOwnPictures(toOfferedCourse(deps, definition), photos)
}

/** The curriculum as the function `course_outline` of the database makes it from published rows. */
function createCurriculum({ units, files }: DraftState) {
  const outline = toVersionOutline(units.outline as DraftOutline, units, files)
  const toItem = ({ key, title, kind, minutes, preview }: CourseDocument['outline']['proSessions'][number]) => {
    const lesson = getDraftLesson(units, key)
    const durationMs = files.byId.get(lesson.media ?? '')?.durationMs
    const fileMinutes = durationMs ? Math.ceil(durationMs / 60_000) : minutes
    const isPreviewed = preview && toVersionLesson(lesson, kind, files).content !== null
    return {
      id: key,
      title,
      summary: lesson.summary,
      minutes,
      kind: kind === 'live' ? ('live' as const) : ('lesson' as const),
      preview: isPreviewed ? { kind, minutes: fileMinutes } : null,
    }
  }
  return {
    curriculum: outline.modules.map(({ title, lessons }) => ({ title, items: lessons.map(toItem) })),
    proSessions: outline.proSessions.map(toItem),
  }
}

/** The addresses of pictures show the published version, or nothing. These are in the page itself. */
function withOwnPictures(course: CourseDefinition, photos: InlinePhotos): CourseDefinition {
  const toInline = (photo: Photo | null | undefined, src: string | null | undefined) =>
    photo && src ? { ...photo, src, sources: [] } : null
  const withPoster = <Images extends Pick<CourseDefinition['images'], 'poster' | 'hue' | 'motif' | 'seed'>>(
    images: Images,
  ): Images => ({ ...images, poster: createInlinePoster(images) })
  const { studentWork } = course
  const { cover, ...images } = course.images
  const shown = toInline(cover, photos.cover)
  const { trailer } = course
  return {
    ...course,
    pdfLink: null,
    images: { ...withPoster(images), ...(shown && { cover: shown }) },
    trailer: trailer && { ...trailer, poster: toInline(trailer.poster, photos.trailer) },
    studentWork: studentWork && {
      ...studentWork,
      works: studentWork.works.map((work, index) => ({
        ...work,
        images: withPoster(work.images),
        photo: toInline(work.photo, photos.works[index]),
      })),
    },
  }
}

/** Data URLs. Null: no photo, or none that can be shown yet. */
type InlinePhotos = { cover: string | null; trailer: string | null; works: (string | null)[] }

async function createInlinePhotos(
  deps: Deps,
  makePhoto: MakePhoto,
  { units, files }: DraftState,
  trailer: CourseDefinition['trailer'],
): Promise<InlinePhotos> {
  const toDataUrl = async (photo: DraftPhoto | null) => {
    const id = photo && (files.byId.has(photo.file) ? photo.file : files.idByHash.get(photo.file))
    if (!id || files.byId.get(id)?.state !== 'ready') return null
    const inline = await createInlinePhoto(deps, makePhoto, id)
    return inline.ok ? inline.value : null
  }
  const still = trailer?.poster ? await createInlinePhoto(deps, makePhoto, trailer.assetId) : null
  const [cover = null] = await Promise.all(listAboutPhotos(units.about as DraftAbout).map(toDataUrl))
  return {
    cover,
    trailer: still?.ok ? still.value : null,
    works: await Promise.all(listShownPhotos(units.page as DraftPage).map(toDataUrl)),
  }
}
