/** Access to the installation of a running server, as the commands of an operator have it. */
import { sql } from 'kysely'
import { createDeps } from '#app/create-deps.ts'
import { readConfig } from '#config/config.ts'
import type { Deps } from '#http/deps.ts'
import type { Db } from '#platform/db/db.ts'
import { audited } from '../world/audited.ts'
import type { RunningServer } from '../world/server.ts'

const HOLD_ENDS_WITHIN_MS = 30_000
const CLEAN_WITHIN_MS = 240_000

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function withDeps<Answer>(
  { dataDir }: RunningServer,
  environment: Record<string, string>,
  work: (deps: Deps, databaseUrl: string) => Promise<Answer>,
): Promise<Answer> {
  const { deps, url, close } = await createDeps(readConfig({ ...environment, MODE: 'demo', DATA_DIR: dataDir }), false)
  try {
    return await work(deps, url)
  } finally {
    await close()
  }
}

/** Repeats the audit until it is clean. Returns its rows if they are still wrong after the deadline. */
export async function auditUntilClean(
  { dataDir }: RunningServer,
  environment: Record<string, string>,
): Promise<string> {
  const deadline = Date.now() + CLEAN_WITHIN_MS
  for (;;) {
    try {
      await audited(dataDir, environment)
      return ''
    } catch (error) {
      if (Date.now() > deadline) return String((error as { stdout?: string }).stdout ?? error)
      await pause(1000)
    }
  }
}

/**
 * Lets the time of a hold pass, and waits for the server's own job to end the order. PostgreSQL may be away for a while.
 */
export async function endHold(db: Db, orderId: string): Promise<void> {
  const deadline = Date.now() + HOLD_ENDS_WITHIN_MS
  const end = async () => {
    const began = sql`now() - interval '20 minutes'`
    const times = sql`started_at = ${began}, created_at = ${began}, expires_at = now() - interval '5 minutes'`
    await sql`update seat_hold set ${times} where order_id = ${orderId} and state = 'live'`.execute(db)
    await sql`insert into pgboss.job (name, data) values ('order.expire', ${JSON.stringify({ orderId })}::jsonb)`.execute(
      db,
    )
    return true
  }
  const readState = async () => {
    const order = await db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst()
    return order?.state
  }
  while (Date.now() < deadline && !(await end().catch(() => false))) await pause(300)
  while (Date.now() < deadline && (await readState().catch(() => 'open')) === 'open') await pause(300)
}
