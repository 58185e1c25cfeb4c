import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { anyOf } from './any-of.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test.each([[[]], [['a']], [['a', 'b']]])('a list finds its rows, also an empty one: %j', async (names) => {
  const { db } = database
  await db.deleteFrom('scheduled_job').execute()
  for (const name of ['a', 'b', 'c'])
    await db.insertInto('scheduled_job').values({ name, interval_seconds: 60 }).execute()
  const rows = await db.selectFrom('scheduled_job').select('name').where('name', '=', anyOf(names)).execute()
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names)
})
