/** The statements that export and forget a holder. */
import type { Db, Tx } from '#platform/db/db.ts'

/** unique (person_id, course_code); the section of the account export */
export function listCertificatesForExport(db: Db, personId: string) {
  return db
    .selectFrom('certificate')
    .select(['public_id', 'number', 'name', 'course_title', 'completed_on', 'issued_at', 'state', 'reason'])
    .where('person_id', '=', personId)
    .orderBy('issued_at')
    .execute()
}

/** unique (person_id, course_code); removes the names, revokes what is still issued and ends the signed files */
export async function forgetHolder(tx: Tx, personId: string, anonymousName: string): Promise<void> {
  await tx
    .updateTable('certificate')
    .set({ name: anonymousName, is_named: false })
    .where('person_id', '=', personId)
    .execute()
  await tx
    .updateTable('certificate')
    .set({ state: 'revoked', reason: 'at the holder’s request' })
    .where('person_id', '=', personId)
    .where('state', '=', 'issued')
    .execute()
  await tx
    .updateTable('credential')
    .set({ jws: '', revoked_at: new Date() })
    .where('certificate_id', 'in', tx.selectFrom('certificate').select('id').where('person_id', '=', personId))
    .execute()
}
