import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '#domain/money.ts'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { bookCharge, bookIssue, giftCardAccount, holdTender } from './book.ts'
import { owedOn } from './queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const dollars = (amount: number) => money(amount * 100, 'USD')

test('a sale that is being booked keeps no other sale waiting', async () => {
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

test('what is owed to somebody has its balance, and two who spend it wait for each other', async () => {
  const { db } = database
  const card = randomUUID()
  const account = giftCardAccount(card)
  await db.transaction().execute((tx) => bookIssue(tx, card, dollars(50), 'promotion'))
  const spend = (amount: number) =>
    db.transaction().execute((tx) => holdTender(tx, randomUUID(), account, dollars(amount)))
  expect((await Promise.all([spend(30), spend(30)])).toSorted()).toEqual([false, true])
  expect(await owedOn(db, account)).toBe(2_000)
})

test.each(['gift-card', 'credit'])(
  'an account of kind %s without a balance is refused by the database',
  async (kind) => {
    const insert = sql`insert into ledger_account (id, kind, currency) values (${randomUUID()}, ${kind}, 'USD')`
    await expect(insert.execute(database.db)).rejects.toThrow('ledger_account_balance_where_owed')
  },
)
