/** Idempotency-Keys: one insert decides which request runs. All times are the database's. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './db.ts'

export type AcquireKeyResult =
  | { is: 'acquired'; id: string }
  | { is: 'running' }
  | { is: 'mismatch' }
  | { is: 'done'; status: number; answer: Buffer }

/** Longer than any provider call. A lock that is not renewed for this long belonged to a process that died. */
const LOCK_MS = 9_000
const RENEWAL_MS = 2_000
const LOCK = sql`${sql.lit(LOCK_MS)} * interval '1 millisecond'`
/** No lock could be renewed while the database was unavailable, so none expires this long after its start. */
const HAS_DATABASE_BEEN_UP = sql<boolean>`pg_postmaster_start_time() < now() - ${LOCK}`
const RELEASE_RETRY_MS = 500
const RETENTION = sql`interval '72 hours'`
/** Stored responses of one person or one guest network. Above it, the oldest are deleted once they are an hour old. */
const MAX_PER_CLIENT = 1_000
const MIN_RETENTION = sql`interval '1 hour'`

/** @param client whose quota the response counts against; null if it is not counted */
export async function acquireKey(
  db: Db,
  actor: string,
  key: string,
  requestHash: string,
  client: string | null = null,
): Promise<AcquireKeyResult> {
  const lockId = randomUUID()
  const acquired = await db
    .insertInto('idempotency')
    .values({
      actor,
      key,
      claim: lockId,
      request_hash: requestHash,
      client,
      locked_until: sql`now() + ${LOCK}`,
      expires_at: sql`now() + ${RETENTION}`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['actor', 'key'])
        .doUpdateSet({ claim: lockId, locked_until: sql`now() + ${LOCK}` })
        .where('idempotency.state', '=', 'running')
        .where('idempotency.request_hash', '=', requestHash)
        .where('idempotency.locked_until', '<', sql<Date>`now()`)
        .where(HAS_DATABASE_BEEN_UP),
    )
    .returning('key')
    .executeTakeFirst()
  if (acquired) return { is: 'acquired', id: lockId }

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

/**
 * Index: idempotency_client. Deletes the oldest responses of a client above its quota. Simultaneous calls may exceed
 * the quota by the number of database connections.
 *
 * @returns the seconds to wait if all responses are younger than an hour, because a repeat must find its response
 */
export async function limitStoredResponses(db: Db, client: string, limit = MAX_PER_CLIENT): Promise<number | null> {
  const { rows } = await sql<{ count: number; seconds: number }>`
    select count(*)::int as count, extract(epoch from min(expires_at) - (now() + ${RETENTION} - ${MIN_RETENTION}))::float8 as seconds
    from (select expires_at from idempotency where client = ${client} order by expires_at limit ${limit + 1}) stored`.execute(
    db,
  )
  const { count, seconds } = rows[0]!
  if (count <= limit) return null
  if (seconds > 0) return Math.ceil(seconds)
  await sql`delete from idempotency where (actor, key) in (
      select actor, key from idempotency where client = ${client} and state = 'done'
        and expires_at < now() + ${RETENTION} - ${MIN_RETENTION} order by expires_at limit ${Math.ceil(limit / 10)})`.execute(
    db,
  )
  return null
}

/** @returns false if another process took over the key meanwhile */
export async function completeKey(db: Db, lockId: string, status: number, answer: Buffer): Promise<boolean> {
  const updated = await db
    .updateTable('idempotency')
    .set({ state: 'done', status, answer })
    .where('claim', '=', lockId)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** The stored response of a key, by any process. */
export async function getStoredResponse(db: Db, actor: string, key: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('idempotency')
    .select('answer')
    .where('actor', '=', actor)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.answer ?? null
}

/** Renews the lock while the request runs. Call the returned function to stop. */
export function startRenewingKey(db: Db, lockId: string): () => void {
  // A failed renewal is repeated. If the lock expires meanwhile, `completeKey` returns false.
  const timer = setInterval(() => renewKey(db, lockId).catch(() => {}), RENEWAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

async function renewKey(db: Db, lockId: string): Promise<void> {
  const renewal = db.updateTable('idempotency').set({ locked_until: sql`now() + ${LOCK}` })
  await renewal.where('claim', '=', lockId).where('state', '=', 'running').execute()
}

/**
 * If the database is unavailable, retries in the background until the lock would have expired anyway.
 *
 * @param wait resolves after the milliseconds, and keeps no process alive
 */
export async function releaseKey(db: Db, lockId: string, wait = waitInBackground): Promise<void> {
  const release = () =>
    db.deleteFrom('idempotency').where('claim', '=', lockId).where('state', '=', 'running').execute()
  await release().catch(() => void retryRelease(release, wait))
}

const waitInBackground = (ms: number): Promise<unknown> => pause(ms, null, { ref: false })

async function retryRelease(release: () => Promise<unknown>, wait: typeof waitInBackground): Promise<void> {
  for (let elapsedMs = 0; elapsedMs < LOCK_MS; elapsedMs += RELEASE_RETRY_MS) {
    await wait(RELEASE_RETRY_MS)
    const isReleased = await release().then(
      () => true,
      () => false,
    )
    if (isReleased) return
  }
}
