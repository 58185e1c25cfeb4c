/** One lesson as its learner sees it. docs/contract §16. */

import { parseLessonContent } from '#catalogue/catalog/lesson-content.ts'
import { canMarkDone } from '#domain/learning/completion.ts'
import type { Release } from '#domain/learning/release.ts'
import { WATCHED_PERCENT } from '#domain/learning/watched.ts'
import { accepted, type Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { isPlaced, type LessonFacts } from './course-facts.ts'
import { type FilmStill, loadFilmStill, toFilmShape } from './film-still.ts'
import { noteLastSeen } from './last-seen.ts'
import {
  decideReleases,
  getAccessRefusal,
  getReleaseRefusal,
  type LessonCase,
  requireSeenLesson,
} from './lesson-access.ts'
import { listNoteViews } from './notes.ts'
import { getEmbedSite } from './playback/find-embed-url.ts'
import { getLessonContent, listLessonFiles, listLessonImages, listTracks } from './queries/lesson.ts'
import { parseLessonText } from './text/lesson-text.ts'
import { findLessonSession, toAccessView, toLessonProgress, toSessionView } from './views.ts'
import type { LessonPage } from './wire/lesson.ts'

/** A withdrawn lesson that the person started has its title and the own notes left. */
export async function loadLesson(deps: Deps, member: ActingPerson, lessonId: string): Promise<Outcome<LessonPage>> {
  const seen = await requireSeenLesson(deps, deps.db, member, lessonId)
  if (!seen.ok) return seen
  const { facts, access, lesson } = seen.value
  const isWithdrawn = lesson.state === 'withdrawn'
  const refusal = getAccessRefusal(deps, seen.value) ?? (isWithdrawn ? null : getReleaseRefusal(seen.value))
  if (refusal) return { ok: false, refusal }
  await noteLastSeen(deps, facts, access)
  const [row, files, images, tracks, notes, still] = await Promise.all([
    getLessonContent(deps.db, lessonId),
    isWithdrawn ? [] : listLessonFiles(deps.db, lessonId),
    isWithdrawn ? [] : listLessonImages(deps.db, lessonId),
    isWithdrawn || !lesson.assetId ? [] : listTracks(deps.db, lesson.assetId),
    listNoteViews(deps, member.personId, lessonId),
    isWithdrawn || !lesson.assetId || lesson.kind !== 'video' ? null : loadFilmStill(deps, lesson.assetId),
  ])
  const module = facts.modules.find(({ moduleId }) => moduleId === lesson.moduleId)
  const rules = getLessonRules(lesson, row?.content)
  return accepted({
    lessonId,
    key: lesson.key,
    kind: lesson.kind,
    title: lesson.title,
    summary: lesson.summary,
    minutes: lesson.minutes,
    state: isWithdrawn ? 'withdrawn' : 'published',
    required: lesson.isRequired,
    canMarkDone: !facts.isTeacher && !isWithdrawn && canMarkDone(lesson.kind, rules.allowMark),
    watchedPercent: rules.watchedPercent,
    course: { coursePrefixCode: facts.course.courseCode, title: facts.course.title },
    module: module ? { key: module.key, title: module.title } : null,
    access: toAccessView(facts, access),
    content: isWithdrawn ? null : toContent(seen.value, { row, images, still }, deps.clock()),
    files: files.map(({ id, label, filename, content_type, bytes }) => ({
      assetId: id,
      label,
      filename,
      contentType: content_type,
      bytes,
    })),
    tracks: tracks.map(({ id, is_default, ...track }) => ({ ...track, trackId: id, isDefault: is_default })),
    progress: toLessonProgress(lesson, findLessonSession(facts, access, lesson)),
    notes,
    ...findNeighbours(seen.value, deps.clock()),
  })
}

/** The lesson's own rules of completion. */
export function getLessonRules(
  { kind }: Pick<LessonFacts, 'kind'>,
  content: unknown,
): { allowMark: boolean; watchedPercent: number } {
  if (kind !== 'video' && kind !== 'audio') return { allowMark: true, watchedPercent: WATCHED_PERCENT.default }
  const { allowMark = true, watchedPercent = WATCHED_PERCENT.default } = content
    ? parseLessonContent(kind, content)
    : {}
  return { allowMark, watchedPercent }
}

type ContentRow = Awaited<ReturnType<typeof getLessonContent>>
type Images = Awaited<ReturnType<typeof listLessonImages>>
type Stored = { row: ContentRow; images: Images; still: FilmStill | null }

function toContent(
  { facts, access, lesson }: LessonCase,
  { row, images, still }: Stored,
  now: Date,
): LessonPage['content'] {
  const { kind } = lesson
  if (kind === 'live') {
    const session = findLessonSession(facts, access, lesson)
    return { kind, text: [], session: session && toSessionView(session, facts, now) }
  }
  const text = parseLessonText(parseLessonContent(kind, row?.content).markdown ?? '', images)
  if (kind === 'embed') return { kind, text, siteName: getEmbedSite(parseLessonContent(kind, row?.content).url) }
  if (kind !== 'video' && kind !== 'audio') return { kind, text }
  const state = row?.media_state === 'ready' || row?.media_state === 'failed' ? row.media_state : 'processing'
  const { assetId, durationSeconds } = lesson
  const shape = toFilmShape(kind, row)
  return { kind, text, media: assetId ? { assetId, state, durationSeconds, shape, poster: still } : null }
}

/** The published lessons before and after this one in course order. */
function findNeighbours({ facts, access, lesson }: LessonCase, now: Date): Pick<LessonPage, 'previous' | 'next'> {
  const releases = decideReleases(facts, access, now)
  const lessons = facts.lessons.filter((other) => isPlaced(other) && other.state === 'published')
  const index = lessons.findIndex(({ lessonId }) => lessonId === lesson.lessonId)
  if (index === -1) return { previous: null, next: null }
  return { previous: toLink(lessons[index - 1], releases), next: toLink(lessons[index + 1], releases) }
}

function toLink(lesson: LessonFacts | undefined, releases: ReadonlyMap<string, Release>) {
  if (!lesson) return null
  const { lessonId, key, title, kind } = lesson
  return { lessonId, key, title, kind, isOpen: releases.get(lessonId)?.state === 'open' }
}
