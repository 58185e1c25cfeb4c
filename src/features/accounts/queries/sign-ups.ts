/** Every statement about sign-ups that wait for their address to be proved. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

type NewSignUp = {
  email: string
  name: string
  phoneNumber: string | null
  country: string | null
  timezoneId?: string | undefined
  passwordHash: string
  attribution?: object | undefined
}

export function addSignUp(db: Db, given: NewSignUp) {
  return db
    .insertInto('sign_up')
    .values({
      email: given.email,
      name: given.name,
      phone_number: given.phoneNumber,
      country_code: given.country,
      timezone_id: given.timezoneId ?? null,
      password_hash: given.passwordHash,
      attribution: given.attribution ? JSON.stringify(given.attribution) : null,
    })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
}

/** sign_up_waiting; the newest for an address */
export function waitingSignUp(db: Db, email: string) {
  return waiting(db).where('email', '=', email).orderBy('created_at', 'desc').limit(1).executeTakeFirst()
}

/** primary key */
export async function countMailAsked(tx: Tx, id: string): Promise<number> {
  const row = await tx
    .updateTable('sign_up')
    .set({ mails_asked: sql<number>`mails_asked + 1` })
    .where('id', '=', id)
    .returning('mails_asked')
    .executeTakeFirstOrThrow()
  return row.mails_asked
}

/** primary key; locks the row until the transaction ends */
export function lockSignUp(tx: Tx, id: string) {
  return waiting(tx).where('id', '=', id).forUpdate().executeTakeFirst()
}

type Proofs = { tokenHash: Buffer; codeMac: Buffer | null }

/** sign_up_waiting, primary key; only the newest code of an address counts */
export async function keepProofs(tx: Tx, signUp: { id: string; email: string }, proofs: Proofs): Promise<void> {
  await tx
    .updateTable('sign_up')
    .set({ code_mac: null })
    .where('email', '=', signUp.email)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .updateTable('sign_up')
    .set({
      token_hash: proofs.tokenHash,
      code_mac: proofs.codeMac,
      code_misses: 0,
      mailed_at: sql<Date>`now()`,
    })
    .where('id', '=', signUp.id)
    .execute()
}

/** primary key */
export function signUpById(db: Db, id: string) {
  return waiting(db).where('id', '=', id).executeTakeFirst()
}

/** unique sign_up.token_hash */
export function signUpByToken(tx: Tx, tokenHash: Buffer) {
  return waiting(tx).where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** sign_up_waiting; a code works for an hour. Locks the row, so that guesses are checked one after another. */
export function lockLiveCode(tx: Tx, email: string) {
  return waiting(tx)
    .where('email', '=', email)
    .where('code_mac', 'is not', null)
    .where('mailed_at', '>', sql<Date>`now() - interval '1 hour'`)
    .orderBy('mailed_at', 'desc')
    .forUpdate()
    .executeTakeFirst()
}

/** primary key; the fifth wrong code voids the right one */
export async function countCodeMiss(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('sign_up')
    .set({
      code_misses: sql<number>`least(code_misses + 1, 5)`,
      code_mac: sql<Buffer | null>`case when code_misses < 4 then code_mac end`,
    })
    .where('id', '=', id)
    .execute()
}

/** Primary key; of two who show the same proof at once, one finds it used. */
export function spendSignUp(tx: Tx, id: string) {
  return tx
    .updateTable('sign_up')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** sign_up_waiting; what waited for this address is over */
export async function dropSignUps(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('sign_up').where('email', '=', email).execute()
}

function waiting(db: Db | Tx) {
  return db.selectFrom('sign_up').selectAll().where('used_at', 'is', null).where('expires_at', '>', sql<Date>`now()`)
}
