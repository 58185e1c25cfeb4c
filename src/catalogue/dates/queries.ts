/** The statements of a course's dates page. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

export type DatedCohortRow = {
  cohortCode: string
  name: string
  state: 'announced' | 'open' | 'cancelled'
  capacity: number | null
  taken: number
  waiting: number
  timezoneId: string
  enrolClosesAt: Date | null
  priceMinor: number | null
  currency: string | null
}

/** cohort_course, offer_cohort, waitlist_entry_line; every cohort of a course, the latest first and those without dates before */
export async function listDatedCohorts(db: Db | Tx, courseCode: string): Promise<DatedCohortRow[]> {
  const { rows } = await sql<DatedCohortRow>`select c.cohort_code as "cohortCode", c.name, c.state, c.capacity, c.taken,
      (select count(*)::int from waitlist_entry w where w.cohort_code = c.cohort_code and w.confirmed_at is not null
        and w.offered_at is null and w.left_at is null) as waiting,
      c.timezone_id as "timezoneId", c.enrol_closes_at as "enrolClosesAt", o.price_minor as "priceMinor", o.currency
    from cohort c left join lateral (select * from offer where offer.cohort_code = c.cohort_code
        and (offer.expires_at is null or offer.expires_at > now()) order by position limit 1) as o on true
    where c.course_code = ${courseCode} order by c.starts_at desc nulls first, c.cohort_code`.execute(db)
  return rows
}

/** cohort_course, cohort_session_time; the sessions of all cohorts of a course, with the cancelled ones */
export function listDatedSessions(db: Db | Tx, courseCode: string) {
  return db
    .selectFrom('cohort_session as session')
    .innerJoin('cohort', 'cohort.cohort_code', 'session.cohort_code')
    .innerJoin('lesson', 'lesson.id', 'session.lesson_id')
    .select([
      'session.cohort_code as cohortCode',
      'lesson.key as lessonKey',
      'session.id as sessionId',
      'session.title',
      'session.timezone_id as timezoneId',
    ])
    .select(['session.starts_at as startsAt', 'session.ends_at as endsAt'])
    .select(sql<boolean>`session.cancelled_at is not null`.as('isCancelled'))
    .select('session.pro as isPro')
    .select(sql<boolean>`session.sealed_meeting_url is not null`.as('hasMeeting'))
    .where('cohort.course_code', '=', courseCode)
    .orderBy('session.starts_at')
    .execute()
}

/** primary keys of cohort and offer; those of the given codes that one of them has */
export async function listTakenCodes(db: Db | Tx, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select cohort_code as code from cohort where cohort_code = any(${[...codes]}::text[])
    union select offer_code from offer where offer_code = any(${[...codes]}::text[])`.execute(db)
  return rows.map(({ code }) => code)
}

/** `isKnown`: everybody sees its course, or the person has a role in it. */
type Overlapping = { title: string; courseTitle: string; startsAt: Date; endsAt: Date; isKnown: boolean }

/**
 * course_role by person, course_creator_slug, cohort_session_time; the sessions between two times of all courses that share a
 * teacher with this one, by a role or by the page
 */
export async function listSessionsOfTeachers(
  db: Db | Tx,
  personId: string,
  courseCode: string,
  { from, until }: { from: Date; until: Date },
): Promise<Overlapping[]> {
  const { rows } = await sql<Overlapping>`
    with taught as (
      select course_code from course_role where role <> 'assistant' and person_id in (
        select person_id from course_role where course_code = ${courseCode} and role <> 'assistant')
      union select course_code from course_creator where creator_slug in (
        select creator_slug from course_creator where course_code = ${courseCode})
      union select ${courseCode})
    select s.title, k.title as "courseTitle", s.starts_at as "startsAt", s.ends_at as "endsAt",
      k.published_at is not null or exists (select from course_role r
        where r.course_code = k.course_code and r.person_id = ${personId}) as "isKnown"
    from taught join course k using (course_code) join cohort c on c.course_code = k.course_code and c.state <> 'cancelled'
      join cohort_session s on s.cohort_code = c.cohort_code
    where s.cancelled_at is null and s.starts_at < ${until} and s.ends_at > ${from} order by s.starts_at`.execute(db)
  return rows
}

/** cohort_session_time; the sealed address of the latest session of a cohort that has one and is taught by its own teachers */
export async function findMeeting(tx: Tx, cohortCode: string): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('cohort_session')
    .select('sealed_meeting_url')
    .where('cohort_code', '=', cohortCode)
    .where('sealed_meeting_url', 'is not', null)
    .where('pro', '=', false)
    .where('cancelled_at', 'is', null)
    .orderBy('starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sealed_meeting_url ?? null
}
