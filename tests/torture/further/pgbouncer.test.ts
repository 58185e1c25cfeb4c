/** The program on PgBouncer in transaction mode: migrations, the demo, a purchase, and a job that NOTIFY starts. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEmbedded } from '#platform/db/embedded.ts'
import { createLog } from '#platform/log.ts'
import { hasPgbouncer, startPgbouncer } from '../../support/pgbouncer.ts'
import { buy } from '../../world/buyer.ts'
import { makeMemoryFolder } from '../../world/memory-folder.ts'
import { startCommand } from '../../world/operator.ts'
import { startServer } from '../../world/server.ts'

const name = 'a purchase through PgBouncer, and its e-mail by a job that NOTIFY starts'
/** A worker looks for jobs by itself each 45 s. */
const NOTIFIED_MS = 30_000
const LIMITS = `alter role postgres set lock_timeout = '3s'; alter role postgres set statement_timeout = '10s';
  alter role postgres set idle_in_transaction_session_timeout = '15s'`

test.skipIf(!hasPgbouncer)(hasPgbouncer ? name : `${name} (needs PGBOUNCER)`, async () => {
  const folder = await makeMemoryFolder()
  const postgres = await startEmbedded(folder, createLog('silent'), { fsync: 'off' })
  const pgbouncer = await startPgbouncer(postgres.url)
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-pooled-'))
  const settings = {
    MODE: 'demo',
    DATABASE_URL: pgbouncer.url,
    DATABASE_DIRECT_URL: postgres.url,
    SECRET: 'a secret of the tests, with enough characters',
    DATA_DIR: dataDir,
  }
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    expect(await startCommand(settings, null, 'audit').ended).toMatchObject({
      code: 1,
      output: expect.stringContaining('lock_timeout, statement_timeout of the role postgres is not set'),
    })
    await client.query(LIMITS)
    // PgBouncer keeps connections that began before.
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`,
    )
    const server = await startServer(settings)
    try {
      expect(server.output()).toContain('now holds the demo courses')
      const bought = await buy(server.url, 'NG-2027-01')
      expect(bought.outcome).toBe('complete')
      const waited = async () => {
        const { rows } = await client.query(
          'select extract(epoch from max(sent_at) - max(created_at)) * 1000 as ms from mail where sent_at is not null',
        )
        return rows[0].ms === null ? Number.NaN : Number(rows[0].ms)
      }
      await expect.poll(waited, { timeout: 60_000 }).toBeLessThan(NOTIFIED_MS)
      expect(await startCommand(settings, null, 'audit').ended).toMatchObject({ code: 0 })
      const file = join(dataDir, 'pooled.backup')
      expect(await startCommand(settings, null, 'backup', file).ended).toMatchObject({ code: 0 })
    } finally {
      await server.dispose()
    }
  } finally {
    await client.end()
    await pgbouncer.close()
    await postgres.stop()
    for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true })
  }
})
