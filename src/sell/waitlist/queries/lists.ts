/** The statements behind the lists of people who wait. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export type WaitingRow = {
  id: number
  cohort_code: string
  starts_at: Date | null
  timezone_id: string
  free_seats: number | null
  name: string | null
  email: string
  party_size: number
  created_at: Date
  confirmed_at: Date | null
  expires_at: Date | null
  attribution: unknown
}

/** cohort_course, waitlist_entry_cohort; everybody who is on a waitlist of the course, in the order of the waitlists */
export async function listWaitingRows(db: Db, courseCode: string, limit: number | null): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select w.id, w.cohort_code, c.starts_at, c.timezone_id, c.capacity - c.taken as free_seats, w.name, w.email,
      w.party_size, w.created_at, w.confirmed_at, o.expires_at, w.attribution
    from cohort c join waitlist_entry w on w.cohort_code = c.cohort_code
      left join waitlist_offer o on o.entry_id = w.id and o.state = 'offered'
    where c.course_code = ${courseCode} and w.left_at is null
    order by c.starts_at nulls last, w.cohort_code, w.id limit ${limit}`.execute(db)
  return rows
}

/** interest_course; the newest first */
export function listInterestRows(db: Db, courseCode: string, limit: number | null) {
  return db
    .selectFrom('interest')
    .selectAll()
    .where('course_code', '=', courseCode)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute()
}

/** interest_course */
export async function countInterests(db: Db, courseCode: string): Promise<number> {
  const row = await db
    .selectFrom('interest')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('course_code', '=', courseCode)
    .executeTakeFirstOrThrow()
  return row.count
}
