/** Every statement about people. Times come from the database clock. */
import { sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
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

/** unique person.email; keeps the order of the given addresses */
export async function listEmailsWithPassword(db: Db, emails: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('email')
    .where('email', '=', anyOf(emails))
    .where('password_hash', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  const matchingEmails = new Set(rows.map((row) => row.email))
  return emails.filter((email) => matchingEmails.has(email))
}

export async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** primary key; undefined if the account was deleted */
export function personById(db: Db | Tx, id: string) {
  return db.selectFrom('person').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
}

/** Primary key. Until the transaction ends, no other transaction can change, delete or reference this person. */
export function lockPerson(tx: Tx, id: string) {
  return tx
    .selectFrom('person')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Primary key. Prevents the deletion of the person until the transaction ends; false if already deleted. */
export async function lockPersonForShare(tx: Tx, id: string): Promise<boolean> {
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

/** unique person.email; changes nothing of an existing person */
export async function getOrCreatePerson(
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
  if (added) return { id: added.id, isNew: true, hasPassword: false }
  const row = await tx
    .selectFrom('person')
    .select(['id', 'password_hash'])
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  return { id: row.id, isNew: false, hasPassword: row.password_hash !== null }
}

/** Primary key of person. Locked, so that a parallel reset either waits or is seen here. */
export async function hasPasswordHash(tx: Tx, personId: string, passwordHash: string | null): Promise<boolean> {
  const row = await tx
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Primary key, account_token_person. Earlier mailed links stop working. */
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

/** primary key; a name that nobody typed, because it is the beginning of the address, becomes this one */
export async function nameUnnamed(tx: Tx, personId: string, name: string): Promise<void> {
  await tx
    .updateTable('person')
    .set({ name })
    .where('id', '=', personId)
    .where('name', '=', sql<string>`split_part(email, '@', 1)`)
    .execute()
}

/** primary key */
export async function markEmailVerified(tx: Tx, personId: string): Promise<void> {
  await tx
    .updateTable('person')
    .set({ email_verified_at: sql<Date>`coalesce(email_verified_at, now())` })
    .where('id', '=', personId)
    .execute()
}

export async function setRoles(db: Db | Tx, personId: string, roles: string[]): Promise<void> {
  await db.updateTable('person').set({ roles }).where('id', '=', personId).execute()
}

/** primary key; existing values stay */
export async function fillProfile(
  tx: Tx,
  id: string,
  profile: { countryCode: string | null; attribution: unknown },
): Promise<void> {
  await tx
    .updateTable('person')
    .set({
      country_code: sql<string>`coalesce(country_code, ${profile.countryCode})`,
      attribution: sql`coalesce(attribution, ${profile.attribution ? JSON.stringify(profile.attribution) : null}::jsonb)`,
    })
    .where('id', '=', id)
    .execute()
}

type PersonUpdate = {
  name?: string
  phoneNumber?: string | null
  timezoneId?: string
  countryCode?: string | null
  marketing?: boolean
  isVisibleToCohort?: boolean
}

/** primary key */
export function updatePerson(db: Db, id: string, change: PersonUpdate) {
  const { name, phoneNumber, timezoneId, countryCode, marketing, isVisibleToCohort } = change
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
      ...(isVisibleToCohort !== undefined && { visible_to_cohort: isVisibleToCohort }),
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Locks all admins until the transaction ends, so that the last two cannot be deleted in parallel. Few rows. */
export async function countOtherAdmins(tx: Tx, personId: string): Promise<number> {
  const rows = await tx
    .selectFrom('person')
    .select('id')
    .where(sql<boolean>`'community-admin' = any(roles)`)
    .forUpdate()
    .execute()
  return rows.filter((row) => row.id !== personId).length
}

/** Primary key. Keeps the row for the accounts ledger, without personal data and without any log-in method. */
export async function anonymisePerson(
  tx: Tx,
  personId: string,
  replacement: { email: string; name: string },
): Promise<void> {
  await tx
    .updateTable('person')
    .set({
      ...replacement,
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
