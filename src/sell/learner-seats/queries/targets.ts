/** The statements about the dates to which a seat can move. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

export type TargetRow = {
  cohortCode: string
  name: string
  startsAt: Date | null
  endsAt: Date | null
  timezoneId: string
  sessions: number
  capacity: number | null
  taken: number
  waitingParty: number | null
  waiting: number
}

/** cohort_course; the open dates of a course that have not ended, and the present ones of the seat. By their start. */
export async function listTargetRows(
  db: Db,
  { courseCode, current, now }: { courseCode: string; current: string; now: Date },
): Promise<TargetRow[]> {
  const { rows } = await sql<TargetRow>`select c.cohort_code as "cohortCode", c.name, c.starts_at as "startsAt",
      c.ends_at as "endsAt", c.timezone_id as "timezoneId", c.capacity, c.taken, c.waiting_party as "waitingParty",
      (select count(*)::int from cohort_session s where s.cohort_code = c.cohort_code and s.cancelled_at is null) as sessions,
      (select count(*)::int from waitlist_entry w where w.cohort_code = c.cohort_code and w.left_at is null
        and w.confirmed_at is not null) as waiting
    from cohort c where c.course_code = ${courseCode}
      and (c.cohort_code = ${current} or (c.state = 'open' and (c.ends_at > ${now} or c.ends_at is null)))
    order by c.starts_at, c.cohort_code limit 200`.execute(db)
  return rows
}

/** primary key of lesson_progress; the lessons of a course that a person has started */
export async function listStartedLessons(tx: Tx, personId: string, courseCode: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('lesson_progress')
    .innerJoin('lesson', 'lesson.id', 'lesson_progress.lesson_id')
    .select('lesson.id')
    .where('lesson_progress.person_id', '=', personId)
    .where('lesson.course_code', '=', courseCode)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** cohort_session_time; the sessions that have begun */
export async function countHeldSessions(tx: Tx, cohortCode: string, now: Date): Promise<number> {
  const row = await tx
    .selectFrom('cohort_session')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('cohort_code', '=', cohortCode)
    .where('cancelled_at', 'is', null)
    .where('starts_at', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** cohort_session_time; what a calendar is told when a seat leaves or gets dates. Sessions that are over are left out. */
export async function listSessionsAhead(tx: Tx, cohortCode: string, now: Date) {
  return tx
    .selectFrom('cohort_session as session')
    .innerJoin('cohort', 'cohort.cohort_code', 'session.cohort_code')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .select(['session.id', 'session.sequence', 'session.title', 'session.starts_at', 'session.ends_at'])
    .select(['session.timezone_id', 'session.pro', 'course.title as course_title'])
    .select(sql<boolean>`session.cancelled_at is not null`.as('is_cancelled'))
    .where('session.cohort_code', '=', cohortCode)
    .where('session.cancelled_at', 'is', null)
    .where('session.ends_at', '>', now)
    .orderBy('session.starts_at')
    .execute()
}
