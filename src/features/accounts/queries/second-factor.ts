/** Every statement about authenticator apps and recovery codes. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`

/** primary key */
export function totpOf(db: Db | Tx, personId: string) {
  return db.selectFrom('totp').selectAll().where('person_id', '=', personId).executeTakeFirst()
}

/** primary key; locks the row until the transaction ends. Undefined where none is on. */
export function lockTotp(tx: Tx, personId: string) {
  return tx
    .selectFrom('totp')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
}

/** primary key; takes the place of one that was begun only. Undefined where one is on. */
export function beginTotp(db: Tx, given: { personId: string; sessionId: string; sealedSecret: Buffer }) {
  const begun = { sealed_secret: given.sealedSecret, begun_by: given.sessionId }
  return db
    .insertInto('totp')
    .values({ person_id: given.personId, ...begun })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ ...begun, begun_at: now })
        .where('totp.confirmed_at', 'is', null),
    )
    .returning('person_id')
    .executeTakeFirst()
}

/** Primary key; only the secret that the code was made with, and once. */
export function confirmTotp(tx: Tx, given: { personId: string; sealedSecret: Buffer; step: number }) {
  return tx
    .updateTable('totp')
    .set({ confirmed_at: now, last_step: given.step })
    .where('person_id', '=', given.personId)
    .where('sealed_secret', '=', given.sealedSecret)
    .where('confirmed_at', 'is', null)
    .returning('confirmed_at')
    .executeTakeFirst()
}

/** Primary key; of two who show the code of one step at once, one finds it taken. */
export async function takeStep(db: Db, given: { personId: string; sealedSecret: Buffer; step: number }) {
  const row = await db
    .updateTable('totp')
    .set({ last_step: given.step })
    .where('person_id', '=', given.personId)
    .where('sealed_secret', '=', given.sealedSecret)
    .where('last_step', '<', given.step)
    .returning('person_id')
    .executeTakeFirst()
  return row !== undefined
}

/** primary key; the recovery codes go with it */
export function dropTotp(tx: Tx, personId: string) {
  return tx.deleteFrom('totp').where('person_id', '=', personId).returning('confirmed_at').executeTakeFirst()
}

/** primary key; takes the place of all there were */
export async function keepRecoveryCodes(tx: Tx, personId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ person_id: personId, hash })))
    .execute()
}

/** Primary key; of two who show one code at once, one finds it used. */
export function spendRecoveryCode(tx: Tx, personId: string, hashes: readonly Buffer[]) {
  return tx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('hash', 'in', hashes)
    .where('used_at', 'is', null)
    .returning('used_at')
    .executeTakeFirst()
}

/** primary key */
export async function recoveryCodesLeft(db: Db | Tx, personId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select((count) => count.fn.countAll<number>().as('left'))
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.left)
}
