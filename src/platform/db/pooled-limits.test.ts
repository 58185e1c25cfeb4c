/** The limits of a role behind a pooler. The program on PgBouncer is in `tests/torture/further/pgbouncer.test.ts`. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOwnedDatabase, type OwnedDatabase } from '../../../tests/world/database.ts'
import { createLog } from '../log.ts'
import { createPooledDb } from './db.ts'
import { requirePooledLimits } from './requirements.ts'

let database: OwnedDatabase
beforeAll(async () => {
  database = await createOwnedDatabase()
})
afterAll(() => database.close())

async function check(): Promise<number> {
  const { db, close } = createPooledDb(database.url, createLog('silent'))
  try {
    await requirePooledLimits(db)
    await sql`select ${1}::int as one`.execute(db)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements`.execute(db)
    return rows[0]!.count
  } finally {
    await close()
  }
}

test('a role without a limit of time is refused with the command that sets it; no statement is prepared', async () => {
  const role = new URL(database.url).username
  const client = new pg.Client(database.url)
  await client.connect()
  await expect(check()).rejects.toThrow(/lock_timeout, statement_timeout of the role \S+ is not set: run “alter role/)
  await client.query(`alter role ${role} set lock_timeout = '3s'; alter role ${role} set statement_timeout = '10s'`)
  await expect(check()).rejects.toThrow(/and idle_in_transaction_session_timeout of the role/)
  await client.query(`alter role ${role} set idle_in_transaction_session_timeout = '15s'`)
  expect(await check()).toBe(0)
  await client.end()
})
