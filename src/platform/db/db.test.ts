import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import type { Db } from './db.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(2, {})
})

afterAll(() => database.close())

async function one(expression: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(database.db)
  return rows[0]?.value
}

test('a bigint is a number, and one that would lose precision is refused', async () => {
  expect(await one('9007199254740991::bigint')).toBe(9007199254740991)
  await expect(one('9007199254740993::bigint')).rejects.toThrow('does not fit a number')
})

test('an instant is a Date, a wall time stays text', async () => {
  expect(await one("'2027-01-12T20:00+08:00'::timestamptz")).toEqual(new Date('2027-01-12T12:00:00Z'))
  expect(await one("'2027-01-12 20:00'::timestamp")).toBe('2027-01-12T20:00:00')
})

test('a statement with parameters is prepared under a name, once on each connection', async () => {
  await database.db.connection().execute(async (connection) => {
    for (const number of [1, 2, 3]) await sql`select ${number}::int as prepared_here`.execute(connection)
    const { rows } = await sql<{
      name: string
    }>`select name from pg_prepared_statements where statement like '%prepared_here%'
      and statement not like '%pg_prepared_statements%'`.execute(connection)
    expect(rows).toHaveLength(1)
  })
})

test('statements built from data fill the memory of their own connection alone', async () => {
  const countPrepared = (connection: Db) =>
    sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements`.execute(connection)
  await database.db.connection().execute(async (connection) => {
    for (let number = 0; number < 2100; number++)
      await sql`select ${1}::int as ${sql.id(`built_${number}`)}`.execute(connection)
    expect((await countPrepared(connection)).rows[0]!.count).toBeLessThanOrEqual(2000)
    await database.db.connection().execute(async (other) => {
      await sql`select ${1}::int as of_other`.execute(other)
      const { rows } = await sql`select name from pg_prepared_statements where statement like '%as of_other%'
        and statement not like '%pg_prepared_statements%'`.execute(other)
      expect(rows).toHaveLength(1)
    })
  })
})

test('a killed connection fails its statement, and the next one works', async () => {
  const sleeping = sql`select pg_sleep(20), 'victim'`.execute(database.db)
  const failed = expect(sleeping).rejects.toThrow()
  await expect
    .poll(async () => {
      const { rows } = await sql<{ killed: boolean }>`select pg_terminate_backend(pid) as killed from pg_stat_activity
        where query like '%victim%' and pid <> pg_backend_pid()`.execute(database.db)
      return rows.length
    })
    .toBe(1)
  await failed
  expect(await one('1')).toBe(1)
})

test('a connection that is killed inside a transaction does not end the process', async () => {
  const transaction = database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db)
    await expect
      .poll(() =>
        sql`select 1`.execute(tx).then(
          () => 'alive',
          () => 'dead',
        ),
      )
      .toBe('dead')
    throw new Error('lost')
  })
  await expect(transaction).rejects.toThrow()
  expect(await one('1')).toBe(1)
})

test('a failed transaction leaves nothing behind on its connection', async () => {
  await database.db.connection().execute(async (connection) => {
    const inside = connection.transaction().execute(async (tx) => {
      const { rows } = await sql<{ began: Date; now: Date }>`select now(),
        (select xact_start from pg_stat_activity where pid = pg_backend_pid()) as began`.execute(tx)
      expect(rows[0]?.began).toEqual(rows[0]?.now)
      await sql`create temporary table kept_nowhere as select 1 as one`.execute(tx)
      throw new Error('undone')
    })
    await expect(inside).rejects.toThrow('undone')
    const failing = connection.transaction().execute((tx) => sql`select 1 / ${0}::int`.execute(tx))
    await expect(failing).rejects.toThrow('division by zero')
    await connection.transaction().execute(async () => {})
    const { rows } = await sql<{ is: string | null }>`select to_regclass('kept_nowhere')::text as is`.execute(
      connection,
    )
    expect(rows).toEqual([{ is: null }])
  })
})

test('a statement waits for a lock for at most three seconds', async () => {
  expect(await one("current_setting('lock_timeout')")).toBe('3s')
  expect(await one("current_setting('statement_timeout')")).toBe('10s')
  expect(await one("current_setting('idle_in_transaction_session_timeout')")).toBe('15s')
})
