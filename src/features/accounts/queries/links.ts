/** Every statement about mailed links: each works once, the newest of its kind alone. */
import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`

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
  return (
    tx
      .updateTable('account_token')
      .set({ used_at: now })
      .from('person')
      .whereRef('person.id', '=', 'account_token.person_id')
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      // A welcome is for the first password alone.
      .where((is) => is.or([is('purpose', '=', 'reset-password'), is('person.password_hash', 'is', null)]))
      .returning('account_token.person_id')
      .executeTakeFirst()
  )
}
