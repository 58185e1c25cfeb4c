/** Every statement about sign-ups whose address is not confirmed yet. */
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

export function addSignUp(db: Db, signUp: NewSignUp) {
  return db
    .insertInto('sign_up')
    .values({
      email: signUp.email,
      name: signUp.name,
      phone_number: signUp.phoneNumber,
      country_code: signUp.country,
      timezone_id: signUp.timezoneId ?? null,
      password_hash: signUp.passwordHash,
      attribution: signUp.attribution ? JSON.stringify(signUp.attribution) : null,
    })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
}

/** sign_up_waiting; the newest for an address */
export function getPendingSignUp(db: Db, email: string) {
  return selectPending(db).where('email', '=', email).orderBy('created_at', 'desc').limit(1).executeTakeFirst()
}

/** primary key */
export async function countRequestedMail(tx: Tx, id: string): Promise<number> {
  const row = await tx
    .updateTable('sign_up')
    .set({ mails_requested: sql<number>`mails_requested + 1` })
    .where('id', '=', id)
    .returning('mails_requested')
    .executeTakeFirstOrThrow()
  return row.mails_requested
}

/** primary key; locks the row until the transaction ends */
export function lockSignUp(tx: Tx, id: string) {
  return selectPending(tx).where('id', '=', id).forUpdate().executeTakeFirst()
}

type SignUpProofs = { tokenHash: Buffer; codeMac: Buffer | null }

/** sign_up_waiting, primary key; only the newest code of an address is valid */
export async function storeProofs(tx: Tx, signUp: { id: string; email: string }, proofs: SignUpProofs): Promise<void> {
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
      wrong_codes: 0,
      mailed_at: sql<Date>`now()`,
    })
    .where('id', '=', signUp.id)
    .execute()
}

/** primary key */
export function signUpById(db: Db, id: string) {
  return selectPending(db).where('id', '=', id).executeTakeFirst()
}

/** unique sign_up.token_hash */
export function signUpByToken(tx: Tx, tokenHash: Buffer) {
  return selectPending(tx).where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** sign_up_waiting; a code works for an hour. Locks the row, so that attempts are checked one after another. */
export function lockSignUpByLiveCode(tx: Tx, email: string) {
  return selectPending(tx)
    .where('email', '=', email)
    .where('code_mac', 'is not', null)
    .where('mailed_at', '>', sql<Date>`now() - interval '1 hour'`)
    .orderBy('mailed_at', 'desc')
    .forUpdate()
    .executeTakeFirst()
}

/** primary key; five wrong codes invalidate the right one */
export async function countWrongCode(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('sign_up')
    .set({
      wrong_codes: sql<number>`least(wrong_codes + 1, 5)`,
      code_mac: sql<Buffer | null>`case when wrong_codes < 4 then code_mac end`,
    })
    .where('id', '=', id)
    .execute()
}

/** Primary key. Only one of two parallel calls with the same proof succeeds. */
export function consumeSignUp(tx: Tx, id: string) {
  return tx
    .updateTable('sign_up')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** sign_up_waiting; deletes every sign-up of the address */
export async function deleteSignUps(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('sign_up').where('email', '=', email).execute()
}

function selectPending(db: Db | Tx) {
  return db.selectFrom('sign_up').selectAll().where('used_at', 'is', null).where('expires_at', '>', sql<Date>`now()`)
}
