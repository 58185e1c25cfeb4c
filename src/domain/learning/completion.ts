/** When a lesson and a course are complete. docs/contract §9 and §12. */
import type { CourseLesson, LessonKind } from './lesson.ts'
import { getLearnerOpening } from './session-window.ts'
import { isWatched, type WatchedRange } from './watched.ts'

/** The fact that completed a lesson. `teacher`: a teacher marked the person present. */
export type LessonCompletedBy = 'watched' | 'marked' | 'attended' | 'teacher'

/** A video or audio file, or the recording of a session, with the person's watched ranges of it. */
export type WatchedMedia = { ranges: readonly WatchedRange[]; lengthSeconds: number }

/** `startsAt`: the start of the session, as it is planned now. */
export type Attendance = { startsAt: Date; joinedAt: Date | null; verdict: 'present' | 'absent' | null }

export type LessonCompletionFacts = {
  kind: LessonKind
  /** The lesson's own percent for "watched". docs/contract §12. */
  watchedPercent: number
  /** The lesson's media; for a live lesson the recording of the session in the person's cohort. */
  media: WatchedMedia | null
  /** Only for live lessons. */
  attendance: Attendance | null
  /** The course counts a watched recording as attended. */
  recordingCounts: boolean
  isMarkedDone: boolean
  now: Date
}

/**
 * The fact that completes a lesson, or null while it is incomplete. Facts that cannot be undone come before "marked".
 * docs/contract §9 and §12.
 */
export function findLessonCompletion(facts: LessonCompletionFacts): LessonCompletedBy | null {
  const { kind, media, attendance, watchedPercent, now } = facts
  const isPlayedThrough = media !== null && isWatched(media.ranges, media.lengthSeconds, watchedPercent)
  if (kind === 'live') {
    if (attendance && isAttended(attendance, now)) return attendance.verdict === 'present' ? 'teacher' : 'attended'
    return isPlayedThrough && facts.recordingCounts ? 'watched' : null
  }
  if (isPlayedThrough && isPlayable(kind)) return 'watched'
  return facts.isMarkedDone ? 'marked' : null
}

/**
 * Whether a person attended: marked present, or joined and not marked absent. Joining counts from the start on, and only
 * for the start that the session has now: a learner who joined before a session was moved did not attend it.
 * docs/contract §12.
 */
export function isAttended(attendance: Attendance, now: Date): boolean {
  const { startsAt, verdict } = attendance
  if (verdict !== null) return verdict === 'present'
  return findJoin(attendance) !== null && startsAt <= now
}

/** When the person joined the session with its present start. Null: not yet, or only before it was moved. */
export function findJoin({ startsAt, joinedAt }: Omit<Attendance, 'verdict'>): Date | null {
  return joinedAt !== null && joinedAt >= getLearnerOpening(startsAt) ? joinedAt : null
}

/**
 * Whether a learner may mark a lesson done. Never a live lesson, because attendance completes it.
 *
 * @param allowsMark the choice of a video or audio lesson; the other kinds have no other way
 */
export function canMarkDone(kind: LessonKind, allowsMark: boolean): boolean {
  return isPlayable(kind) ? allowsMark : kind !== 'live'
}

/** Whether the learner may undo the completion: only the own mark. docs/contract §12. */
export function canUndoDone(completedBy: LessonCompletedBy | null): boolean {
  return completedBy === 'marked'
}

function isPlayable(kind: LessonKind): boolean {
  return kind === 'video' || kind === 'audio'
}

/** The least share of complete required lessons, in percent; 0 for a part that does not count. docs/contract §12. */
export type CompletionRule = { lessonsPercent: number; sessionsPercent: number }

export type CourseProgressFacts = {
  /** All lessons of the course, withdrawn ones included. */
  lessons: readonly Pick<CourseLesson, 'lessonId' | 'kind' | 'state' | 'isRequired'>[]
  /** The sessions of the person's cohort by live lesson. */
  sessions: ReadonlyMap<string, { isCancelled: boolean }>
  /** End of the cohort's last session. Null: no dates yet, or on demand. */
  lastSessionEndsAt: Date | null
  completedIds: ReadonlySet<string>
}

type PartProgress = { complete: number; total: number }
/** `sessions` counts live lessons whose session in the person's cohort is not cancelled. */
export type CourseParts = { lessons: PartProgress; sessions: PartProgress }

/** The two parts that completion asks for: "Lessons 5 of 14 · Sessions 1 of 8". docs/contract §12. */
export function getCourseParts({ lessons, sessions, completedIds }: CourseProgressFacts): CourseParts {
  const required = lessons.filter(({ isRequired, state }) => isRequired && state === 'published')
  const count = (part: typeof required): PartProgress => ({
    complete: part.filter(({ lessonId }) => completedIds.has(lessonId)).length,
    total: part.length,
  })
  return {
    lessons: count(required.filter(({ kind }) => kind !== 'live')),
    sessions: count(
      required.filter(({ kind, lessonId }) => kind === 'live' && sessions.get(lessonId)?.isCancelled === false),
    ),
  }
}

/**
 * Complete required lessons of the published ones in percent, rounded down: live ones count, also with a cancelled
 * session. 100 once the course is completed, and 0 without required lessons. docs/contract §12.
 */
export function getCoursePercent(facts: CourseProgressFacts, isCompleted: boolean): number {
  if (isCompleted) return 100
  const required = facts.lessons.filter(({ isRequired, state }) => isRequired && state === 'published')
  const complete = required.filter(({ lessonId }) => facts.completedIds.has(lessonId))
  return required.length === 0 ? 0 : Math.floor((100 * complete.length) / required.length)
}

/**
 * Whether the rule of the course holds now. It may stop to hold when lessons change, so the first moment is stored:
 * see `nextCompletion`. docs/contract §12.
 */
export function isCourseComplete(rule: CompletionRule, facts: CourseProgressFacts, now: Date): boolean {
  const required = facts.lessons.filter(({ isRequired }) => isRequired)
  if (required.some(({ state }) => state === 'planned')) return false
  const isCohortOver = facts.lastSessionEndsAt !== null && facts.lastSessionEndsAt <= now
  const isUndated = required.some(
    ({ kind, state, lessonId }) => kind === 'live' && state === 'published' && !facts.sessions.has(lessonId),
  )
  if (isUndated && !isCohortOver) return false
  const { lessons, sessions } = getCourseParts(facts)
  if (lessons.complete + sessions.complete === 0) return false
  return isEnough(lessons, rule.lessonsPercent) && isEnough(sessions, rule.sessionsPercent)
}

/** Compares whole numbers, so no share is rounded. A part without lessons is skipped. */
function isEnough({ complete, total }: PartProgress, percent: number): boolean {
  return complete * 100 >= percent * total
}

/** `requiredIds`: the required published lessons at that moment. */
export type CourseCompletion = { completedAt: Date; requiredIds: readonly string[] }

/**
 * The completion to store: the existing one unchanged, a new one at the first moment when the rule holds, else null.
 * docs/contract §12.
 */
export function nextCompletion(
  existing: CourseCompletion | null,
  rule: CompletionRule,
  facts: CourseProgressFacts,
  now: Date,
): CourseCompletion | null {
  if (existing) return existing
  return isCourseComplete(rule, facts, now) ? { completedAt: now, requiredIds: listRequiredIds(facts) } : null
}

/** Required lessons that were added since the completion: "2 new since you finished". Removed ones do not offset them. */
export function countNewSince(completion: CourseCompletion, facts: CourseProgressFacts): number {
  const before = new Set(completion.requiredIds)
  return listRequiredIds(facts).filter((lessonId) => !before.has(lessonId)).length
}

function listRequiredIds({ lessons }: CourseProgressFacts): string[] {
  return lessons.filter(({ isRequired, state }) => isRequired && state === 'published').map(({ lessonId }) => lessonId)
}
