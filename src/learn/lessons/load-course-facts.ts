/** Loads the facts about one person in courses. */

import { readDefinition } from '#catalogue/catalog/files/definition.ts'
import type { EnrolmentAccessFacts } from '#domain/learning/access.ts'
import type { CompletionRule } from '#domain/learning/completion.ts'
import type { ReleaseRule } from '#domain/learning/release.ts'
import { getLengthSeconds, parseMultirange, WATCHED_PERCENT } from '#domain/learning/watched.ts'
import { DISPUTE_LOST_REASON } from '#learn/enrolments/end-seats.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { CourseFacts, LearnerEnrolmentFacts, LessonFacts, ModuleFacts, SessionFacts } from './course-facts.ts'
import { type CourseChoice, listCourseEnrolments, listCourseLessons } from './queries/course-facts.ts'

type EnrolmentRow = Awaited<ReturnType<typeof listCourseEnrolments>>[number]
type LessonRow = Awaited<ReturnType<typeof listCourseLessons>>[number]
type SessionRow = NonNullable<EnrolmentRow['sessions']>[number]

/** Two statements for any number of lessons. Null: no such course. */
export async function loadCourseFacts(
  db: Db | Tx,
  member: ActingPerson,
  courseCode: string,
): Promise<CourseFacts | null> {
  return (await loadFactsOfCourses(db, member, { codes: [courseCode] })).get(courseCode) ?? null
}

/** By course code, with two statements for any number of courses. */
export async function loadFactsOfCourses(
  db: Db | Tx,
  member: ActingPerson,
  courses: CourseChoice,
): Promise<Map<string, CourseFacts>> {
  if ('codes' in courses && courses.codes.length === 0) return new Map()
  const { personId } = member
  const [rows, lessons] = await Promise.all([
    listCourseEnrolments(db, member, courses),
    listCourseLessons(db, personId, courses),
  ])
  const rowsByCourse = Map.groupBy(rows, (row) => row.course_code)
  const lessonsByCourse = Map.groupBy(lessons, (row) => row.course_code)
  return new Map(
    [...rowsByCourse].map(([courseCode, own]) => [
      courseCode,
      toFacts(personId, own, lessonsByCourse.get(courseCode) ?? []),
    ]),
  )
}

/** @param rows at least one, all of one course */
function toFacts(personId: string, rows: readonly EnrolmentRow[], lessons: readonly LessonRow[]): CourseFacts {
  const first = rows[0]!
  return {
    personId,
    course: {
      courseCode: first.course_code,
      title: first.title,
      delivery: first.delivery_type,
      hue: readDefinition(first.images ? { images: first.images } : {}).images.hue,
      teachers: first.teachers,
      completionRule: first.completion_rule as CompletionRule,
      recordingCounts: first.recording_counts,
    },
    isTeacher: first.is_teacher,
    enrolments: rows.flatMap((row) => toEnrolment(row, personId)),
    lessons: lessons.map(toLesson),
    modules: listModules(lessons),
    completion: first.completed_at
      ? { completedAt: first.completed_at, requiredIds: first.required_lesson_ids ?? [] }
      : null,
    certificateId: first.certificate_id,
    messageCount: first.message_count,
  }
}

function toEnrolment(row: EnrolmentRow, personId: string): LearnerEnrolmentFacts[] {
  if (!row.enrolment_id) return []
  return [
    {
      ...toAccessFacts({ ...row, enrolment_id: row.enrolment_id, enrolment_state: row.enrolment_state! }),
      orderId: row.order_id!,
      isBuyer: row.buyer_id === personId,
      enrolledAt: row.enrolled_at!,
      movedAt: row.moved_at,
      lastSeenOn: row.last_seen_on,
      cohort: {
        cohortCode: row.cohort_code!,
        name: row.cohort_name ?? '',
        timezoneId: row.timezone_id!,
        startsAt: row.starts_at,
        endsAt: row.ends_at,
        isCancelled: row.cohort_state === 'cancelled',
      },
      sessions: row.sessions!.map(toSession),
    },
  ]
}

type AccessColumns = Pick<
  EnrolmentRow,
  'cohort_state' | 'frozen_at' | 'cancel_reason' | 'paused_at' | 'access_ends_at'
> & {
  enrolment_id: string
  enrolment_state: NonNullable<EnrolmentRow['enrolment_state']>
}

export function toAccessFacts(row: AccessColumns): EnrolmentAccessFacts {
  return {
    enrolmentId: row.enrolment_id,
    state: row.enrolment_state,
    isCohortCancelled: row.cohort_state === 'cancelled',
    // sell/refunds ends the seats of a lost dispute with this reason.
    isDisputeLost: row.enrolment_state === 'cancelled' && row.cancel_reason === DISPUTE_LOST_REASON,
    frozenAt: row.frozen_at,
    orderPausedAt: row.paused_at,
    accessEndsAt: row.access_ends_at,
  }
}

export function toLesson(row: LessonRow): LessonFacts {
  return {
    lessonId: row.id,
    key: row.key,
    title: row.title,
    kind: row.kind,
    state: row.state,
    isRequired: row.is_required,
    moduleId: row.module_id,
    release: toReleaseRule(row.release_rule, row.release_at, row.release_days, row.release_lesson_id),
    prerequisiteIds: row.prerequisite_ids,
    summary: row.summary,
    minutes: row.minutes,
    assetId: row.asset_id,
    durationSeconds: row.duration_ms === null ? null : getLengthSeconds(row.duration_ms),
    watchedPercent: row.watched_percent ?? WATCHED_PERCENT.default,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    completedBy: row.completed_by,
    ranges: row.ranges === null ? [] : parseMultirange(row.ranges),
    positionSeconds: row.position_seconds ?? 0,
    reportedAt: row.reported_at,
  }
}

export function listModules(rows: readonly LessonRow[]): ModuleFacts[] {
  const modules = new Map<string, ModuleFacts>()
  for (const row of rows) {
    if (row.module_id === null || modules.has(row.module_id)) continue
    modules.set(row.module_id, {
      moduleId: row.module_id,
      key: row.module_key!,
      title: row.module_title!,
      kind: row.module_kind!,
      release: toReleaseRule(
        row.module_release_rule!,
        row.module_release_at,
        row.module_release_days,
        row.module_release_lesson_id,
      ),
    })
  }
  return [...modules.values()]
}

/** @param at a local time such as `2027-01-12T09:00:00` */
function toReleaseRule(
  kind: ReleaseRule['kind'],
  at: string | null,
  days: number | null,
  lessonId: string | null,
): ReleaseRule {
  switch (kind) {
    case 'on-date':
      return { kind, localStart: at!.slice(0, 16) }
    case 'after-days':
      return { kind, days: days! }
    case 'with-session':
      return { kind, lessonId: lessonId! }
    default:
      return { kind }
  }
}

/** The times of a row inside another one are texts. */
function toSession(row: SessionRow): SessionFacts {
  const startsAt = new Date(row.starts_at)
  return {
    sessionId: row.id,
    lessonId: row.lesson_id,
    title: row.title,
    startsAt,
    endsAt: new Date(row.ends_at),
    cancelledAt: toDate(row.cancelled_at),
    hasMeeting: row.has_meeting,
    attendance: { startsAt, joinedAt: toDate(row.joined_at), verdict: row.verdict },
    recording: row.recording_asset_id
      ? {
          assetId: row.recording_asset_id,
          isReady: row.recording_state === 'ready',
          lengthSeconds: row.recording_duration_ms === null ? null : getLengthSeconds(row.recording_duration_ms),
        }
      : null,
    ranges: row.ranges === null ? [] : parseMultirange(row.ranges),
    positionSeconds: row.position_seconds ?? 0,
    reportedAt: toDate(row.reported_at),
  }
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))
