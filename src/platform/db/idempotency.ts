/** The claim on an Idempotency-Key: one insert decides who runs. Times are the database's. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './db.ts'

export type Claim =
  | { is: 'ours'; id: string }
  | { is: 'running' }
  | { is: 'mismatch' }
  | { is: 'done'; status: number; answer: Buffer }

/** A claim that was not renewed for this long, longer than any provider is waited for, belonged to a process that died. */
const LOCK_MS = 9_000
const RENEWED_EACH_MS = 2_000
const LOCK = sql`${sql.lit(LOCK_MS)} * interval '1 millisecond'`
/** While the database was away nobody could renew: whoever lives has this long to do so. */
const IS_SETTLED = sql<boolean>`pg_postmaster_start_time() < now() - ${LOCK}`
const FREED_AGAIN_MS = 500
const KEPT = sql`interval '72 hours'`
/** Stored answers of one person or one guest network. The oldest make way once they are an hour old. */
const MOST_OF_A_CLIENT = 1_000
const SAFE_FOR = sql`interval '1 hour'`

/** `client`: whose quota the answer counts against, null where it is not counted. */
export async function claimKey(
  db: Db,
  actor: string,
  key: string,
  requestHash: string,
  client: string | null = null,
): Promise<Claim> {
  const claim = randomUUID()
  const claimed = await db
    .insertInto('idempotency')
    .values({
      actor,
      key,
      claim,
      request_hash: requestHash,
      client,
      locked_until: sql`now() + ${LOCK}`,
      expires_at: sql`now() + ${KEPT}`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['actor', 'key'])
        .doUpdateSet({ claim, locked_until: sql`now() + ${LOCK}` })
        .where('idempotency.state', '=', 'running')
        .where('idempotency.request_hash', '=', requestHash)
        .where('idempotency.locked_until', '<', sql<Date>`now()`)
        .where(IS_SETTLED),
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

/**
 * idempotency_client; makes room for one more answer of a client that has too many. Answers the seconds to wait
 * when all of them are younger than an hour: within that time a repeat must find its answer. Two calls at the
 * same moment may both pass, so the quota is exceeded by at most the number of database connections.
 */
export async function makeRoom(db: Db, client: string, most = MOST_OF_A_CLIENT): Promise<number | null> {
  const { rows } = await sql<{ count: number; seconds: number }>`
    select count(*)::int as count, extract(epoch from min(expires_at) - (now() + ${KEPT} - ${SAFE_FOR}))::float8 as seconds
    from (select expires_at from idempotency where client = ${client} order by expires_at limit ${most + 1}) stored`.execute(
    db,
  )
  const { count, seconds } = rows[0]!
  if (count <= most) return null
  if (seconds > 0) return Math.ceil(seconds)
  await sql`delete from idempotency where (actor, key) in (
      select actor, key from idempotency where client = ${client} and state = 'done'
        and expires_at < now() + ${KEPT} - ${SAFE_FOR} order by expires_at limit ${Math.ceil(most / 10)})`.execute(db)
  return null
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

/** Holds on to a claim for as long as its holder works, however slowly; ends by calling what it gives back. */
export function keepKey(db: Db, claim: string): () => void {
  // One that cannot be renewed now is renewed the next time, or has lapsed, and `finishKey` says so.
  const timer = setInterval(() => renewKey(db, claim).catch(() => {}), RENEWED_EACH_MS)
  timer.unref()
  return () => clearInterval(timer)
}

async function renewKey(db: Db, claim: string): Promise<void> {
  const renewed = db.updateTable('idempotency').set({ locked_until: sql`now() + ${LOCK}` })
  await renewed.where('claim', '=', claim).where('state', '=', 'running').execute()
}

/** Where the database is away it is tried until the claim would have lapsed by itself; whoever calls does not wait for that. */
export async function freeKey(db: Db, claim: string): Promise<void> {
  const free = () => db.deleteFrom('idempotency').where('claim', '=', claim).where('state', '=', 'running').execute()
  await free().catch(() => void freeLater(free))
}

async function freeLater(free: () => Promise<unknown>): Promise<void> {
  for (let passed = 0; passed < LOCK_MS; passed += FREED_AGAIN_MS) {
    await pause(FREED_AGAIN_MS, null, { ref: false })
    const isFree = await free().then(
      () => true,
      () => false,
    )
    if (isFree) return
  }
}
