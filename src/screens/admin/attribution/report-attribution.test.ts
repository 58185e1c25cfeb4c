/** The attribution report (docs/contract §29), on orders and refunds made by their verbs on a real database. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { registerInterest } from '#catalogue/leads/interest.ts'
import { ATTRIBUTION_FIELDS, type Attribution, type AttributionField } from '#domain/attribution.ts'
import { TOUCH_MODELS, type TouchModel } from '#domain/attribution-report.ts'
import { money } from '#domain/money/money.ts'
import type { Person } from '#http/handle.ts'
import { issueGiftCard } from '#sell/gift-cards/issue-gift-card.ts'
import {
  bookCharge,
  bookFailedRefund,
  bookIssue,
  bookRefund,
  restoreGiftCard,
  voidGiftCard,
} from '#sell/ledger/book.ts'
import { syncDisputes } from '#sell/refunds/sync-disputes.ts'
import { sandboxDashboard } from '../../../../tests/providers/dashboards.ts'
import { givenPaidOrder, refundFirstSeat, sendRefunds } from '../../../../tests/world/bought.ts'
import { createIdentityWorld, type Identity } from '../../../../tests/world/identity.ts'
import { givenCourse, givenGiftCard } from '../../../../tests/world/selling.ts'
import type { AttributionQuery } from '../wire/attribution.ts'
import { exportAttribution, reportAttribution } from './report-attribution.ts'

let own: Identity
let actor: Person
beforeAll(async () => {
  own = await createIdentityWorld()
  const { id: personId } = await own.admin()
  actor = { kind: 'person', personId, sessionId: randomUUID(), audience: 'admin', roles: ['community-admin'] }
})
afterAll(() => own.close())
beforeEach(async () => {
  await own.world.db.deleteFrom('campaign_visit').execute()
})

async function load(query: Partial<AttributionQuery> = {}) {
  const outcome = await reportAttribution(own.world, actor, { touch: 'last', by: 'campaign', ...query })
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}
const findRow = async (value: string | null, query: Partial<AttributionQuery> = {}) =>
  (await load(query)).rows.find((row) => row.value === value && row.kind === (value === null ? 'none' : 'value'))
const usd = (amount: string) => ({ amount, currency: 'USD' })

/** The sums of the books and the tables, without the report's statements. */
async function sumBooks(currency: string) {
  const { rows } = await sql<Record<string, number>>`select
    (select -coalesce(sum(amount), 0) from ledger_entry where account_id = ${`sales:${currency}`})::int as gross,
    (select coalesce(sum(amount), 0) from ledger_entry where account_id = ${`refunds:${currency}`})::int as refunded,
    (select coalesce(sum(e.amount), 0) from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      where e.account_id = ${`dispute-losses:${currency}`} and t.kind <> 'dispute-fee')::int as lost,
    (select count(*) from orders where completed_at is not null and currency = ${currency})::int as orders,
    (select count(*) from interest)::int + (select count(*) from waitlist_entry)::int as leads`.execute(own.world.db)
  return rows[0]!
}

test('an order counts for the campaign of its first or last touch, and its refund with it', async () => {
  const [first, last] = [randomUUID(), randomUUID()]
  const touches = { attribution: { campaign: last, source: 'mail' }, firstTouch: { campaign: first } }
  const bought = await givenPaidOrder(own.world, touches)
  await refundFirstSeat(own.world, actor.personId, bought.orderId)
  const sold = { orders: 1, refunds: 0, gross: usd('399.00'), refunded: usd('0.00'), net: usd('399.00') }
  expect(await findRow(last)).toMatchObject(sold)
  expect(await findRow(last, { touch: 'first' })).toBeUndefined()
  await sendRefunds(own.world, bought.orderId)
  const returned = { orders: 1, refunds: 1, gross: usd('399.00'), refunded: usd('399.00'), net: usd('0.00') }
  expect(await findRow(last)).toMatchObject(returned)
  expect(await findRow(first, { touch: 'first' })).toMatchObject(returned)
  expect(await findRow(first)).toBeUndefined()
})

test('money that a bank took back for good is lost to the campaign of its order, and not before', async () => {
  const campaign = randomUUID()
  const { orderId } = await givenPaidOrder(own.world, { attribution: { campaign } })
  const { id, provider_intent_id: intentId } = await own.world.db
    .selectFrom('payment')
    .select(['id', 'provider_intent_id'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const bank = sandboxDashboard(own.world)
  const disputeId = await bank.dispute(intentId!, 'open', 29_900)
  await syncDisputes(own.world, id)
  expect(await findRow(campaign)).toMatchObject({ gross: usd('399.00'), lost: usd('0.00'), net: usd('399.00') })
  await bank.decide(disputeId, 'lost')
  await syncDisputes(own.world, id)
  const lost = { gross: usd('399.00'), refunded: usd('0.00'), lost: usd('299.00'), net: usd('100.00') }
  expect(await findRow(campaign)).toMatchObject(lost)
  const file = await exportAttribution(own.world, actor, { touch: 'last', by: 'campaign' })
  if (!file.ok) throw new Error(file.refusal.code)
  expect(String(file.value.content)).toContain(`${campaign},0,0,1,0,USD,399,0,299,100\r\n`)
})

test('a lost purchase of a gift card costs its campaign only what was spent of the card', async () => {
  const campaign = randomUUID()
  const { world } = own
  const { orderId } = await givenPaidOrder(world, { attribution: { campaign } })
  const { id: cardId } = (await world.db.transaction().execute((tx) => issueGiftCard(world, tx, money(10_000, 'USD'))))!
  await world.db
    .insertInto('gift_card_purchase')
    .values({
      order_id: orderId,
      amount_minor: 10_000,
      recipient_email: 'rui@understudy.test',
      recipient_name: 'Rui',
      message: '',
      send_at: new Date(),
      gift_card_id: cardId,
      delivered_at: new Date(),
    })
    .execute()
  await world.db.transaction().execute((tx) => voidGiftCard(tx, cardId, 'USD'))
  expect(await findRow(campaign)).toMatchObject({ lost: usd('-100.00'), net: usd('499.00') })
  await world.db.transaction().execute((tx) => restoreGiftCard(tx, cardId, 'USD'))
  expect(await findRow(campaign)).toMatchObject({ lost: usd('0.00'), net: usd('399.00') })
})

test('a form counts as a lead of both its touches, and one without a first touch has the same for both', async () => {
  const [first, last, only] = [randomUUID(), randomUUID(), randomUUID()]
  const courseCode = await givenCourse(own.world)
  const email = () => `${randomUUID()}@understudy.test`
  const ask = (touches: object) =>
    registerInterest(own.world, 'curriculum', { code: courseCode, contact: { email: email(), ...touches }, ip: 'x' })
  await ask({ attribution: { campaign: last }, firstTouch: { campaign: first } })
  await ask({ attribution: { campaign: only } })
  expect(await findRow(last)).toMatchObject({ leads: 1, orders: 0 })
  expect(await findRow(first, { touch: 'first' })).toMatchObject({ leads: 1 })
  for (const touch of TOUCH_MODELS) expect(await findRow(only, { touch })).toMatchObject({ leads: 1 })
})

test('for every field and both touches, each order counts once and the amounts equal the books of each currency', async () => {
  const words = ['spring', 'Spring', '  spring ', '', '=1+1', 'été']
  const randomTouch = (seed: number): Attribution =>
    Object.fromEntries(
      ATTRIBUTION_FIELDS.filter((_, at) => (seed >> at) % 2 === 1).map((field, at) => [field, words[(seed + at) % 6]]),
    ) as Attribution
  const { world } = own
  for (let at = 0; at < 6; at++) {
    const touches = { attribution: randomTouch(at * 173), firstTouch: randomTouch(at * 89) }
    const giftCardCode = at === 2 ? await givenGiftCard(world, 100) : undefined
    const { orderId } = await givenPaidOrder(world, {
      ...touches,
      ...(giftCardCode && { giftCardCode }),
      ...(at === 3 && { depositMinor: 9_900, paymentType: 'deposit' as const }),
    })
    if (at % 2 === 0) await refundFirstSeat(world, actor.personId, orderId)
    await sendRefunds(world, orderId)
  }
  await world.db.transaction().execute(async (tx) => {
    const euros = money(12_345, 'EUR')
    const refundId = randomUUID()
    await bookCharge(tx, randomUUID(), 'sandbox', euros)
    await bookRefund(tx, refundId, 'sandbox', euros)
    await bookFailedRefund(tx, refundId, 'sandbox', euros)
    await bookRefund(tx, randomUUID(), 'sandbox', money(45, 'EUR'))
    await bookIssue(tx, randomUUID(), money(5_000, 'USD'), 'sales')
  })
  const inUsd = await sumBooks('USD')
  expect(inUsd).toMatchObject({ orders: expect.any(Number), gross: expect.any(Number) })
  expect([inUsd.orders! > 5, inUsd.refunded! > 0]).toEqual([true, true])
  for (const currency of ['USD', 'EUR', 'JPY']) {
    const { gross = 0, refunded = 0, lost = 0, orders, leads } = await sumBooks(currency)
    const amounts = [gross, refunded, lost, gross - refunded - lost].map((minor) => Math.round(minor))
    for (const by of ATTRIBUTION_FIELDS)
      for (const touch of TOUCH_MODELS) {
        const { rows, total } = await load({ by, touch, currency })
        const toMinor = ({ amount }: { amount: string }) => Math.round(Number(amount) * (currency === 'JPY' ? 1 : 100))
        expect([total.gross, total.refunded, total.lost, total.net].map(toMinor), `${by} ${touch}`).toEqual(amounts)
        expect(total).toMatchObject({ orders, leads })
        for (const figure of ['orders', 'leads', 'refunds'] as const)
          expect(rows.reduce((sum, row) => sum + row[figure], 0)).toBe(total[figure])
        expect(rows.reduce((sum, row) => sum + toMinor(row.net), 0)).toBe(amounts[3])
        expect(new Set(rows.map(({ kind, value }) => `${kind} ${value}`)).size).toBe(rows.length)
      }
  }
})

test('visits count by each field but the click id, and only on the days of the period', async () => {
  const values = [
    { day: '2026-03-01', fields: JSON.stringify({ campaign: 'spring', source: 'a' }), count: 3 },
    { day: '2026-03-02', fields: JSON.stringify({ campaign: 'spring', source: 'b' }), count: 4 },
    { day: '2026-03-03', fields: JSON.stringify({ source: 'b' }), count: 5 },
  ]
  await own.world.db.insertInto('campaign_visit').values(values).execute()
  const visits = async (by: AttributionField, from: string, until: string, touch: TouchModel = 'last') =>
    Object.fromEntries((await load({ by, from, until, touch })).rows.map((row) => [row.value, row.visits]))
  expect(await visits('campaign', '2026-03-01', '2026-03-02')).toEqual({ spring: 7 })
  expect(await visits('campaign', '2026-03-02', '2026-03-03', 'first')).toEqual({ spring: 4, null: 5 })
  expect(await visits('source', '2026-03-01', '2026-03-03')).toEqual({ a: 3, b: 9 })
  expect(await visits('clickid', '2026-03-01', '2026-03-03')).toEqual({})
})

test('the 50 best values come first, by their figures, then the sum of all others, then what has no value', async () => {
  const day = new Date().toISOString().slice(0, 10)
  const visit = (fields: object, count: number) => ({ day, fields: JSON.stringify(fields), count })
  const many = Array.from({ length: 60 }, (_, at) => visit({ adid: `ad ${at}` }, 1 + ((at * 7) % 40)))
  await own.world.db
    .insertInto('campaign_visit')
    .values([...many, visit({ source: 'mail' }, 900)])
    .execute()
  const bought = await givenPaidOrder(own.world, { attribution: { adid: 'ad 0' } })
  const { rows, total } = await load({ by: 'adid', from: day, until: day })
  expect(bought.orderId).toBeDefined()
  expect(rows[0]).toMatchObject({ kind: 'value', value: 'ad 0', visits: 1 })
  expect(rows.map(({ kind }) => kind)).toEqual([...Array(50).fill('value'), 'others', 'none'])
  const listed = rows.slice(1, 50)
  const byFigures = (a: (typeof rows)[number], b: (typeof rows)[number]) =>
    Number(b.gross.amount) - Number(a.gross.amount) || b.visits! - a.visits!
  expect(listed).toEqual(listed.toSorted(byFigures))
  expect(rows.reduce((sum, { visits }) => sum + visits!, 0)).toBe(total.visits)
})

test('a period over a year, or with its days in the wrong order, is refused', async () => {
  for (const [from, until] of [
    ['2026-01-02', '2026-01-01'],
    ['2025-01-01', '2026-01-02'],
  ] as const)
    expect(await reportAttribution(own.world, actor, { touch: 'last', by: 'source', from, until })).toMatchObject({
      refusal: { code: 'FIELD_INVALID', fields: { until: expect.any(String) } },
    })
})

test('the file has a byte order mark, ISO days, numbers and no formula; reading and exporting are in the audit log', async () => {
  await givenPaidOrder(own.world, { attribution: { adname: '=HYPERLINK("x")' } })
  const outcome = await exportAttribution(own.world, actor, { touch: 'last', by: 'adname' })
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  const text = String(outcome.value.content)
  const today = new Date().toISOString().slice(0, 10)
  expect(text.startsWith('\ufefffrom,until,touch,field,row,value,visits,')).toBe(true)
  expect(text).toContain(`${today},last,adname,value,"'=HYPERLINK(""x"")",0,0,1,0,USD,399,0,0,399\r\n`)
  expect(outcome.value.filename).toMatch(/^attribution-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  await load()
  await load()
  const events = await own.world.db
    .selectFrom('audit_event')
    .select(['action', 'details'])
    .where('actor_id', '=', actor.personId)
    .where('action', 'in', ['attribution-viewed', 'attribution-exported'])
    .execute()
  expect(events).toContainEqual({
    action: 'attribution-exported',
    details: { touch: 'last', by: 'adname', from: expect.any(String), until: today },
  })
  const viewed = events.filter(({ action, details }) => action === 'attribution-viewed' && isDefault(details))
  expect(viewed).toHaveLength(1)
})

const isDefault = (details: unknown) => {
  const { by, touch, from } = details as Record<string, string>
  return by === 'campaign' && touch === 'last' && from !== '2026-03-01' && from !== '2026-03-02'
}
