/** Every statement about authenticator apps and recovery codes. */
import { sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db, Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`

/** primary key */
export function getTotp(db: Db | Tx, personId: string) {
  return db.selectFrom('totp').selectAll().where('person_id', '=', personId).executeTakeFirst()
}

/** Primary key. Locks the row until the transaction ends. Undefined if no second factor is on. */
export function lockTotp(tx: Tx, personId: string) {
  return tx
    .selectFrom('totp')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Primary key. Replaces an unconfirmed secret. Undefined if a second factor is already on. */
export function savePendingTotp(db: Tx, input: { personId: string; sessionId: string; sealedSecret: Buffer }) {
  const pendingTotp = { sealed_secret: input.sealedSecret, session_id: input.sessionId }
  return db
    .insertInto('totp')
    .values({ person_id: input.personId, ...pendingTotp })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ ...pendingTotp, created_at: now })
        .where('totp.confirmed_at', 'is', null),
    )
    .returning('person_id')
    .executeTakeFirst()
}

/** Primary key. Confirms only the secret that the code was made with, and only once. */
export function confirmTotp(tx: Tx, input: { personId: string; sealedSecret: Buffer; step: number }) {
  return tx
    .updateTable('totp')
    .set({ confirmed_at: now, last_step: input.step })
    .where('person_id', '=', input.personId)
    .where('sealed_secret', '=', input.sealedSecret)
    .where('confirmed_at', 'is', null)
    .returning('confirmed_at')
    .executeTakeFirst()
}

/** Primary key. Only one of two parallel calls with the code of one step succeeds. */
export async function consumeStep(db: Db, input: { personId: string; sealedSecret: Buffer; step: number }) {
  const row = await db
    .updateTable('totp')
    .set({ last_step: input.step })
    .where('person_id', '=', input.personId)
    .where('sealed_secret', '=', input.sealedSecret)
    .where('last_step', '<', input.step)
    .returning('person_id')
    .executeTakeFirst()
  return row !== undefined
}

/** primary key; the recovery codes are deleted with it */
export function deleteTotp(tx: Tx, personId: string) {
  return tx.deleteFrom('totp').where('person_id', '=', personId).returning('confirmed_at').executeTakeFirst()
}

/** primary key; replaces all existing codes */
export async function replaceRecoveryCodes(tx: Tx, personId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ person_id: personId, hash })))
    .execute()
}

/** Primary key. Only one of two parallel calls with the same code succeeds. */
export function consumeRecoveryCode(tx: Tx, personId: string, hashes: readonly Buffer[]) {
  return tx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('hash', '=', anyOf(hashes))
    .where('used_at', 'is', null)
    .returning('used_at')
    .executeTakeFirst()
}

/** primary key */
export async function countRecoveryCodes(db: Db | Tx, personId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.left)
}
