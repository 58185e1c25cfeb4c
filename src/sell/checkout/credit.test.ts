import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromDecimal } from '#domain/money/money.ts'
import type { Actor } from '#http/handle.ts'
import { getCreditAccountId } from '#sell/ledger/book.ts'
import { bookReward } from '#sell/ledger/credit.ts'
import { getOwedBalance } from '#sell/ledger/queries.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { reconcile } from '#sell/payments/reconcile.ts'
import { refundOrder } from '#sell/refunds/refund-order.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { payByGiftCard } from './place-order/order-by-gift-card.ts'
import { orderByPaypal } from './place-order/order-by-paypal.ts'
import { placeOrder } from './place-order/place-order.ts'
import { viewOrder } from './place-order/view-order.ts'
import { createQuote } from './pricing/create-quote.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => closeAudited(world))

const usd = (amount: string) => ({ amount, currency: 'USD' })
type Learner = Extract<Actor, { kind: 'person' }>

async function givenLearner(credit: string): Promise<Learner> {
  const email = `${randomUUID()}@understudy.test`
  const row = { email, name: 'Priya Raman', timezone_id: 'UTC', email_verified_at: new Date() }
  const { id } = await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  await world.db.transaction().execute((tx) => bookReward(tx, randomUUID(), id, fromDecimal(credit, 'USD')))
  return { kind: 'person', personId: id, sessionId: randomUUID(), audience: 'learner', roles: ['learner'] }
}

const getCredit = async ({ personId }: Learner) => {
  return (await getOwedBalance(world.db, getCreditAccountId(personId, 'USD'))) / 100 + 0
}

async function quote(learner: Learner | null, courseCode: string, more: object = {}) {
  const personId = learner?.personId
  return createQuote(world, { cohortCode: courseCode, personId, ip: randomUUID(), ...more })
}

async function bodyWithCredit(learner: Learner, courseCode: string, more: object = {}) {
  const quoted = await quote(learner, courseCode, { credit: usd('500.00'), ...more })
  if (!quoted.ok) throw new Error(quoted.refusal.code)
  return { ...(await checkoutBody(world, courseCode)), quoteId: quoted.value.quoteId }
}

async function expireHold(orderId: string): Promise<void> {
  const times = sql`created_at = now() - interval '20 minutes', expires_at = now() - interval '5 minutes'`
  await sql`update seat_hold set ${times} where order_id = ${orderId}`.execute(world.db)
  await reconcile(world, 0)
}

test('a quote shows a logged-in person’s credit, and uses it after the gift card', async () => {
  const learner = await givenLearner('20.00')
  const courseCode = await givenCourse(world)
  const giftCardCode = await givenGiftCard(world, 390)
  expect(await quote(learner, courseCode)).toMatchObject({
    value: { credit: { balance: usd('20.00') }, options: [{ creditApplied: usd('0.00'), dueNow: usd('399.00') }] },
  })
  expect(await quote(learner, courseCode, { credit: usd('20.00'), giftCardCode })).toMatchObject({
    value: { options: [{ giftCardApplied: usd('390.00'), creditApplied: usd('9.00'), dueNow: usd('0.00') }] },
  })
})

test('a guest cannot use credit, nor a person the credit of another one', async () => {
  const learner = await givenLearner('20.00')
  const courseCode = await givenCourse(world)
  expect(await quote(null, courseCode)).toMatchObject({ value: { credit: null } })
  expect(await quote(null, courseCode, { credit: usd('5.00') })).toMatchObject({ refusal: { code: 'CREDIT_SIGN_IN' } })
  const body = await bodyWithCredit(learner, courseCode)
  const orderAs = (actor: Actor) => placeOrder(world, actor, body, randomUUID())
  expect(await orderAs(guest())).toMatchObject({ refusal: { code: 'PRICE_CHANGED' } })
  expect(await orderAs(await givenLearner('20.00'))).toMatchObject({ refusal: { code: 'PERSON_CHANGED' } })
  expect(await getCredit(learner)).toBe(20)
})

test('a credit of zero is no credit: a guest may send it, and an order that was quoted with credit differs', async () => {
  const learner = await givenLearner('20.00')
  const courseCode = await givenCourse(world)
  expect(await quote(null, courseCode, { credit: usd('0.00') })).toMatchObject({
    value: { options: [{ creditApplied: usd('0.00'), dueNow: usd('399.00') }] },
  })
  const body = { ...(await bodyWithCredit(learner, courseCode)), credit: usd('0.00') }
  expect(await placeOrder(world, learner, body, randomUUID())).toMatchObject({ refusal: { code: 'PRICE_CHANGED' } })
  const without = { ...(await checkoutBody(world, courseCode)), credit: usd('0.00') }
  expect(await placeOrder(world, guest(), without, randomUUID())).toMatchObject({ ok: true })
})

test.each([
  ['card', placeOrder],
  ['credit alone', payByGiftCard],
  ['PayPal', orderByPaypal],
] as const)('credit pays for other people’s seats only after a step-up, by %s', async (way, order) => {
  const learner = await givenLearner(way === 'credit alone' ? '1000.00' : '20.00')
  const balance = await getCredit(learner)
  const more = { seats: 2, credit: usd('1000.00') }
  const body = await bodyWithCredit(learner, await givenCourse(world), more)
  const recent = { ...learner, isSteppedUp: false, isRecentlyConfirmed: true }
  const refusal = { ok: false, refusal: { code: 'CREDIT_OWNER_UNCONFIRMED' } }
  expect(await order(world, recent, body, randomUUID())).toMatchObject(refusal)
  expect(await order(world, guest(), body, randomUUID())).toMatchObject({ refusal: { code: 'PRICE_CHANGED' } })
  expect(await getCredit(learner)).toBe(balance)
  expect(await order(world, { ...learner, isSteppedUp: true }, body, randomUUID())).toMatchObject({ ok: true })
  expect(await getCredit(learner)).toBeLessThan(balance)
})

test('credit that an open order has reserved can be taken off and used again, and nobody else sees it', async () => {
  const learner = await givenLearner('20.00')
  const courseCode = await givenCourse(world)
  const placed = await placeOrder(world, learner, await bodyWithCredit(learner, courseCode), randomUUID())
  expect(placed).toMatchObject({ ok: true })
  expect(await getCredit(learner)).toBe(0)
  const credit = { balance: usd('20.00') }
  expect(await quote(learner, courseCode)).toMatchObject({
    value: { credit, options: [{ creditApplied: usd('0.00') }] },
  })
  expect(await quote(learner, courseCode, { credit: usd('20.00') })).toMatchObject({
    value: { credit, options: [{ creditApplied: usd('20.00') }] },
  })
  expect(await quote(null, courseCode)).toMatchObject({ value: { credit: null } })
  expect(await quote(await givenLearner('5.00'), courseCode)).toMatchObject({
    value: { credit: { balance: usd('5.00') } },
  })
  // Another course replaces nothing, so the credit stays reserved.
  expect(await quote(learner, await givenCourse(world))).toMatchObject({ value: { credit: null } })
})

test('credit is reserved with the order, consumed by the payment, shown in the order, and refunded by its share', async () => {
  const learner = await givenLearner('99.75')
  const courseCode = await givenCourse(world)
  const placed = await placeOrder(world, learner, await bodyWithCredit(learner, courseCode), randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  expect(await getCredit(learner)).toBe(0)
  const { orderId, clientSecret } = placed.value
  await world.gateway!.sandbox.confirm({ clientSecret, ...cards.good })
  await checkPayment(world, learner, { orderId })
  const payment = { method: 'credit', status: 'complete', amount: usd('99.75') }
  const viewed = await viewOrder(world, learner, orderId)
  expect(viewed).toMatchObject({ value: { payments: [payment, { method: 'card', amount: usd('299.25') }] } })
  const [line] = viewed.ok ? viewed.value.lines : []
  const lines = [{ lineId: line!.lineId, amount: usd('40.00') }]
  const admin = await givenLearner('1.00')
  expect(await refundOrder(world, admin.personId, orderId, { lines, reason: 'A sorry' })).toMatchObject({ ok: true })
  expect(await getCredit(learner)).toBe(10)
})

test('an order that ends unpaid gives its credit back, once', async () => {
  const learner = await givenLearner('20.00')
  const courseCode = await givenCourse(world)
  const placed = await placeOrder(world, learner, await bodyWithCredit(learner, courseCode), randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  expect(await getCredit(learner)).toBe(0)
  await expireHold(placed.value.orderId)
  await expireHold(placed.value.orderId)
  expect(await getCredit(learner)).toBe(20)
})

test('of 3 orders at the same moment, only one gets the credit, and the others a new price', async () => {
  const learner = await givenLearner('20.00')
  const bodies = await Promise.all(
    Array.from({ length: 3 }, async () => bodyWithCredit(learner, await givenCourse(world))),
  )
  const outcomes = await Promise.all(bodies.map((body) => placeOrder(world, learner, body, randomUUID())))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  const refused = outcomes.filter((outcome) => !outcome.ok)
  for (const { refusal } of refused) expect(refusal).toMatchObject({ code: 'PRICE_CHANGED', data: { credit: null } })
  expect(await getCredit(learner)).toBe(0)
})

test('credit that covers all that is due needs no card', async () => {
  const learner = await givenLearner('400.00')
  const body = await bodyWithCredit(learner, await givenCourse(world))
  expect(await payByGiftCard(world, learner, body, randomUUID())).toMatchObject({ ok: true })
  expect(await getCredit(learner)).toBe(1)
})
