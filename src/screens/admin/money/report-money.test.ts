/** The money of a period (docs/contract §46) after random histories, held against the ledger itself. */
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#http/handle.ts'
import { syncDisputes } from '#sell/refunds/sync-disputes.ts'
import { sandboxDashboard } from '../../../../tests/providers/dashboards.ts'
import { givenPaidOrder, type Paid, refundFirstSeat, sendRefunds } from '../../../../tests/world/bought.ts'
import { closeAudited } from '../../../../tests/world/close-audited.ts'
import { givenGiftCard } from '../../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../../tests/world/world.ts'
import { exportOrders } from '../export-orders.ts'
import type { MoneyQuery } from '../wire/money.ts'
import { exportMoney, reportMoney } from './report-money.ts'

let world: World
let actor: Person
beforeAll(async () => {
  world = await createWorld()
  const row = { email: 'addy@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'] }
  const { id } = await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  actor = { kind: 'person', personId: id, sessionId: randomUUID(), audience: 'admin', roles: ['community-admin'] }
})
afterAll(() => closeAudited(world))

async function load(query: MoneyQuery = {}) {
  const outcome = await reportMoney(world, query)
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

async function loadLines(): Promise<Record<string, string>[]> {
  const file = await exportMoney(world, actor, {})
  if (!file.ok) throw new Error(file.refusal.code)
  return readCsv(await text(file.value.content))
}

function readCsv(file: string): Record<string, string>[] {
  const [head, ...rows] = file
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((row) => Object.fromEntries(head!.map((name, at) => [name, row[at]!])))
}

/** The sums of the books without the report's statements. Minor units of US dollars. */
async function sumBooks() {
  const { rows } = await sql<Record<'cash' | 'tender' | 'fees', number>>`select
    coalesce(sum(e.amount) filter (where a.kind = 'provider'), 0)::int as cash,
    coalesce(sum(e.amount) filter (where t.kind = 'charge' and a.kind = 'held'
      or t.kind = 'refund' and a.kind in ('gift-card', 'credit')), 0)::int as tender,
    coalesce(sum(e.amount) filter (where t.kind = 'dispute-fee' and a.kind = 'dispute-losses'), 0)::int as fees
    from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_transaction t on t.id = e.transaction_id
    where a.currency = 'USD'`.execute(world.db)
  return rows[0]!
}

async function dispute({ orderId }: Paid): Promise<(outcome: 'won' | 'lost') => Promise<void>> {
  const { id, provider_intent_id } = await world.db
    .selectFrom('payment')
    .select(['id', 'provider_intent_id'])
    .where('order_id', '=', orderId)
    .where('provider', '=', 'sandbox')
    .executeTakeFirstOrThrow()
  const bank = sandboxDashboard(world)
  const disputeId = await bank.dispute(provider_intent_id!, 'open', 9_900)
  await syncDisputes(world, id)
  return async (outcome) => {
    await bank.decide(disputeId, outcome)
    await syncDisputes(world, id)
  }
}

const toMinor = ({ amount }: { amount: string }): number => Math.round(Number(amount) * 100)
const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)

test('after sales, deposits, refunds, disputes and gift cards, page and file add up to the ledger, by course and by date', async () => {
  // A fixed sequence of everything that can happen to an order, so that each pair of events meets.
  for (let at = 0; at < 12; at++) {
    const giftCardCode = at % 3 === 2 && at % 4 !== 3 ? await givenGiftCard(world, 100) : undefined
    const order = await givenPaidOrder(world, {
      ...(giftCardCode && { giftCardCode }),
      ...(at % 4 === 3 && { depositMinor: 9_900, paymentType: 'deposit' as const }),
    })
    if (at % 2 === 0 && at % 6 !== 4) {
      await refundFirstSeat(world, actor.personId, order.orderId)
      await sendRefunds(world, order.orderId)
    }
    if (at % 6 === 4 || at % 6 === 1) {
      const decide = await dispute(order)
      if (at !== 10) await decide(at % 6 === 4 ? 'won' : 'lost')
    }
  }

  const { total, courses } = await load()
  const books = await sumBooks()
  expect(toMinor(total.kept) - toMinor(total.fees)).toBe(books.cash)
  expect([toMinor(total.tender), toMinor(total.fees)]).toEqual([books.tender, books.fees])
  expect([toMinor(total.refunded) > 0, toMinor(total.disputed) > 0, toMinor(total.due) > 0, books.tender > 0]).toEqual([
    true,
    true,
    true,
    true,
  ])
  for (const figure of ['charged', 'refunded', 'disputed', 'kept', 'due'] as const)
    expect(sum(courses.map((row) => toMinor(row[figure]))), figure).toBe(toMinor(total[figure]))
  for (const { courseCode, charged, refunded, disputed, kept, due } of courses) {
    if (!courseCode) continue
    const { course } = await load({ course: courseCode })
    const sums = (['charged', 'refunded', 'disputed', 'kept', 'due'] as const).map((figure) =>
      sum(course!.cohorts.map((cohort) => toMinor(cohort[figure]))),
    )
    expect(sums, courseCode).toEqual([charged, refunded, disputed, kept, due].map(toMinor))
  }

  const lines = await loadLines()
  const ofCash = lines.filter(({ account }) => account === 'sandbox')
  expect(sum(ofCash.map(({ amount }) => Math.round(Number(amount) * 100)))).toBe(books.cash)
  const ofTender = lines.filter(({ account }) => account !== 'sandbox')
  expect(sum(ofTender.map(({ amount }) => Math.round(Number(amount) * 100)))).toBe(books.tender)
  expect(new Set(lines.map(({ movement }) => movement))).toEqual(
    new Set(['charge', 'refund', 'dispute', 'dispute returned', 'dispute fee', 'dispute fee returned']),
  )
  for (const line of lines)
    expect(line, JSON.stringify(line)).toMatchObject({
      order: expect.stringMatching(/^U-\d+$/),
      invoice: expect.stringMatching(/^INV-/),
    })
  for (const line of lines.filter(({ movement }) => movement === 'refund')) expect(line.credit_note).toMatch(/^CN-/)

  // A gift card is no charge again when it pays: the file of orders says which part of what is kept that is.
  const orders = readCsv(await text(exportOrders(world, { timezoneId: 'UTC' }).content))
  const sumColumn = (name: string) => sum(orders.map((order) => Math.round(Number(order[name]) * 100)))
  expect(sumColumn('kept_from_gift_cards')).toBeGreaterThan(0)
  expect(sumColumn('kept') - sumColumn('kept_from_gift_cards')).toBe(toMinor(total.kept))
})

test('a movement counts on its own day: a dispute of this month lowers what is kept this month, not when the seat was sold', async () => {
  const today = new Date().toISOString().slice(0, 10)
  expect(toMinor((await load({ from: today, until: today })).total.kept)).toBe(toMinor((await load()).total.kept))
  const earlier = await load({ from: '2026-01-01', until: '2026-01-31' })
  expect(toMinor(earlier.total.charged)).toBe(0)
  expect(earlier.total.due).toEqual((await load()).total.due)
})

test('days in the wrong order, more than 366 of them, and an unknown course are refused', async () => {
  for (const days of [
    { from: '2026-02-01', until: '2026-01-01' },
    { from: '2025-01-01', until: '2026-06-01' },
  ])
    for (const run of [reportMoney(world, days), exportMoney(world, actor, days)])
      expect(await run).toMatchObject({ ok: false, refusal: { code: 'FIELD_INVALID' } })
  expect(await reportMoney(world, { course: 'NOPE' })).toMatchObject({
    ok: false,
    refusal: { code: 'COURSE_NOT_FOUND' },
  })
})
