/** The statements about the life of a course. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** primary key of course_version; newest first, without their documents */
export function listVersionRows(
  db: Db,
  courseCode: string,
  { before, limit }: { before: number | null; limit: number },
) {
  return db
    .selectFrom('course_version')
    .leftJoin('person', 'person.id', 'course_version.published_by')
    .select(['number', 'published_at as publishedAt', 'person.name as publishedBy', 'source', 'note'])
    .where('course_code', '=', courseCode)
    .$if(before !== null, (query) => query.where('number', '<', before!))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

/** primary key of course_version */
export async function findVersionDocument(tx: Tx, courseCode: string, number: number): Promise<unknown> {
  const row = await tx
    .selectFrom('course_version')
    .select('document')
    .where('course_code', '=', courseCode)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.document ?? null
}

/** Each is a list of ids. */
type ConcernedByWithdrawal = {
  /** Orders that are not paid yet, which may still be finished. */
  openCheckouts: string[]
  /** Entries of waitlists of dates that have not started. Each gets one e-mail. */
  waiting: string[]
  /** Requests for news. Each gets one e-mail. */
  wantNews: string[]
  /** People who keep their access. */
  learners: string[]
}

/** cohort_course; orders, waitlist_entry and enrolment by cohort, interest_course */
export async function listConcernedByWithdrawal(tx: Tx, courseCode: string, now: Date): Promise<ConcernedByWithdrawal> {
  const { rows } = await sql<ConcernedByWithdrawal>`
    with dates as (select cohort_code, starts_at, state from cohort where course_code = ${courseCode})
    select
      array(select orders.id::text from orders join dates using (cohort_code) where orders.state = 'open' order by 1) as "openCheckouts",
      array(select waiting.id::text from waitlist_entry as waiting join dates using (cohort_code)
        where waiting.confirmed_at is not null and waiting.left_at is null and dates.state <> 'cancelled'
          and (dates.starts_at is null or dates.starts_at > ${now})) as waiting,
      array(select id::text from interest where course_code = ${courseCode} and kind in ('coming-soon', 'reminder')
        and confirmed_at is not null and left_at is null) as "wantNews",
      array(select distinct person_id::text from enrolment join dates using (cohort_code)
        where enrolment.state = 'active' and person_id is not null
          and (access_ends_at is null or access_ends_at > ${now})) as learners`.execute(tx)
  return rows[0]!
}
