/** The contact of a lead, and the statements about all leads of an address. */
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type SentTouches, toTouchColumns } from '#domain/attribution.ts'
import type { Db, Tx } from '#platform/db/db.ts'

export type InterestKind = 'coming-soon' | 'reminder' | 'curriculum'
export type LeadContact = {
  email: string
  name: string | null
  phoneNumber: string | null
  timezoneId: string | null
  touches: SentTouches
}

export const createContactColumns = (contact: LeadContact) => ({
  email: contact.email,
  name: contact.name,
  phone_number: contact.phoneNumber,
  timezone_id: contact.timezoneId,
  ...toTouchColumns(contact.touches),
})

/** unique (email, kind, course_code) */
export async function listReminders(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('interest')
    .select('course_code')
    .where('email', '=', email)
    .where('kind', '=', 'reminder')
    .where('left_at', 'is', null)
    .orderBy('course_code')
    .execute()
  return rows.map((row) => row.course_code)
}

/** unique (email, kind, course_code), waitlist_entry_email */
export async function deleteLeads(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('interest').where('email', '=', email).execute()
  await tx.deleteFrom('waitlist_entry').where('email', '=', email).execute()
}

/** All leads of an e-mail address. */
export async function listLeads(db: Db, email: string) {
  const [interests, waitlists] = await Promise.all([
    db
      .selectFrom('interest')
      .selectAll()
      .select((interest) =>
        jsonArrayFrom(
          interest
            .selectFrom('interest_notice')
            .select(['cohort_code', 'kind', 'created_at'])
            .whereRef('interest_id', '=', 'interest.id')
            .orderBy('created_at'),
        ).as('notices'),
      )
      .where('email', '=', email)
      .orderBy('created_at')
      .execute(),
    db.selectFrom('waitlist_entry').selectAll().where('email', '=', email).orderBy('id').execute(),
  ])
  return { interests, waitlists }
}
