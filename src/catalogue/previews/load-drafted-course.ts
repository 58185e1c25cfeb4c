/** Loads a course as its page would show it if the draft were published now. docs/contract §36. */
import { toOfferedCourse } from '#catalogue/catalog/awaits-payments.ts'
import { loadCourseWithTexts } from '#catalogue/catalog/courses.ts'
import { toCourseDefinition } from '#catalogue/catalog/present.ts'
import type { CourseDocument, UnitBodies } from '#catalogue/catalog/publish/course-document.ts'
import { listMeetings } from '#catalogue/catalog/queries.ts'
import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import type { DraftAbout } from '#catalogue/drafts/draft-units.ts'
import { loadDraftState } from '#catalogue/drafts/load-draft.ts'
import { createInlinePoster } from '#design/poster-design.ts'
import type { Deps } from '#http/deps.ts'
import { listStoredAssets } from '#media/queries/assets.ts'
import { findCourseRow, findLinkedCourse, listProfiles } from './queries.ts'

/** What a page shows of a lesson of the draft. */
type OutlineLesson = { key: string; title: string; kind: string; minutes: number | null; preview: boolean }
type LessonUnit = { summary: string; content: unknown; media: string | null }
type DraftOutline = { modules: { title: string; lessons: OutlineLesson[] }[]; proSessions: OutlineLesson[] }

/** The course of a preview link. Null: the link has ended, or never was one. */
export async function loadDraftedCourse(deps: Deps, token: string): Promise<CourseDefinition | null> {
  const now = deps.clock()
  const courseCode = await findLinkedCourse(deps.db, deps.secrets.hash(token), now)
  const state = courseCode && (await loadDraftState(deps.db, courseCode, now))
  const row = courseCode && (await findCourseRow(deps.db, courseCode))
  if (!state || !row) return null
  const { creators, title, kind, listed: _listed, ...texts } = state.units.about as DraftAbout
  const { pages, markets } = state.units.addresses as CourseDocument['addresses']
  const { accessDays } = state.units.rules as CourseDocument['rules']
  const curriculum = await createCurriculum(deps, courseCode, state.units)
  const course = await loadCourseWithTexts(
    deps.db,
    {
      ...row,
      kind,
      title,
      access_days: accessDays,
      path: pages[0] ?? null,
      definition: { ...texts, ...(state.units.page as CourseDocument['page']), markets, ...curriculum },
    },
    await listProfiles(deps.db, creators),
    now,
  )
  const meetings = await listMeetings(deps.db, [courseCode])
  const definition = toCourseDefinition(course, meetings, deps.config.groupTiers, undefined, now)
  return withOwnPictures(toOfferedCourse(deps, definition))
}

/** The curriculum as the function `course_outline` of the database makes it from published rows. */
async function createCurriculum({ db }: Pick<Deps, 'db'>, courseCode: string, units: Partial<UnitBodies>) {
  const assets = await listStoredAssets(db, [courseCode])
  /** By hash and by id: a version names a file by its hash, and a draft may name it by its id. */
  const minutesByFile = new Map(
    assets.flatMap(({ id, sha256, durationMs }) => {
      const minutes = durationMs && Math.ceil(durationMs / 60_000)
      return minutes ? ([id, sha256].map((name) => [name, minutes]) as [string, number][]) : []
    }),
  )
  const toItem = ({ key, title, kind, minutes, preview }: OutlineLesson) => {
    const unit = units[`lesson:${key}`] as LessonUnit | undefined
    const fileMinutes = minutesByFile.get(unit?.media ?? '')
    return {
      id: key,
      title,
      summary: unit?.summary ?? '',
      minutes: minutes ?? fileMinutes ?? 1,
      kind: kind === 'live' ? ('live' as const) : ('lesson' as const),
      preview: preview && unit && unit.content !== null ? { kind, minutes: fileMinutes ?? minutes ?? 1 } : null,
    }
  }
  const { modules, proSessions } = units.outline as DraftOutline
  return {
    // The page of a published course has no part for a module without lessons.
    curriculum: modules
      .filter(({ lessons }) => lessons.length > 0)
      .map(({ title, lessons }) => ({ title, items: lessons.map(toItem) })),
    proSessions: proSessions.map(toItem),
  }
}

/** The addresses of pictures show the published version, or nothing. These are in the page itself. */
function withOwnPictures(course: CourseDefinition): CourseDefinition {
  const withPoster = <Images extends CourseDefinition['images'] | Omit<CourseDefinition['images'], 'focal'>>(
    images: Images,
  ): Images => ({ ...images, poster: createInlinePoster(images) })
  const { studentWork } = course
  return {
    ...course,
    pdfLink: null,
    images: withPoster(course.images),
    studentWork: studentWork && {
      ...studentWork,
      works: studentWork.works.map((work) => ({ ...work, images: withPoster(work.images) })),
    },
  }
}
