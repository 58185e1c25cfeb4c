/** Every statement about mailed links. Each link works once, and only the newest for its purpose. */
import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`

/** account_token_person; a newer link replaces the older ones with the same purpose. False where a password is set. */
export async function addMailedToken(
  tx: Tx,
  token: { hash: Buffer; personId: string; purpose: 'welcome' | 'reset-password'; minutes: number },
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

/** primary key; of two parallel calls with the same link only one succeeds */
export function consumeMailedToken(tx: Tx, hash: Buffer) {
  return (
    tx
      .updateTable('account_token')
      .set({ used_at: now })
      .from('person')
      .whereRef('person.id', '=', 'account_token.person_id')
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      // A welcome link only sets a first password.
      .where((eb) => eb.or([eb('purpose', '=', 'reset-password'), eb('person.password_hash', 'is', null)]))
      .returning('account_token.person_id')
      .executeTakeFirst()
  )
}
