/** Turns the facts about a person's course into the parts of responses. */
import type { z } from 'zod'
import { createCalendarPath } from '#catalogue/catalog/calendar/calendar.ts'
import type { CourseAccess } from '#domain/learning/access.ts'
import { countNewSince, findJoin, getCourseParts, getCoursePercent, isAttended } from '#domain/learning/completion.ts'
import type { Release } from '#domain/learning/release.ts'
import { getJoinWindow } from '#domain/learning/session-window.ts'
import { getResumeSeconds, getWatchedPercent } from '#domain/learning/watched.ts'
import type { Deps } from '#http/deps.ts'
import {
  type CohortFacts,
  type CourseFacts,
  getDecidingEnrolment,
  getProgressFacts,
  type LessonFacts,
  type SessionFacts,
} from './course-facts.ts'
import { getPayUrl, toReleaseData } from './lesson-access.ts'
import type { LessonProgressView } from './wire/lesson.ts'
import type { AccessView, CourseProgressView, CourseView, ReleaseView, SessionView } from './wire/parts.ts'

export function toAccessView(facts: CourseFacts, access: CourseAccess): z.output<typeof AccessView> {
  return {
    state: access.state,
    until: access.until?.toISOString() ?? null,
    isTeacher: facts.isTeacher,
    payUrl: getPayUrl(facts, access),
  }
}

export function toCourseView({ course }: Pick<CourseFacts, 'course'>): z.output<typeof CourseView> {
  const { courseCode: coursePrefixCode, title, delivery: deliveryType, teachers, hue } = course
  return { coursePrefixCode, title, deliveryType, teachers: [...teachers], poster: `/art/${coursePrefixCode}.svg`, hue }
}

/** The calendar file of a cohort with dates. */
export function getCalendarUrl({ secrets }: Pick<Deps, 'secrets'>, cohort: CohortFacts | undefined): string | null {
  return cohort?.startsAt ? createCalendarPath(secrets, cohort.cohortCode) : null
}

export function toReleaseView(release: Release): z.output<typeof ReleaseView> {
  return { state: release.state, ...toReleaseData(release) }
}

export function toProgressView(facts: CourseFacts, access: CourseAccess): z.output<typeof CourseProgressView> {
  const progress = getProgressFacts(facts, getDecidingEnrolment(facts, access))
  return {
    percent: getCoursePercent(progress, facts.completion !== null),
    ...getCourseParts(progress),
    newSinceCompletion: facts.completion ? countNewSince(facts.completion, progress) : 0,
  }
}

export function toSessionView(
  session: SessionFacts,
  facts: Pick<CourseFacts, 'lessons' | 'isTeacher'>,
  now: Date,
): z.output<typeof SessionView> {
  const { state, opensAt, closesAt } = getJoinWindow(session, facts.isTeacher, now)
  return {
    sessionId: session.sessionId,
    lessonKey: facts.lessons.find(({ lessonId }) => lessonId === session.lessonId)?.key ?? '',
    title: session.title,
    startsAt: session.startsAt.toISOString(),
    endsAt: session.endsAt.toISOString(),
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    state,
    hasMeeting: session.hasMeeting,
    joinedAt: findJoin(session.attendance)?.toISOString() ?? null,
    attended: isAttended(session.attendance, now),
    recordingReady: session.endsAt <= now && (session.recording?.isReady ?? false),
  }
}

/**
 * The file of a lesson that the person plays, with the seconds played, and where playback goes on: for a live lesson its
 * session's recording.
 */
export function getPlayed(lesson: LessonFacts, session: SessionFacts | null) {
  const isLive = lesson.kind === 'live'
  const lengthSeconds = isLive ? (session?.recording?.lengthSeconds ?? null) : lesson.durationSeconds
  const positionSeconds = isLive ? (session?.positionSeconds ?? 0) : lesson.positionSeconds
  return {
    lengthSeconds,
    ranges: isLive ? (session?.ranges ?? []) : lesson.ranges,
    positionSeconds: lengthSeconds === null ? positionSeconds : getResumeSeconds(positionSeconds, lengthSeconds),
  }
}

/** Watched seconds of the length, or 0 and 100 where a lesson has no length. */
export function getLessonPercent(lesson: LessonFacts, session: SessionFacts | null): number {
  const { lengthSeconds, ranges } = getPlayed(lesson, session)
  if (lengthSeconds === null || ranges.length === 0) return lesson.completedAt ? 100 : 0
  return getWatchedPercent(ranges, lengthSeconds)
}

export function toLessonProgress(lesson: LessonFacts, session: SessionFacts | null): LessonProgressView {
  const { ranges, positionSeconds } = getPlayed(lesson, session)
  return {
    percent: getLessonPercent(lesson, session),
    startedAt: lesson.startedAt?.toISOString() ?? null,
    completedAt: lesson.completedAt?.toISOString() ?? null,
    completedBy: lesson.completedBy,
    ranges: ranges.map(([start, end]) => [start, end]),
    positionSeconds,
  }
}

/** The person's session of a live lesson: of the cohort that decides about access. */
export function findLessonSession(facts: CourseFacts, access: CourseAccess, lesson: LessonFacts): SessionFacts | null {
  if (lesson.kind !== 'live') return null
  const sessions = getDecidingEnrolment(facts, access)?.sessions ?? []
  return sessions.findLast(({ lessonId }) => lessonId === lesson.lessonId) ?? null
}
