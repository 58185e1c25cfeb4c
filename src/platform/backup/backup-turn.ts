/** One process of an installation makes the nightly backup. */
import pg from 'pg'

/** An advisory lock, which differs from our other ones. */
const LOCK = 7_226_014

/** Does nothing if another process has the turn. A killed process loses it. */
export async function withBackupTurn(url: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'understudy backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock(${LOCK}) as "isOurs"`)
    if (rows[0]?.isOurs) await work()
  } finally {
    await client.end().catch(() => {})
  }
}
