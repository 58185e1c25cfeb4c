/** The statements that send an e-mail again, when an admin asks for it. docs/contract §34. */
import type { Db, Tx } from '#platform/db/db.ts'

/** Primary key. Without the content, which is only for the reader. */
export function lockMail(tx: Tx, id: string) {
  return selectMail(tx, id).forUpdate().executeTakeFirst()
}

/** primary key */
export function findMail(db: Db, id: string) {
  return selectMail(db, id).executeTakeFirst()
}

export type StoredMail = NonNullable<Awaited<ReturnType<typeof findMail>>>

function selectMail(db: Db | Tx, id: string) {
  return db
    .selectFrom('mail')
    .select(['id', 'kind', 'dedupe_key', 'to_address', 'subject', 'state', 'problem', 'attempts', 'unknown_count'])
    .select(['created_at', 'send_after', 'sent_at', 'useful_until', 'replaced_at', 'timezone_id', 'is_urgent'])
    .select((is) => is('text_body', '<>', '').as('has_text'))
    .where('id', '=', id)
}

/** Primary key. Frees the key of the e-mail, so that its job writes a new one. */
export async function markReplaced(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('mail').set({ replaced_at: now }).where('id', '=', id).execute()
}

/** Primary key. The e-mail waits again, as it was written. */
export async function putBackEnded(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('mail')
    .set({ state: 'queued', send_after: null, handed_over_at: null, unknown_count: 0 })
    .where('id', '=', id)
    .execute()
}

/** unique mail.dedupe_key; the e-mail that was written in place of a replaced one */
export async function findSuccessor(db: Db, dedupeKey: string): Promise<string | null> {
  const row = await db
    .selectFrom('mail')
    .select('id')
    .where('dedupe_key', '=', dedupeKey)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}
