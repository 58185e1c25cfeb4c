/** Every statement about mailed links. Each link works once, and only the newest for its purpose. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`

/** account_token_person; a newer link replaces the older ones with the same purpose. False where a password is set. */
export async function addMailedToken(
  tx: Tx,
  token: { hash: Buffer; personId: string; purpose: 'welcome' | 'reset-password' | 'log-in'; minutes: number },
  { unlessPassword = false } = {},
): Promise<boolean> {
  const row = await tx
    .with('replaced', (query) =>
      query
        .updateTable('account_token')
        .set({ used_at: now })
        .where('person_id', '=', token.personId)
        .where('purpose', '=', token.purpose)
        .where('used_at', 'is', null),
    )
    .insertInto('account_token')
    .columns(['person_id', 'hash', 'purpose', 'expires_at'])
    .expression(sql`select id, ${token.hash}::bytea, ${token.purpose}, now() + ${token.minutes} * interval '1 minute'
      from person where id = ${token.personId} and (password_hash is null or not ${unlessPassword}::boolean)`)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

/** A welcome link only sets a first password, and a link to log in sets none. */
const SETS_PASSWORD = sql<boolean>`(account_token.purpose = 'reset-password'
  or account_token.purpose = 'welcome' and person.password_hash is null)`

/** primary key; when a link that still sets a password expires */
export async function findPasswordLink(db: Db, hash: Buffer): Promise<{ expires_at: Date } | undefined> {
  return db
    .selectFrom('account_token')
    .innerJoin('person', 'person.id', 'account_token.person_id')
    .select('account_token.expires_at')
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(SETS_PASSWORD)
    .executeTakeFirst()
}

/** primary key; of two parallel calls with the same link only one succeeds */
export function consumeMailedToken(tx: Tx, hash: Buffer) {
  return tx
    .updateTable('account_token')
    .set({ used_at: now })
    .from('person')
    .whereRef('person.id', '=', 'account_token.person_id')
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(SETS_PASSWORD)
    .returning('account_token.person_id')
    .executeTakeFirst()
}

/** primary key; a link to log in that still works, and its owner */
export function findLogInLink(db: Db | Tx, hash: Buffer) {
  return db
    .selectFrom('account_token')
    .innerJoin('person', 'person.id', 'account_token.person_id')
    .select(['person.id', 'person.email', 'person.roles', 'account_token.expires_at'])
    .where('hash', '=', hash)
    .where('purpose', '=', 'log-in')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('person.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** primary key; of two parallel calls with the same link only one gets true */
export async function consumeLogInLink(tx: Tx, hash: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable('account_token')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('purpose', '=', 'log-in')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}
