/** The statements about the learners of one page, and about the dates of their courses. */
import { sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/db.ts'

/** primary keys; the dates that decide which lessons are open */
export function listCohortDates(db: Db, cohortCodes: readonly string[]) {
  return db
    .selectFrom('cohort')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .select(['cohort.cohort_code', 'cohort.course_code', 'course.delivery_type', 'cohort.timezone_id'])
    .select(['cohort.starts_at', 'cohort.ends_at'])
    .where('cohort.cohort_code', '=', anyOf(cohortCodes))
    .execute()
}

/** cohort_session_time; a cancelled session comes before its replacement */
export function listSessionsOfCohorts(db: Db, cohortCodes: readonly string[]) {
  return db
    .selectFrom('cohort_session')
    .select(['id', 'cohort_code', 'lesson_id', 'title', 'starts_at', 'timezone_id', 'cancelled_at'])
    .where('cohort_code', '=', anyOf(cohortCodes))
    .orderBy(sql`cancelled_at is null`)
    .orderBy('starts_at')
    .execute()
}

/** primary key of lesson_progress; the lessons that these people have finished, of the given ones */
export function listCompleted(db: Db, personIds: readonly string[], lessonIds: readonly string[]) {
  return db
    .selectFrom('lesson_progress')
    .select(['person_id', 'lesson_id'])
    .where('person_id', '=', anyOf(personIds))
    .where('lesson_id', '=', anyOf(lessonIds))
    .where('completed_at', 'is not', null)
    .execute()
}

/** attendance_person, primary keys */
export function listAttendance(db: Db, personIds: readonly string[], sessionIds: readonly string[]) {
  return db
    .selectFrom('attendance')
    .innerJoin('cohort_session as session', 'session.id', 'attendance.session_id')
    .select(['attendance.person_id', 'attendance.session_id', 'session.starts_at'])
    .select(['attendance.joined_at', 'attendance.verdict'])
    .where('attendance.person_id', '=', anyOf(personIds))
    .where('attendance.session_id', '=', anyOf(sessionIds))
    .execute()
}

/**
 * unique (order_id, position) of order_line, payments by order, disputes by payment; the lines of these
 * orders with what was paid for all, and what banks took back of it
 */
export async function listLinesWithPaid(db: Db, orderIds: readonly string[]) {
  const { rows } = await sql<{
    order_id: string
    id: string
    position: number
    amount_minor: number
    refunded_minor: number
    waived_minor: number
    paid_minor: number
    lost_minor: number
  }>`select l.order_id::text, l.id::text, l.position::int, l.amount_minor, l.refunded_minor, l.waived_minor,
      (select coalesce(sum(p.amount_minor), 0)::bigint from payment p where p.order_id = l.order_id and p.state = 'complete') as paid_minor,
      (select coalesce(sum(d.amount_minor), 0)::bigint from payment p join dispute d on d.payment_id = p.id
        where p.order_id = l.order_id and p.state = 'complete' and d.state = 'lost') as lost_minor
    from order_line l where l.order_id = any(${[...orderIds]}::uuid[]) order by l.order_id, l.position`.execute(db)
  return rows
}

/** cohort_course; with whether a seat in them can be given away now */
export async function listCohortsOfCourse(db: Db, courseCode: string, now: Date) {
  const { rows } = await sql<{
    cohort_code: string
    name: string
    starts_at: Date | null
    timezone_id: string
    is_open: boolean
    is_full: boolean
    has_learners: boolean
  }>`select cohort_code, name, starts_at, timezone_id, state = 'open' and (ends_at > ${now}) is not false
        and (select published_at from course where course.course_code = cohort.course_code) is not null as is_open,
      coalesce(taken >= capacity, false) as is_full,
      enrolled > 0 as has_learners
    from cohort where course_code = ${courseCode} order by starts_at desc nulls first, cohort_code limit 500`.execute(
    db,
  )
  return rows
}

type TaughtRow = { course_code: string; title: string; delivery_type: 'live' | 'on-demand'; role: string | null }

/** primary key of course_role, or all courses for an admin; at most 500, by title */
export async function listTaughtCourses(
  db: Db,
  { personId, isEveryCourse }: { personId: string; isEveryCourse: boolean },
): Promise<TaughtRow[]> {
  const { rows } = await sql<TaughtRow>`select c.course_code, c.title, c.delivery_type, r.role from course c
    left join course_role r on r.course_code = c.course_code and r.person_id = ${personId}
    where ${isEveryCourse} or r.person_id is not null order by c.title, c.course_code limit 500`.execute(db)
  return rows
}

/** primary keys */
export async function findTaughtCourse(db: Db, personId: string, courseCode: string): Promise<TaughtRow | undefined> {
  const { rows } = await sql<TaughtRow>`select c.course_code, c.title, c.delivery_type, r.role from course c
    left join course_role r on r.course_code = c.course_code and r.person_id = ${personId}
    where c.course_code = ${courseCode}`.execute(db)
  return rows[0]
}
