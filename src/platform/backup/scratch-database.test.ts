import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createOwnedDatabase } from '../../../tests/world/database.ts'
import { withDatabase } from '../../../tests/world/postgres.ts'
import { withScratchDatabase } from './scratch-database.ts'

test('the database of a verification that was killed is dropped by the next one, also for a role that is no superuser', async () => {
  const { url, close } = await createOwnedDatabase()
  const role = new URL(url).username
  const admin = new pg.Client(withDatabase(inject('postgresUrl'), 'postgres'))
  await admin.connect()
  try {
    await admin.query(`alter role ${role} createdb`)
    const minutesAgo = (minutes: number) =>
      new Date(Date.now() - minutes * 60_000).toISOString().replace(/\D/g, '').slice(0, 12)
    const [old, young] = [`understudy_trial_${minutesAgo(90)}_ab12`, `understudy_trial_${minutesAgo(5)}_ab12`]
    for (const name of [old, young]) await admin.query(`create database ${name} owner ${role} strategy file_copy`)
    const used = await withScratchDatabase(url, async (scratch) => new URL(scratch).pathname.slice(1))
    const { rows } = await admin.query('select datname from pg_database where datname = any($1)', [[old, young, used]])
    expect(rows).toEqual([{ datname: young }])
    await admin.query(`drop database ${young}`)
  } finally {
    await admin.end()
    await close()
  }
})
