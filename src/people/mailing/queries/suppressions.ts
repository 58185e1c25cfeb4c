/** The statements about suppressed addresses. docs/contract §26. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { SuppressionReason } from '../suppression-reasons.ts'

/** primary key */
export async function getSuppression(db: Db | Tx, address: string) {
  return db.selectFrom('mail_suppression').selectAll().where('address', '=', address).executeTakeFirst()
}

/** Primary key. A complaint replaces a bounce, because only an operator takes it back. */
export async function putSuppression(
  db: Db | Tx,
  { address, reason, detail }: { address: string; reason: SuppressionReason; detail: string },
): Promise<void> {
  await db
    .insertInto('mail_suppression')
    .values({ address, reason, detail })
    .onConflict((conflict) =>
      conflict
        .column('address')
        .doUpdateSet({ reason, detail })
        .where('mail_suppression.reason', '=', sql.lit('bounce')),
    )
    .execute()
}

/** primary key; whether there was one */
export async function deleteSuppression(db: Db | Tx, address: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('mail_suppression').where('address', '=', address).executeTakeFirst()
  return numDeletedRows > 0n
}
