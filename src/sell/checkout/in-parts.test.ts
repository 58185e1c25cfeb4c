import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from '#domain/outcome.ts'
import { findGiftCard } from '#sell/gift-cards/find-gift-card.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { payOrder } from '#sell/payments/pay-order.ts'
import { reconcile } from '#sell/payments/reconcile.ts'
import type { Placed } from '#sell/payments/wire/answers.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard, givenPromoCode } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { payByGiftCard } from './place-order/order-by-gift-card.ts'
import { placeOrder } from './place-order/place-order.ts'
import { viewOrder } from './place-order/view-order.ts'
import type { CheckoutBody } from './wire.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => closeAudited(world))

function requireValue<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

const usd = (amount: string) => ({ amount, currency: 'USD' })

const submitOrder = async (body: CheckoutBody): Promise<Placed> =>
  requireValue(await placeOrder(world, guest(), body, randomUUID()))

const orderByGiftCard = (body: CheckoutBody) => payByGiftCard(world, guest(), body, randomUUID())
const pay = ({ clientSecret }: Placed, card = cards.good) => world.gateway!.sandbox.confirm({ clientSecret, ...card })

type PlacedOrder = Pick<Placed, 'orderId' | 'checkoutToken'>
const verify = async ({ orderId, checkoutToken }: PlacedOrder) =>
  requireValue(await checkPayment(world, guest(checkoutToken), { orderId }))
const seen = async ({ orderId, checkoutToken }: PlacedOrder) =>
  requireValue(await viewOrder(world, guest(checkoutToken), orderId))

async function getBalance(code: string): Promise<string> {
  return (requireValue(await findGiftCard(world, code, randomUUID())).balance.minor / 100).toFixed(2)
}

const countUses = async (code: string): Promise<number> =>
  (await world.db.selectFrom('promo_code').select('uses').where('code', '=', code).executeTakeFirstOrThrow()).uses

async function seatsTaken(courseCode: string): Promise<number> {
  const cohort = world.db.selectFrom('cohort').select('taken').where('cohort_code', '=', courseCode)
  return (await cohort.executeTakeFirstOrThrow()).taken
}

/** The hold is over, as the worker sees it. */
async function expireOrder(orderId: string): Promise<void> {
  const times = sql`created_at = now() - interval '20 minutes', expires_at = now() - interval '5 minutes'`
  await sql`update seat_hold set ${times} where order_id = ${orderId}`.execute(world.db)
  await reconcile(world, 0)
}

describe('a group', () => {
  test('takes all its seats, with a line and an enrolment for each, at the group’s price', async () => {
    const courseCode = await givenCourse(world)
    const placed = await submitOrder({
      ...(await checkoutBody(world, courseCode, undefined, { seats: 3 })),
      friends: [{ email: 'fern@understudy.test', name: 'Fern' }],
    })
    expect(await seatsTaken(courseCode)).toBe(3)
    await pay(placed)
    const response = await verify(placed)
    expect(response).toMatchObject({ status: 'complete', data: { amountPaid: usd('1077.30'), amountDue: usd('0.00') } })
    expect(new Set(response.data.enrolmentIds).size).toBe(3)
    expect(await seatsTaken(courseCode)).toBe(3)
    expect(await seen(placed)).toMatchObject({
      lines: [1, 2, 3].map((seat) => ({ seat, label: `Seat ${seat}`, amount: usd('359.10') })),
      totals: { subtotal: usd('1197.00'), discount: usd('119.70'), total: usd('1077.30'), due: usd('0.00') },
    })
  })

  test('gets no seats if one seat is missing', async () => {
    const courseCode = await givenCourse(world, { seats: 3 })
    const body = await checkoutBody(world, courseCode, undefined, { seats: 3 })
    await submitOrder(await checkoutBody(world, courseCode))
    expect(await placeOrder(world, guest(), body, 'here')).toMatchObject({ refusal: { code: 'SEATS_TAKEN' } })
    expect(await seatsTaken(courseCode)).toBe(1)
  })

  test.each([
    ['too many', [{ email: 'a@understudy.test' }, { email: 'b@understudy.test' }], 'Please name at most 1 friend'],
    ['the buyer', [{ email: 'me@understudy.test' }], 'One of the friends has your own address'],
  ])('of %s friends is refused', async (_who, friends, sentence) => {
    const body = await checkoutBody(world, await givenCourse(world), 'me@understudy.test', { seats: 2 })
    expect(await placeOrder(world, guest(), { ...body, friends }, 'here')).toMatchObject({
      refusal: { code: 'FIELD_INVALID', fields: { friends: sentence } },
    })
  })
})

describe('a deposit', () => {
  test('is charged now, the balance is in the schedule, and the seat is taken', async () => {
    const courseCode = await givenCourse(world, { depositMinor: 9_900 })
    const placed = await submitOrder(await checkoutBody(world, courseCode, undefined, { paymentType: 'deposit' }))
    await pay(placed)
    expect(await verify(placed)).toMatchObject({
      status: 'complete',
      data: { paymentType: 'deposit', amountPaid: usd('99.00'), amountDue: usd('300.00') },
    })
    expect(await seen(placed)).toMatchObject({
      paymentType: 'deposit',
      totals: { total: usd('399.00'), paid: usd('99.00'), dueNow: usd('0.00'), due: usd('300.00') },
      schedule: [{ dueAt: expect.any(String), amount: usd('300.00') }],
    })
  })

  test('is not offered if the offer has none', async () => {
    const body = await checkoutBody(world, await givenCourse(world))
    expect(await placeOrder(world, guest(), { ...body, paymentType: 'deposit' }, 'here')).toMatchObject({
      refusal: { code: 'DEPOSIT_NOT_OFFERED' },
    })
  })
})

describe('a gift card', () => {
  test('beside a gift card that is already reserved is refused, and the open card payment stays', async () => {
    const first = await givenGiftCard(world, 100)
    const second = await givenGiftCard(world, 500)
    const placed = await submitOrder(
      await checkoutBody(world, await givenCourse(world), undefined, { giftCardCode: first }),
    )
    const input = { paymentMethod: 'gift-card' as const, giftCardCode: second }
    const response = await payOrder(world, guest(placed.checkoutToken), placed.orderId, input, randomUUID())
    expect(response).toMatchObject({ refusal: { code: 'METHOD_NOT_AVAILABLE' } })
    await pay(placed)
    expect((await verify(placed)).status).toBe('complete')
    expect(await getBalance(second)).toBe('500.00')
  })

  test('pays its part, and the card pays the rest', async () => {
    const giftCardCode = await givenGiftCard(world, 100)
    const placed = await submitOrder(await checkoutBody(world, await givenCourse(world), undefined, { giftCardCode }))
    expect(await getBalance(giftCardCode)).toBe('0.00')
    expect((await seen(placed)).totals).toMatchObject({
      held: usd('100.00'),
      dueNow: usd('299.00'),
      due: usd('299.00'),
    })
    await pay(placed)
    expect(await verify(placed)).toMatchObject({ status: 'complete', data: { amountPaid: usd('399.00') } })
    expect((await seen(placed)).payments).toMatchObject([
      { method: 'gift-card', status: 'complete', amount: usd('100.00') },
      { method: 'card', status: 'complete', amount: usd('299.00') },
    ])
  })

  test('pays less if the rest would be below the minimum card charge', async () => {
    const giftCardCode = await givenGiftCard(world, 100)
    const courseCode = await givenCourse(world, { priceMinor: 10_030 })
    const placed = await submitOrder(await checkoutBody(world, courseCode, undefined, { giftCardCode }))
    expect((await seen(placed)).totals).toMatchObject({ held: usd('99.80'), dueNow: usd('0.50') })
    expect(await getBalance(giftCardCode)).toBe('0.20')
  })

  test('gets its part back, once, if the order ends unpaid', async () => {
    const giftCardCode = await givenGiftCard(world, 100)
    const placed = await submitOrder(await checkoutBody(world, await givenCourse(world), undefined, { giftCardCode }))
    await pay(placed, cards.declined)
    expect((await verify(placed)).status).toBe('failed')
    expect(await getBalance(giftCardCode), 'another card may still pay').toBe('0.00')
    await expireOrder(placed.orderId)
    await reconcile(world, 0)
    expect(await getBalance(giftCardCode)).toBe('100.00')
  })

  test('that covers everything pays at once, without a provider', async () => {
    const giftCardCode = await givenGiftCard(world, 500)
    const courseCode = await givenCourse(world)
    const paid = await orderByGiftCard(await checkoutBody(world, courseCode, undefined, { giftCardCode }))
    expect(paid).toMatchObject({ ok: true, value: { enrolmentIds: [expect.any(String)] } })
    if (!paid.ok) return
    expect(await verify(paid.value)).toMatchObject({ status: 'complete', data: { paymentId: paid.value.paymentId } })
    expect(await getBalance(giftCardCode)).toBe('101.00')
    expect(await seatsTaken(courseCode)).toBe(1)
  })

  test('that covers a deposit pays the amount due now and as much as it can of the balance', async () => {
    const giftCardCode = await givenGiftCard(world, 150)
    const courseCode = await givenCourse(world, { depositMinor: 9_900 })
    const paid = await orderByGiftCard(
      await checkoutBody(world, courseCode, undefined, { giftCardCode, paymentType: 'deposit' }),
    )
    if (!paid.ok) throw new Error(paid.refusal.code)
    expect(await verify(paid.value)).toMatchObject({
      status: 'complete',
      data: { amountPaid: usd('150.00'), amountDue: usd('249.00') },
    })
  })

  test('that does not cover the amount due is refused, and keeps its balance', async () => {
    const giftCardCode = await givenGiftCard(world, 100)
    const courseCode = await givenCourse(world)
    const body = await checkoutBody(world, courseCode, undefined, { giftCardCode })
    expect(await orderByGiftCard(body)).toMatchObject({ refusal: { code: 'PAYMENT_REQUIRED' } })
    expect(await getBalance(giftCardCode)).toBe('100.00')
    expect(await seatsTaken(courseCode)).toBe(0)
  })

  test('that was spent since the quote changes the price, and the buyer sees the new price first', async () => {
    const giftCardCode = await givenGiftCard(world, 400)
    const late = await checkoutBody(world, await givenCourse(world), undefined, { giftCardCode })
    await orderByGiftCard(await checkoutBody(world, await givenCourse(world), undefined, { giftCardCode }))
    expect(await orderByGiftCard(late)).toMatchObject({
      refusal: { code: 'PRICE_CHANGED', data: { options: [{ giftCardApplied: usd('1.00'), dueNow: usd('398.00') }] } },
    })
  })

  test('and a promo code pay for an order that was paid after it expired, if both are still available', async () => {
    const giftCardCode = await givenGiftCard(world, 100)
    const promoCode = await givenPromoCode(world, { percent_off: 10 }, 1)
    const codes = { giftCardCode, promoCode }
    const placed = await submitOrder(await checkoutBody(world, await givenCourse(world), undefined, codes))
    await expireOrder(placed.orderId)
    expect([await countUses(promoCode), await getBalance(giftCardCode)]).toEqual([0, '100.00'])
    await chargeDead(placed)
    expect(await verify(placed)).toMatchObject({ status: 'complete', data: { amountPaid: usd('359.10') } })
    expect([await countUses(promoCode), await getBalance(giftCardCode)]).toEqual([1, '0.00'])
  })

  test('or a promo code that is no longer available causes a full refund', async () => {
    const promoCode = await givenPromoCode(world, { percent_off: 10 }, 1)
    const giftCardCode = await givenGiftCard(world, 100)
    const courseCode = await givenCourse(world)
    const placed = await submitOrder(await checkoutBody(world, courseCode, undefined, { promoCode, giftCardCode }))
    await expireOrder(placed.orderId)
    await orderByGiftCard(
      await checkoutBody(world, await givenCourse(world, { priceMinor: 5_000 }), undefined, { giftCardCode }),
    )
    await chargeDead(placed)
    await reconcile(world, 0)
    expect(await verify(placed)).toMatchObject({ status: 'failed', data: { refunded: usd('259.10') } })
    expect([await countUses(promoCode), await getBalance(giftCardCode), await seatsTaken(courseCode)]).toEqual([
      0,
      '50.00',
      0,
    ])
  })
})

describe('a promo code', () => {
  test('lowers the price, is used by the unpaid order, and is released when that order ends', async () => {
    const promoCode = await givenPromoCode(world, { amount_off_minor: 2_000 }, 1)
    const placed = await submitOrder(await checkoutBody(world, await givenCourse(world), undefined, { promoCode }))
    expect(await countUses(promoCode)).toBe(1)
    expect(await seen(placed)).toMatchObject({ promoCode, totals: { discount: usd('20.00'), total: usd('379.00') } })
    await expireOrder(placed.orderId)
    expect(await countUses(promoCode)).toBe(0)
  })

  test('that saves less than the group discount is not used', async () => {
    const promoCode = await givenPromoCode(world, { percent_off: 5 }, 1)
    await submitOrder(await checkoutBody(world, await givenCourse(world), undefined, { promoCode, seats: 3 }))
    expect(await countUses(promoCode)).toBe(0)
  })

  test('moves from an order to the order that replaces it', async () => {
    const promoCode = await givenPromoCode(world, { percent_off: 10 }, 1)
    const body = await checkoutBody(world, await givenCourse(world), undefined, { promoCode })
    const mine = { ...body, clientKey: randomUUID() }
    await submitOrder(mine)
    await submitOrder(mine)
    expect(await countUses(promoCode)).toBe(1)
  })
})

test.each([
  ['more seats', { seats: 2 }],
  ['a code', { promoCode: 'ANOTHER' }],
])('an order for %s than its quote was made for is quoted again', async (_what, change) => {
  await world.db
    .insertInto('promo_code')
    .values({ code: 'ANOTHER', label: 'Off', currency: 'USD', percent_off: 10 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const body = { ...(await checkoutBody(world, await givenCourse(world))), ...change }
  expect(await placeOrder(world, guest(), body, 'here')).toMatchObject({
    refusal: { code: 'PRICE_CHANGED', data: { quoteId: expect.any(String) } },
  })
})

/** The provider charges an intent that it had called dead. */
async function chargeDead(placed: Placed): Promise<void> {
  await sql`update sandbox.intent set status = 'succeeded' where client_secret = ${placed.clientSecret}`.execute(
    world.db,
  )
  const { syncLostCharges } = await import('#sell/payments/reconcile.ts')
  await syncLostCharges(world)
}
