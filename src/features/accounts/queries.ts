/** Every statement about people, sessions and mailed links. Times are the database's own. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
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

/** Primary key of person; only while the password is the one that was checked, so that a reset in between wins. */
export function addSession(
  db: Db,
  person: { id: string; password_hash: string | null },
  audience: Audience,
  userAgent: string | null,
) {
  return db
    .insertInto('session')
    .columns(['person_id', 'audience', 'user_agent', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom('person')
        .select((value) => [
          'person.id',
          value.val(audience).as('audience'),
          value.val(userAgent?.slice(0, 300) ?? null).as('user_agent'),
          sql<Date>`now() + ${idle(audience)}`.as('expires_at'),
        ])
        .where('person.id', '=', person.id)
        .where('person.password_hash', '=', person.password_hash)
        .forShare(),
    )
    .returning(['id', 'counter'])
    .executeTakeFirst()
}

/** primary key; locks the row until the transaction ends */
export function lockLiveSession(tx: Tx, id: string) {
  return tx
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['session.id', 'session.person_id', 'session.audience', 'session.counter', 'person.roles'])
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

export async function endSession(db: Db | Tx, id: string, because: 'log-out' | 'reuse'): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now, ended_because: because })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** session_person */
export async function endSessionsOf(tx: Tx, personId: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: now, ended_because: 'password-reset' })
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .execute()
}

/** account_token_person; a newer link takes the place of the older ones of its kind */
export async function addMailedToken(
  tx: Tx,
  token: { hash: Buffer; personId: string; purpose: 'welcome' | 'reset-password'; hours: number },
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
      expires_at: sql`now() + ${token.hours} * interval '1 hour'`,
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
