/** The statements about the own places of a logged-in person. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

export type OwnPlaceRow = {
  id: number
  cohort_code: string
  title: string
  starts_at: Date | null
  timezone_id: string
  seats: number
  confirmed_at: Date | null
  position: number | null
  expires_at: Date | null
}

/**
 * The places of a verified address, in cohorts that still enrol people. Offers come first. Indexes: primary key of person,
 * waitlist_entry_email, unique waitlist_offer.entry_id, then waitlist_entry_line for each place.
 */
export async function listOwnPlaceRows(db: Db, personId: string, now: Date): Promise<OwnPlaceRow[]> {
  const { rows } = await sql<OwnPlaceRow>`
    select w.id, w.cohort_code, k.title, c.starts_at, c.timezone_id, coalesce(o.seats, w.party_size) as seats,
      w.confirmed_at, o.expires_at,
      case when o.id is null and w.confirmed_at is not null then (select count(*)::int from waitlist_entry b
        where b.cohort_code = w.cohort_code and b.id <= w.id and b.confirmed_at is not null and b.offered_at is null
          and b.left_at is null) end as position
    from person p join waitlist_entry w on w.email = p.email and w.left_at is null
      join cohort c on c.cohort_code = w.cohort_code and c.state = 'open'
      join course k on k.course_code = c.course_code and k.withdrawn_at is null
      left join waitlist_offer o on o.entry_id = w.id and o.state = 'offered' and o.expires_at > ${now}
    where p.id = ${personId} and p.email_verified_at is not null and p.deleted_at is null
      and (coalesce(c.enrol_closes_at, c.starts_at) > ${now}) is not false and (w.offered_at is null or o.id is not null)
    order by o.id is null, w.id`.execute(db)
  return rows
}

/** Primary keys; whether the entry is of the person's verified address and still on the waitlist. */
export async function isOwnEntry(tx: Tx, personId: string, entryId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('waitlist_entry')
    .innerJoin('person', 'person.email', 'waitlist_entry.email')
    .select('waitlist_entry.id')
    .where('waitlist_entry.id', '=', entryId)
    .where('waitlist_entry.left_at', 'is', null)
    .where('person.id', '=', personId)
    .where('person.email_verified_at', 'is not', null)
    .where('person.deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
