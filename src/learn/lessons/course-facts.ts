/** The facts about one person in one course, for access, release, progress and completion. */
import { type CourseAccess, decideAccess, type EnrolmentAccessFacts } from '#domain/learning/access.ts'
import type {
  Attendance,
  CompletionRule,
  CourseCompletion,
  CourseProgressFacts,
  LessonCompletedBy,
} from '#domain/learning/completion.ts'
import type { ReleaseFacts, ReleaseLesson, ReleaseModule } from '#domain/learning/release.ts'
import type { WatchedRange } from '#domain/learning/watched.ts'

/** An enrolment with its cohort, and what its access depends on. */
export type LearnerEnrolmentFacts = EnrolmentAccessFacts & {
  orderId: string
  /** The person bought the seat, and not a friend. */
  isBuyer: boolean
  enrolledAt: Date
  /** When the seat came to these dates from others. */
  movedAt: Date | null
  lastSeenOn: string | null
  cohort: CohortFacts
  sessions: readonly SessionFacts[]
}

export type CohortFacts = {
  cohortCode: string
  name: string
  timezoneId: string
  startsAt: Date | null
  endsAt: Date | null
  isCancelled: boolean
}

export type LessonFacts = Omit<ReleaseLesson, 'moduleId'> & {
  /** Null for a withdrawn lesson. */
  moduleId: string | null
  summary: string
  minutes: number
  assetId: string | null
  durationSeconds: number | null
  /** The part of a video or audio file that completes the lesson. */
  watchedPercent: number
  startedAt: Date | null
  completedAt: Date | null
  completedBy: LessonCompletedBy | null
  ranges: readonly WatchedRange[]
  positionSeconds: number
  /** The last report of watched seconds. */
  reportedAt: Date | null
}

export type SessionFacts = {
  sessionId: string
  lessonId: string
  title: string
  startsAt: Date
  endsAt: Date
  cancelledAt: Date | null
  /** The teacher has added the meeting. */
  hasMeeting: boolean
  attendance: Attendance
  recording: { assetId: string; isReady: boolean; lengthSeconds: number | null } | null
  ranges: readonly WatchedRange[]
  positionSeconds: number
  reportedAt: Date | null
}

export type ModuleFacts = ReleaseModule & { key: string; title: string; kind: 'module' | 'pro' }

export type CourseFacts = {
  personId: string
  course: {
    courseCode: string
    title: string
    delivery: 'live' | 'on-demand'
    /** The name of its colour. */
    hue: string
    /** The names of its instructors. */
    teachers: readonly string[]
    completionRule: CompletionRule
    recordingCounts: boolean
  }
  isTeacher: boolean
  enrolments: readonly LearnerEnrolmentFacts[]
  /** In course order; withdrawn lessons last. */
  lessons: readonly LessonFacts[]
  /** In course order. */
  modules: readonly ModuleFacts[]
  completion: CourseCompletion | null
  certificateId: string | null
  /** The messages of teachers that the person can read. */
  messageCount: number
}

export function getAccess(
  { isTeacher, enrolments }: Pick<CourseFacts, 'isTeacher' | 'enrolments'>,
  now: Date,
): CourseAccess {
  return decideAccess({ isTeacher, enrolments }, now)
}

/** The enrolment that decided about access. Null for a teacher and for a person without an enrolment. */
export function getDecidingEnrolment(
  { enrolments }: Pick<CourseFacts, 'enrolments'>,
  { enrolmentId }: CourseAccess,
): LearnerEnrolmentFacts | null {
  return enrolments.find((enrolment) => enrolment.enrolmentId === enrolmentId) ?? null
}

/** The facts of completion, by the cohort of the enrolment that decides about access. */
export function getProgressFacts(facts: CourseFacts, enrolment: LearnerEnrolmentFacts | null): CourseProgressFacts {
  return {
    lessons: facts.lessons,
    sessions: mapSessions(enrolment),
    lastSessionEndsAt: enrolment && facts.course.delivery === 'live' ? enrolment.cohort.endsAt : null,
    completedIds: listCompletedIds(facts),
  }
}

/** The facts of release in the cohort of one enrolment. */
export function getReleaseFacts(facts: CourseFacts, enrolment: LearnerEnrolmentFacts): ReleaseFacts {
  const isLive = facts.course.delivery === 'live'
  return {
    lessons: facts.lessons.filter(isPlaced),
    delivery: facts.course.delivery,
    timezoneId: enrolment.cohort.timezoneId,
    enrolledAt: enrolment.enrolledAt,
    firstSessionAt: isLive ? enrolment.cohort.startsAt : null,
    lastSessionEndsAt: isLive ? enrolment.cohort.endsAt : null,
    sessions: mapSessions(enrolment),
  }
}

/** Withdrawn lessons have no module and no position in the course. */
export function isPlaced<Lesson extends { moduleId: string | null }>(
  lesson: Lesson,
): lesson is Lesson & { moduleId: string } {
  return lesson.moduleId !== null
}

export function listCompletedIds({ lessons }: Pick<CourseFacts, 'lessons'>): ReadonlySet<string> {
  return new Set(lessons.filter(({ completedAt }) => completedAt !== null).map(({ lessonId }) => lessonId))
}

export function listStartedIds({ lessons }: Pick<CourseFacts, 'lessons'>): ReadonlySet<string> {
  return new Set(lessons.filter(({ startedAt }) => startedAt !== null).map(({ lessonId }) => lessonId))
}

/** By live lesson. A session that replaced a cancelled one comes later in the list, so that it counts. */
function mapSessions(enrolment: LearnerEnrolmentFacts | null) {
  const sessions = enrolment?.sessions ?? []
  return new Map(
    sessions.map(({ lessonId, startsAt, cancelledAt }) => [lessonId, { startsAt, isCancelled: cancelledAt !== null }]),
  )
}
