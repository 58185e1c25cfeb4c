/** The claim on an Idempotency-Key: one insert decides who runs. Times are the database's. */
import { sql } from 'kysely'
import type { Db } from './db.ts'

export type Claim =
  | { is: 'ours' }
  | { is: 'running' }
  | { is: 'mismatch' }
  | { is: 'done'; status: number; answer: Buffer }

/** A claim that was not finished within this time belonged to a process that died. */
const LOCK = sql`interval '15 seconds'`
const KEPT = sql`interval '72 hours'`

export async function claimKey(db: Db, actor: string, key: string, requestHash: string): Promise<Claim> {
  const claimed = await db
    .insertInto('idempotency')
    .values({
      actor,
      key,
      request_hash: requestHash,
      locked_until: sql`now() + ${LOCK}`,
      expires_at: sql`now() + ${KEPT}`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['actor', 'key'])
        .doUpdateSet({ locked_until: sql`now() + ${LOCK}` })
        .where('idempotency.state', '=', 'running')
        .where('idempotency.request_hash', '=', requestHash)
        .where('idempotency.locked_until', '<', sql<Date>`now()`),
    )
    .returning('key')
    .executeTakeFirst()
  if (claimed) return { is: 'ours' }

  const row = await db
    .selectFrom('idempotency')
    .selectAll()
    .where('actor', '=', actor)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return { is: 'running' }
  if (row.request_hash !== requestHash) return { is: 'mismatch' }
  if (row.state === 'running' || !row.answer) return { is: 'running' }
  return { is: 'done', status: row.status ?? 200, answer: row.answer }
}

export async function finishKey(db: Db, actor: string, key: string, status: number, answer: Buffer): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ state: 'done', status, answer })
    .where('actor', '=', actor)
    .where('key', '=', key)
    .execute()
}

export async function freeKey(db: Db, actor: string, key: string): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('actor', '=', actor)
    .where('key', '=', key)
    .where('state', '=', 'running')
    .execute()
}

export async function forgetOldKeys(db: Db): Promise<void> {
  await db.deleteFrom('idempotency').where('expires_at', '<', sql<Date>`now()`).execute()
}
