import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '#domain/money/money.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { getCreditAccountId, holdTender } from './book.ts'
import { bookReward, takeRewardBack } from './credit.ts'
import { getOwedBalance } from './queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const dollars = (amount: number) => money(amount * 100, 'USD')

test('a reward is given once and taken back once, at most as far as the balance allows', async () => {
  const { db } = database
  const [person, first, second] = [randomUUID(), randomUUID(), randomUUID()]
  const account = getCreditAccountId(person, 'USD')
  const balance = async () => (await getOwedBalance(db, account)) / 100 + 0
  const inTransaction = <Value>(work: (tx: Parameters<typeof bookReward>[0]) => Promise<Value>) =>
    db.transaction().execute(work)
  const rewardFirst = () => inTransaction((tx) => bookReward(tx, first, person, dollars(20)))
  await Promise.all([rewardFirst(), rewardFirst(), rewardFirst()])
  await inTransaction((tx) => bookReward(tx, second, person, dollars(20)))
  expect(await balance()).toBe(40)
  await inTransaction((tx) => holdTender(tx, randomUUID(), account, dollars(25)))
  expect(await inTransaction((tx) => takeRewardBack(tx, first, person, dollars(20)))).toEqual(dollars(15))
  expect(await inTransaction((tx) => takeRewardBack(tx, second, person, dollars(20)))).toEqual(dollars(0))
  expect(await balance()).toBe(0)
})
