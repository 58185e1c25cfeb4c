/** Every statement about people, sessions and mailed links. Times are the database's own. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Device } from './device.ts'
import type { Audience } from './tokens.ts'

const now = sql<Date>`now()`
/** 30 days idle and 90 at most for a learner; 12 hours and 7 days for an admin. Contract §3. */
const idle = (audience: Audience) => (audience === 'admin' ? sql`interval '12 hours'` : sql`interval '30 days'`)
const longest = (audience: Audience) => (audience === 'admin' ? sql`interval '7 days'` : sql`interval '90 days'`)

/** unique person.email */
export function personByEmail(db: Db | Tx, email: string) {
  return db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst()
}

/** primary key */
export function personById(db: Db | Tx, id: string) {
  return db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst()
}

type NewPerson = { email: string; name: string; phoneNumber: string | null; timezoneId: string | null }

/** unique person.email; leaves a known person as they are */
export async function personForEmail(tx: Tx, person: NewPerson): Promise<{ id: string; hasPassword: boolean }> {
  await tx
    .insertInto('person')
    .values({
      email: person.email,
      name: person.name,
      phone_number: person.phoneNumber,
      timezone_id: person.timezoneId,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  const row = await tx
    .selectFrom('person')
    .select(['id', 'password_hash'])
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  return { id: row.id, hasPassword: row.password_hash !== null }
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

/** session_of_person; ended sessions tell too, for as long as they are kept */
export async function knownDevices(tx: Tx, personId: string): Promise<string[]> {
  const rows = await tx.selectFrom('session').select('device').distinct().where('person_id', '=', personId).execute()
  return rows.map((row) => row.device)
}

export function addSession(
  tx: Tx,
  { personId, audience, device }: { personId: string; audience: Audience; device: Device },
): Promise<{ id: string; counter: number }> {
  return tx
    .insertInto('session')
    .values({
      person_id: personId,
      audience,
      device: device.name,
      is_bound: device.isBound,
      expires_at: sql<Date>`now() + ${idle(audience)}`,
    })
    .returning(['id', 'counter'])
    .executeTakeFirstOrThrow()
}

/** primary key; locks the row until the transaction ends */
export function lockLiveSession(tx: Tx, id: string) {
  return tx
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select([
      'session.id',
      'session.person_id',
      'session.audience',
      'session.counter',
      'session.is_bound',
      'person.roles',
    ])
    .select(sql<boolean>`session.rotated_at > now() - interval '30 seconds'`.as('just_rotated'))
    .where('session.id', '=', id)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .forUpdate('session')
    .executeTakeFirst()
}

/** primary key */
export function liveSession(db: Db, id: string) {
  return db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['session.person_id', 'session.audience', 'person.roles'])
    .where('session.id', '=', id)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .executeTakeFirst()
}

export async function rotateSession(tx: Tx, id: string, audience: Audience): Promise<number> {
  const row = await tx
    .updateTable('session')
    .set({
      counter: sql`counter + 1`,
      rotated_at: now,
      expires_at: sql<Date>`least(created_at + ${longest(audience)}, now() + ${idle(audience)})`,
    })
    .where('id', '=', id)
    .returning('counter')
    .executeTakeFirstOrThrow()
  return row.counter
}

type Because = 'log-out' | 'reuse' | 'password-reset' | 'password-change' | 'logged-out-elsewhere' | 'account-deleted'

/** primary key; undefined when it had ended before */
export function endSession(db: Db | Tx, id: string, because: Because) {
  return db
    .updateTable('session')
    .set({ ended_at: now, ended_because: because })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['id', 'person_id', 'audience'])
    .executeTakeFirst()
}

/** session_person */
export async function endSessionsOf(db: Db | Tx, personId: string, because: Because, but?: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now, ended_because: because })
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .$if(but !== undefined, (query) => query.where('id', '<>', but ?? ''))
    .execute()
}

/** session_person */
export function sessionsOf(db: Db, personId: string) {
  return db
    .selectFrom('session')
    .select(['id', 'audience', 'device', 'created_at', 'rotated_at'])
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('rotated_at', 'desc')
    .limit(200)
    .execute()
}

/** primary key */
export function personOfSession(db: Db, sessionId: string) {
  return db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['person.email', 'person.timezone_id', 'session.device'])
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
}

/** Kept for half a year, so that a device of last month is not told of as new. */
export async function forgetOldSessions(db: Db): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', sql<Date>`now() - interval '180 days'`).execute()
}

/** account_token_person; a newer link takes the place of the older ones of its kind */
export async function addMailedToken(
  tx: Tx,
  token: { hash: Buffer; personId: string; purpose: 'welcome' | 'reset-password'; minutes: number },
) {
  await tx
    .updateTable('account_token')
    .set({ used_at: now })
    .where('person_id', '=', token.personId)
    .where('purpose', '=', token.purpose)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .insertInto('account_token')
    .values({
      hash: token.hash,
      person_id: token.personId,
      purpose: token.purpose,
      expires_at: sql`now() + ${token.minutes} * interval '1 minute'`,
    })
    .execute()
}

/** primary key; two who use one link at once: one of them finds it used */
export function spendMailedToken(tx: Tx, hash: Buffer) {
  return tx
    .updateTable('account_token')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('person_id')
    .executeTakeFirst()
}

export async function setPassword(tx: Tx, personId: string, passwordHash: string): Promise<string> {
  const row = await tx
    .updateTable('person')
    .set({ password_hash: passwordHash, email_verified_at: sql<Date>`coalesce(email_verified_at, now())` })
    .where('id', '=', personId)
    .returning('email')
    .executeTakeFirstOrThrow()
  return row.email
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
    .returningAll()
    .executeTakeFirstOrThrow()
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
}
