import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '#domain/money/money.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { bookCharge, bookIssue, getGiftCardAccountId, holdTender, restoreGiftCard, voidGiftCard } from './book.ts'
import { getOwedBalance } from './queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const dollars = (amount: number) => money(amount * 100, 'USD')

test('booking a sale does not block another sale', async () => {
  const { db } = database
  await db.transaction().execute((tx) => bookCharge(tx, randomUUID(), 'sandbox', dollars(1)))
  await db.transaction().execute(async (first) => {
    await bookCharge(first, randomUUID(), 'sandbox', dollars(10))
    await db.transaction().execute((second) => bookCharge(second, randomUUID(), 'sandbox', dollars(20)))
  })
  const { rows } = await sql<{ id: string; sum: number }>`select account_id as id, sum(amount)::int as sum
    from ledger_entry group by 1 order by 1`.execute(db)
  expect(rows).toEqual([
    { id: 'provider:sandbox:USD', sum: 3_100 },
    { id: 'sales:USD', sum: -3_100 },
  ])
})

test('a gift card has a balance, and two concurrent payments with it are serialised', async () => {
  const { db } = database
  const card = randomUUID()
  const account = getGiftCardAccountId(card)
  await db.transaction().execute((tx) => bookIssue(tx, card, dollars(50), 'promotion'))
  const holdAmount = (amount: number) =>
    db.transaction().execute((tx) => holdTender(tx, randomUUID(), account, dollars(amount)))
  expect((await Promise.all([holdAmount(30), holdAmount(30)])).toSorted()).toEqual([false, true])
  expect(await getOwedBalance(db, account)).toBe(2_000)
})

test('a gift card is voided, restored and voided again, and a repeat changes nothing', async () => {
  const { db } = database
  const card = randomUUID()
  const account = getGiftCardAccountId(card)
  await db.transaction().execute((tx) => bookIssue(tx, card, dollars(50), 'sales'))
  for (const [change, balance] of [
    [voidGiftCard, 0],
    [voidGiftCard, 0],
    [restoreGiftCard, 5_000],
    [restoreGiftCard, 5_000],
    [voidGiftCard, 0],
    [restoreGiftCard, 5_000],
  ] as const) {
    await db.transaction().execute(async (tx) => void (await change(tx, card, 'USD')))
    expect((await getOwedBalance(db, account)) + 0).toBe(balance)
  }
})

test.each(['gift-card', 'credit'])(
  'an account of kind %s without a balance is refused by the database',
  async (kind) => {
    const insert = sql`insert into ledger_account (id, kind, currency) values (${randomUUID()}, ${kind}, 'USD')`
    await expect(insert.execute(database.db)).rejects.toThrow('ledger_account_balance_where_owed')
  },
)
