/**
 * When a lesson opens for a learner whose access is open. docs/contract §11. Times are computed on request and
 * never stored, so a rescheduled cohort moves them.
 */
import type { DeliveryType } from '../course.ts'
import type { CourseLesson } from './lesson.ts'
import { startOfLaterDay, toOpeningInstant } from './local-time.ts'

export type ReleaseRule =
  | { kind: 'at-once' }
  /** `2027-01-12T09:00` or `2027-01-12`, in the cohort's zone. */
  | { kind: 'on-date'; localStart: string }
  | { kind: 'after-days'; days: number }
  | { kind: 'after-previous' }
  /** The id of a live lesson. */
  | { kind: 'with-session'; lessonId: string }

export type ReleaseLesson = CourseLesson & {
  moduleId: string
  release: ReleaseRule
  prerequisiteIds: readonly string[]
}
export type ReleaseModule = { moduleId: string; release: ReleaseRule }

/** The facts of one enrolment's cohort, and the course's lessons in course order without the withdrawn ones. */
export type ReleaseFacts = {
  lessons: readonly ReleaseLesson[]
  delivery: DeliveryType
  timezoneId: string
  enrolledAt: Date
  /** Start of the first and end of the last session. Null: no dates yet, or on demand. */
  firstSessionAt: Date | null
  lastSessionEndsAt: Date | null
  /** The cohort's session of each live lesson, by lesson id. A cancelled session has its old start. */
  sessions: ReadonlyMap<string, { startsAt: Date; isCancelled: boolean }>
}

export type ReleaseProgress = { startedIds: ReadonlySet<string>; completedIds: ReadonlySet<string> }

export type LessonNeed = { lessonId: string; lessonKey: string; title: string }

/** `closed` without a date and without needs: the cohort has no date for it yet. */
export type Release =
  | { state: 'open' }
  | { state: 'planned' }
  | { state: 'withdrawn' }
  | { state: 'closed'; opensAt: Date | null; needs: readonly LessonNeed[] }

/** Null: the rule has no date yet. */
type Opening = { opensAt: Date | null } | { needs: readonly LessonNeed[] }

/**
 * The release of a lesson. The rules of the lesson, of its module and the prerequisites must all allow it. A started
 * lesson stays open. docs/contract §11.
 *
 * @throws RangeError for a rule with an impossible date and for an unknown zone
 */
export function decideRelease(
  lesson: ReleaseLesson,
  module: ReleaseModule,
  facts: ReleaseFacts,
  progress: ReleaseProgress,
  now: Date,
): Release {
  if (lesson.state !== 'published') return { state: lesson.state }
  if (progress.startedIds.has(lesson.lessonId) || progress.completedIds.has(lesson.lessonId)) return { state: 'open' }
  const index = facts.lessons.findIndex(({ lessonId }) => lessonId === lesson.lessonId)
  const moduleIndex = facts.lessons.findIndex(({ moduleId }) => moduleId === module.moduleId)
  const openings: Opening[] = [
    findOpening(lesson.release, index, facts, progress),
    findOpening(module.release, moduleIndex, facts, progress),
    { needs: listPrerequisites(lesson, facts, progress) },
  ]
  return combine(openings, now)
}

/**
 * The earliest release among several enrolments of one person in the course. Pass only enrolments whose access is
 * open. A date counts from its moment, an unmet need from now, and a missing date last. docs/contract §11.
 *
 * @throws RangeError without any enrolment
 */
export function chooseEarliestRelease(releases: readonly Release[], now: Date): Release {
  const [first, ...others] = releases
  if (!first) throw new RangeError('a release needs an enrolment')
  return others.reduce((best, release) => (isEarlier(release, best, now) ? release : best), first)
}

function isEarlier(release: Release, best: Release, now: Date): boolean {
  const [start, bestStart] = [getStart(release, now), getStart(best, now)]
  return start < bestStart || (start === bestStart && countNeeds(release) < countNeeds(best))
}

function getStart(release: Release, now: Date): number {
  if (release.state !== 'closed') return Number.NEGATIVE_INFINITY
  if (release.opensAt) return release.opensAt.getTime()
  return release.needs.length > 0 ? now.getTime() : Number.POSITIVE_INFINITY
}

const countNeeds = (release: Release): number => (release.state === 'closed' ? release.needs.length : 0)

export type OpeningRule = Extract<ReleaseRule, { kind: 'on-date' | 'after-days' }>

/**
 * The opening by a date rule. Null: the cohort has no date yet. docs/contract §11.
 *
 * @throws RangeError for an impossible date and an unknown zone
 */
export function getOpeningDate(
  rule: OpeningRule,
  facts: Pick<ReleaseFacts, 'delivery' | 'timezoneId' | 'enrolledAt' | 'firstSessionAt'>,
): Date | null {
  if (rule.kind === 'on-date') return toOpeningInstant(rule.localStart, facts.timezoneId)
  const start = facts.delivery === 'on-demand' ? facts.enrolledAt : facts.firstSessionAt
  return start && startOfLaterDay(start, rule.days, facts.timezoneId)
}

/**
 * The opening of a lesson by the date rules of the lesson and its module. Null without one, and if the start of a
 * session opens the lesson later.
 *
 * @throws RangeError for an impossible date and an unknown zone
 */
export function getOpeningByDate(lesson: ReleaseLesson, module: ReleaseModule, facts: ReleaseFacts): Date | null {
  const rules = [lesson.release, module.release]
  const dates = rules.filter(isOpeningRule).map((rule) => getOpeningDate(rule, facts))
  const sessions = rules.flatMap((rule) =>
    rule.kind === 'with-session' ? [getSessionStart(rule.lessonId, facts)] : [],
  )
  const [opensAt, sessionAt] = [getLatest(dates), getLatest(sessions)]
  return dates.length > 0 && opensAt && (sessions.length === 0 || (sessionAt && sessionAt <= opensAt)) ? opensAt : null
}

const isOpeningRule = (rule: ReleaseRule): rule is OpeningRule => rule.kind === 'on-date' || rule.kind === 'after-days'

/** @param index position in course order of the lesson, or of the module's first lesson */
function findOpening(rule: ReleaseRule, index: number, facts: ReleaseFacts, progress: ReleaseProgress): Opening {
  switch (rule.kind) {
    case 'at-once':
      return { needs: [] }
    case 'on-date':
    case 'after-days':
      return { opensAt: getOpeningDate(rule, facts) }
    case 'after-previous': {
      const previous = facts.lessons
        .slice(0, Math.max(0, index))
        .findLast((lesson) => lesson.isRequired && lesson.state === 'published' && canBeCompleted(lesson, facts))
      return { needs: previous && !progress.completedIds.has(previous.lessonId) ? [toNeed(previous)] : [] }
    }
    case 'with-session':
      return { opensAt: getSessionStart(rule.lessonId, facts) }
  }
}

function getSessionStart(lessonId: string, { sessions, lastSessionEndsAt }: ReleaseFacts): Date | null {
  return sessions.get(lessonId)?.startsAt ?? lastSessionEndsAt
}

/** Withdrawn prerequisites are not in the course order, so they bind nobody. */
function listPrerequisites(lesson: ReleaseLesson, facts: ReleaseFacts, progress: ReleaseProgress): LessonNeed[] {
  if (lesson.prerequisiteIds.length === 0) return []
  const required = new Set(lesson.prerequisiteIds)
  return facts.lessons
    .filter((other) => required.has(other.lessonId) && canBeCompleted(other, facts))
    .filter((other) => !progress.completedIds.has(other.lessonId))
    .map(toNeed)
}

/** A live lesson whose session is cancelled cannot be completed, so it must not block another lesson. */
function canBeCompleted({ lessonId, kind, state }: CourseLesson, { sessions }: ReleaseFacts): boolean {
  return state !== 'withdrawn' && !(kind === 'live' && sessions.get(lessonId)?.isCancelled)
}

function combine(openings: readonly Opening[], now: Date): Release {
  const dates = openings.flatMap((opening) => ('opensAt' in opening ? [opening.opensAt] : []))
  const needs = new Map(
    openings.flatMap((opening) => ('needs' in opening ? opening.needs : [])).map((need) => [need.lessonId, need]),
  )
  const closedUntil = dates.filter((date) => date === null || date > now)
  if (closedUntil.length === 0 && needs.size === 0) return { state: 'open' }
  return { state: 'closed', opensAt: getLatest(closedUntil), needs: [...needs.values()] }
}

/** Null when one date is missing, or without dates. */
function getLatest(dates: readonly (Date | null)[]): Date | null {
  const times = dates.map((date) => date?.getTime() ?? Number.POSITIVE_INFINITY)
  const latest = Math.max(...times)
  return Number.isFinite(latest) ? new Date(latest) : null
}

function toNeed({ lessonId, key, title }: CourseLesson): LessonNeed {
  return { lessonId, lessonKey: key, title }
}
