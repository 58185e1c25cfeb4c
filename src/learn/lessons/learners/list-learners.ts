/** Lists the learners of a course with their progress, for its teachers. docs/contract §19. */

import { getCourseTitle } from '#catalogue/catalog/queries/course-title.ts'
import { decideAccess } from '#domain/learning/access.ts'
import { getCoursePercent, isAttended } from '#domain/learning/completion.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { toAccessFacts } from '../load-course-facts.ts'
import {
  countLearners,
  listAttendanceOfPeople,
  listCompletedLessons,
  listLearnerEnrolments,
  listLearnerPage,
  listOutline,
  listSessionsOfCourse,
} from '../queries/learners.ts'
import type { CourseLearners, LearnerView } from '../wire/learners.ts'

const PAGE_LENGTH = 50

/** The same number of statements for any number of learners. */
export async function loadLearners(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  member: ActingPerson,
  { courseCode, after = null }: { courseCode: string; after?: string | null | undefined },
): Promise<Outcome<CourseLearners>> {
  const permitted = await requirePermission(db, member, 'learner.list', courseCode)
  if (!permitted.ok) return permitted
  const [courseTitle, learnerCount, lessons, sessions, page] = await Promise.all([
    getCourseTitle(db, courseCode),
    countLearners(db, courseCode),
    listOutline(db, courseCode),
    listSessionsOfCourse(db, courseCode),
    listLearnerPage(db, courseCode, { after, limit: PAGE_LENGTH + 1 }),
  ])
  if (courseTitle === null) return refused('COURSE_NOT_FOUND')
  const people = page.slice(0, PAGE_LENGTH)
  const personIds = people.map(({ id }) => id)
  const [enrolments, completed, attendance] = await Promise.all([
    listLearnerEnrolments(db, courseCode, personIds),
    listCompletedLessons(db, courseCode, personIds),
    listAttendanceOfPeople(db, courseCode, personIds),
  ])
  const facts = {
    lessons,
    sessionsByCohort: Map.groupBy(sessions, (session) => session.cohort_code),
    enrolmentsByPerson: Map.groupBy(enrolments, (row) => row.person_id),
    completedByPerson: Map.groupBy(completed, (row) => row.person_id),
    attendanceByPerson: Map.groupBy(attendance, (row) => row.person_id),
    now: clock(),
  }
  return accepted({
    courseTitle,
    learnerCount,
    learners: people.flatMap((person) => toLearnerView(person, facts)),
    next: page.length > PAGE_LENGTH ? personIds.at(-1)! : null,
    lessons: lessons
      .filter(({ state }) => state === 'published')
      .map(({ lessonId, title, kind }) => ({ lessonId, title, kind })),
  })
}

type PageFacts = {
  lessons: Awaited<ReturnType<typeof listOutline>>
  sessionsByCohort: Map<string, Awaited<ReturnType<typeof listSessionsOfCourse>>>
  enrolmentsByPerson: Map<string | null, Awaited<ReturnType<typeof listLearnerEnrolments>>>
  completedByPerson: Map<string, { lesson_id: string }[]>
  attendanceByPerson: Map<string, Awaited<ReturnType<typeof listAttendanceOfPeople>>>
  now: Date
}

/** Empty for a person whose enrolment ended between two statements. */
function toLearnerView({ id, name }: { id: string; name: string }, facts: PageFacts): LearnerView[] {
  const enrolments = facts.enrolmentsByPerson.get(id) ?? []
  const access = decideAccess({ isTeacher: false, enrolments: enrolments.map(toAccessFacts) }, facts.now)
  const enrolment = enrolments.find((row) => row.enrolment_id === access.enrolmentId)
  if (!enrolment) return []
  const sessions = facts.sessionsByCohort.get(enrolment.cohort_code) ?? []
  const progress = {
    lessons: facts.lessons,
    sessions: new Map(sessions.map((row) => [row.lesson_id, { isCancelled: row.cancelled_at !== null }])),
    lastSessionEndsAt: enrolment.ends_at,
    completedIds: new Set((facts.completedByPerson.get(id) ?? []).map(({ lesson_id }) => lesson_id)),
  }
  return [
    {
      personId: id,
      name,
      enrolmentId: enrolment.enrolment_id,
      cohort: { courseCode: enrolment.cohort_code, name: enrolment.cohort_name },
      access: { state: access.state, until: access.until?.toISOString() ?? null },
      percent: getCoursePercent(progress, enrolment.completed_at !== null),
      lastSeenOn: enrolments.reduce<string | null>((last, row) => latest(last, row.last_seen_on), null),
      sessions: countSessions(sessions, facts.attendanceByPerson.get(id) ?? [], facts.now),
      completedAt: enrolment.completed_at?.toISOString() ?? null,
    },
  ]
}

/** Days such as `2027-01-12`. */
function latest(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a
}

function countSessions(
  sessions: Awaited<ReturnType<typeof listSessionsOfCourse>>,
  attendance: Awaited<ReturnType<typeof listAttendanceOfPeople>>,
  now: Date,
) {
  const held = sessions.filter(({ cancelled_at, starts_at }) => cancelled_at === null && starts_at <= now)
  const attendedIds = new Set(
    attendance
      .filter(({ starts_at: startsAt, joined_at: joinedAt, verdict }) =>
        isAttended({ startsAt, joinedAt, verdict }, now),
      )
      .map(({ session_id }) => session_id),
  )
  return { attended: held.filter(({ id }) => attendedIds.has(id)).length, held: held.length }
}
