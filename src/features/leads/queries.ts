/** Every statement about what visitors want to hear, and who stands in line. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

export type Kind = 'coming-soon' | 'reminder' | 'curriculum'
export type Contact = {
  email: string
  name: string | null
  phoneNumber: string | null
  timezoneId: string | null
  attribution: object
}

const columnsOf = (contact: Contact) => ({
  email: contact.email,
  name: contact.name,
  phone_number: contact.phoneNumber,
  timezone_id: contact.timezoneId,
  attribution: JSON.stringify(contact.attribution),
})

/** Unique (email, kind, prefix_code). A repeat changes nothing: whoever asks has not shown that the address is theirs. */
export async function addInterest(db: Db, kind: Kind, prefixCode: string, contact: Contact): Promise<void> {
  await db
    .insertInto('interest')
    .values({ kind, prefix_code: prefixCode, ...columnsOf(contact) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** waitlist_entry_once; a repeat keeps the place there was */
export async function addToWaitlist(db: Db, courseCode: string, partySize: number, contact: Contact): Promise<void> {
  await db
    .insertInto('waitlist_entry')
    .values({ course_code: courseCode, party_size: partySize, ...columnsOf(contact) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** waitlist_entry_email, then waitlist_entry_line for each: positions count from 1 */
export function waitlistsOf(db: Db, email: string) {
  return db
    .selectFrom('waitlist_entry as own')
    .select('own.course_code')
    .select((is) =>
      is
        .selectFrom('waitlist_entry as before')
        .select(sql<number>`count(*)::int`.as('position'))
        .whereRef('before.course_code', '=', 'own.course_code')
        .whereRef('before.id', '<=', 'own.id')
        .where('before.left_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('position'),
    )
    .where('own.email', '=', email)
    .where('own.left_at', 'is', null)
    .orderBy('own.id')
    .execute()
}

/** unique (email, kind, prefix_code) */
export async function remindersOf(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('interest')
    .select('prefix_code')
    .where('email', '=', email)
    .where('kind', '=', 'reminder')
    .orderBy('prefix_code')
    .execute()
  return rows.map((row) => row.prefix_code)
}

/** unique (email, kind, prefix_code), waitlist_entry_email */
export async function forgetLeads(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('interest').where('email', '=', email).execute()
  await tx.deleteFrom('waitlist_entry').where('email', '=', email).execute()
}

/** Everything that an address has left behind. */
export async function leadsOf(db: Db, email: string) {
  const [interests, waitlists] = await Promise.all([
    db.selectFrom('interest').selectAll().where('email', '=', email).orderBy('created_at').execute(),
    db.selectFrom('waitlist_entry').selectAll().where('email', '=', email).orderBy('id').execute(),
  ])
  return { interests, waitlists }
}
