/** The claim on an Idempotency-Key: one insert decides who runs. Times are the database's. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './db.ts'

export type Claim =
  | { is: 'ours'; id: string }
  | { is: 'running' }
  | { is: 'mismatch' }
  | { is: 'done'; status: number; answer: Buffer }

/** A claim that was not finished within this time belonged to a process that died. */
const LOCK = sql`interval '15 seconds'`
const KEPT = sql`interval '72 hours'`

export async function claimKey(db: Db, actor: string, key: string, requestHash: string): Promise<Claim> {
  const claim = randomUUID()
  const claimed = await db
    .insertInto('idempotency')
    .values({
      actor,
      key,
      claim,
      request_hash: requestHash,
      locked_until: sql`now() + ${LOCK}`,
      expires_at: sql`now() + ${KEPT}`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['actor', 'key'])
        .doUpdateSet({ claim, locked_until: sql`now() + ${LOCK}` })
        .where('idempotency.state', '=', 'running')
        .where('idempotency.request_hash', '=', requestHash)
        .where('idempotency.locked_until', '<', sql<Date>`now()`),
    )
    .returning('key')
    .executeTakeFirst()
  if (claimed) return { is: 'ours', id: claim }

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

/** Only whoever holds the claim may finish it: false when it was taken over, and is not ours any more. */
export async function finishKey(db: Db, claim: string, status: number, answer: Buffer): Promise<boolean> {
  const finished = await db
    .updateTable('idempotency')
    .set({ state: 'done', status, answer })
    .where('claim', '=', claim)
    .executeTakeFirst()
  return finished.numUpdatedRows > 0n
}

/** What was answered under a key, by whoever it was. */
export async function answerUnder(db: Db, actor: string, key: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('idempotency')
    .select('answer')
    .where('actor', '=', actor)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.answer ?? null
}

export async function freeKey(db: Db, claim: string): Promise<void> {
  await db.deleteFrom('idempotency').where('claim', '=', claim).where('state', '=', 'running').execute()
}

export async function forgetOldKeys(db: Db): Promise<void> {
  await db.deleteFrom('idempotency').where('expires_at', '<', sql<Date>`now()`).execute()
}
