/** Every statement about people. Times are the database's own. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`

/** unique person.email */
export function personByEmail(db: Db | Tx, email: string) {
  return db
    .selectFrom('person')
    .selectAll()
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** unique person.email; in the order of the addresses */
export async function emailsWithPassword(db: Db, emails: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('email')
    .where('email', 'in', emails)
    .where('password_hash', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  const found = new Set(rows.map((row) => row.email))
  return emails.filter((email) => found.has(email))
}

export async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** primary key; nobody where the account was deleted */
export function personById(db: Db | Tx, id: string) {
  return db.selectFrom('person').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
}

/** Primary key. Until the transaction ends nobody else changes, deletes or adds to this person. */
export function lockPerson(tx: Tx, id: string) {
  return tx
    .selectFrom('person')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Primary key. Until the transaction ends the person is not deleted; false where that has happened. */
export async function holdPerson(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('person')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

type NewPerson = { email: string; name: string; phoneNumber: string | null; timezoneId: string | null }

/** unique person.email; leaves a known person as they are */
export async function personForEmail(
  tx: Tx,
  person: NewPerson,
): Promise<{ id: string; isNew: boolean; hasPassword: boolean }> {
  const added = await tx
    .insertInto('person')
    .values({
      email: person.email,
      name: person.name,
      phone_number: person.phoneNumber,
      timezone_id: person.timezoneId,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  const row = await tx
    .selectFrom('person')
    .select(['id', 'password_hash'])
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  return { id: row.id, isNew: added !== undefined, hasPassword: row.password_hash !== null }
}

/** Primary key of person; locked, so that a reset that comes between waits or wins. */
export async function stillHasPassword(tx: Tx, personId: string, passwordHash: string | null): Promise<boolean> {
  const row = await tx
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Primary key, account_token_person. Links that were mailed before are over with it. */
export async function setPassword(tx: Tx, personId: string, passwordHash: string): Promise<string> {
  const row = await tx
    .updateTable('person')
    .set({ password_hash: passwordHash, email_verified_at: sql<Date>`coalesce(email_verified_at, now())` })
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .returning('email')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('account_token')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute()
  return row.email
}

/** primary key */
export async function proveAddress(tx: Tx, personId: string): Promise<void> {
  await tx
    .updateTable('person')
    .set({ email_verified_at: sql<Date>`coalesce(email_verified_at, now())` })
    .where('id', '=', personId)
    .execute()
}

export async function setRoles(db: Db | Tx, personId: string, roles: string[]): Promise<void> {
  await db.updateTable('person').set({ roles }).where('id', '=', personId).execute()
}

/** primary key; what is known already stays */
export async function fillProfile(
  tx: Tx,
  id: string,
  more: { countryCode: string | null; attribution: unknown },
): Promise<void> {
  await tx
    .updateTable('person')
    .set({
      country_code: sql<string>`coalesce(country_code, ${more.countryCode})`,
      attribution: sql`coalesce(attribution, ${more.attribution ? JSON.stringify(more.attribution) : null}::jsonb)`,
    })
    .where('id', '=', id)
    .execute()
}

type PersonChange = {
  name?: string
  phoneNumber?: string | null
  timezoneId?: string
  countryCode?: string | null
  marketing?: boolean
}

/** primary key */
export function changePerson(db: Db, id: string, change: PersonChange) {
  const { name, phoneNumber, timezoneId, countryCode, marketing } = change
  return db
    .updateTable('person')
    .set({
      id,
      ...(name !== undefined && { name }),
      ...(phoneNumber !== undefined && { phone_number: phoneNumber }),
      ...(timezoneId !== undefined && { timezone_id: timezoneId }),
      ...(countryCode !== undefined && { country_code: countryCode }),
      ...(marketing === true && { marketing_consent_at: sql<Date>`coalesce(marketing_consent_at, now())` }),
      ...(marketing === false && { marketing_consent_at: null }),
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Locks every admin until the transaction ends, so that the last two cannot leave at once. A handful of rows. */
export async function otherAdmins(tx: Tx, personId: string): Promise<number> {
  const rows = await tx
    .selectFrom('person')
    .select('id')
    .where(sql<boolean>`'community-admin' = any(roles)`)
    .forUpdate()
    .execute()
  return rows.filter((row) => row.id !== personId).length
}

/** Primary key. The row stays for the books; nothing in it names anybody, and no way in is left. */
export async function forgetPerson(tx: Tx, personId: string, alias: { email: string; name: string }): Promise<void> {
  await tx
    .updateTable('person')
    .set({
      ...alias,
      phone_number: null,
      country_code: null,
      timezone_id: null,
      roles: ['learner'],
      password_hash: null,
      marketing_consent_at: null,
      attribution: null,
      deleted_at: now,
    })
    .where('id', '=', personId)
    .execute()
  await tx.deleteFrom('session').where('person_id', '=', personId).execute()
  await tx.deleteFrom('account_token').where('person_id', '=', personId).execute()
  await tx.deleteFrom('passkey_challenge').where('person_id', '=', personId).execute()
}
