/** Every statement about passkeys and their challenges. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`

/** @param personId null for a log-in */
export async function addChallenge(db: Db, challenge: string, personId: string | null): Promise<void> {
  await db.insertInto('passkey_challenge').values({ challenge, person_id: personId }).execute()
}

/** Primary key. Deletes the challenge, so that it works once even if the check fails. */
export async function consumeChallenge(db: Db, challenge: string, personId: string | null): Promise<boolean> {
  const row = await db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .returning(['person_id', sql<boolean>`expires_at > now()`.as('is_fresh')])
    .executeTakeFirst()
  return row?.is_fresh === true && row.person_id === personId
}

type NewPasskey = {
  credentialId: string
  personId: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
  name: string
}

/** unique passkey.credential_id; undefined if it is already registered */
export function addPasskey(tx: Tx, passkey: NewPasskey) {
  return tx
    .insertInto('passkey')
    .values({
      credential_id: passkey.credentialId,
      person_id: passkey.personId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(['id', 'name', 'created_at', 'last_used_at'])
    .executeTakeFirst()
}

/** passkey_person */
export function listPasskeys(db: Db | Tx, personId: string) {
  return db.selectFrom('passkey').selectAll().where('person_id', '=', personId).orderBy('created_at').execute()
}

/** unique passkey.credential_id */
export function passkeyByCredential(db: Db, credentialId: string) {
  return db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

/** Primary key. Undefined unless the counter increases; a passkey that does not count stays at 0. */
export function recordPasskeyUse(tx: Tx, id: string, counter: number) {
  return tx
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .returning('id')
    .executeTakeFirst()
}

/** primary key; undefined if the passkey belongs to another person */
export function deletePasskey(tx: Tx, personId: string, id: string) {
  return tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returning('name')
    .executeTakeFirst()
}

/** passkey_person */
export function deletePasskeys(tx: Tx, personId: string) {
  return tx.deleteFrom('passkey').where('person_id', '=', personId).returning(['id', 'name']).execute()
}
