import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findGiftCard } from '#features/gift-cards/find.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard, givenPromoCode } from '../../../tests/selling.ts'
import { guest, openWorld, type World } from '../../../tests/world.ts'
import { audit } from './audit.ts'
import { placeOrder } from './order.ts'
import { payByGiftCard } from './order-by-gift-card.ts'
import { payOrder } from './pay-order.ts'
import { reconcile } from './reconcile.ts'
import { howItStands } from './verify.ts'
import { viewOrder } from './view-order.ts'
import type { CheckoutBody, Placed } from './wire.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(20)
})
afterAll(async () => {
  const violations = (await audit(world)).filter((answer) => answer.violations.length > 0)
  await world.close()
  expect(violations).toEqual([])
})

const usd = (amount: string) => ({ amount, currency: 'USD' })

async function place(body: CheckoutBody): Promise<Placed> {
  const outcome = await placeOrder(world, guest(), body, randomUUID())
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

const spend = (body: CheckoutBody) => payByGiftCard(world, guest(), body, randomUUID())
const pay = ({ clientSecret }: Placed, card = cards.good) => world.gateway!.sandbox.confirm({ clientSecret, ...card })

async function verify({ orderId, checkoutToken }: { orderId: string; checkoutToken: string }) {
  const outcome = await howItStands(world, guest(checkoutToken), { orderId })
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

async function seen({ orderId, checkoutToken }: { orderId: string; checkoutToken: string }) {
  const outcome = await viewOrder(world, guest(checkoutToken), orderId)
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

async function balanceOf(code: string): Promise<string> {
  const found = await findGiftCard(world, code, randomUUID())
  if (!found.ok) throw new Error(found.refusal.code)
  return (found.value.balance.minor / 100).toFixed(2)
}

const usesOf = async (code: string): Promise<number> =>
  (await world.db.selectFrom('promo_code').select('uses').where('code', '=', code).executeTakeFirstOrThrow()).uses

const seatsTaken = async (courseCode: string): Promise<number> =>
  (await world.db.selectFrom('cohort').select('taken').where('course_code', '=', courseCode).executeTakeFirstOrThrow())
    .taken

/** The hold is over, as the worker sees it. */
async function lapse(orderId: string): Promise<void> {
  await sql`update seat_hold set created_at = now() - interval '20 minutes', expires_at = now() - interval '5 minutes' where order_id = ${orderId}`.execute(
    world.db,
  )
  await reconcile(world, 0)
}

describe('a group', () => {
  test('takes all its seats, with a line and a place for each, and the group’s price', async () => {
    const courseCode = await givenCourse(world)
    const placed = await place({
      ...(await checkoutBody(world, courseCode, undefined, { seats: 3 })),
      friends: [{ email: 'fern@understudy.test', name: 'Fern' }],
    })
    expect(await seatsTaken(courseCode)).toBe(3)
    await pay(placed)
    const told = await verify(placed)
    expect(told).toMatchObject({ status: 'complete', data: { amountPaid: usd('1077.30'), amountDue: usd('0.00') } })
    expect(new Set(told.data.enrolmentIds).size).toBe(3)
    expect(await seatsTaken(courseCode)).toBe(3)
    expect(await seen(placed)).toMatchObject({
      lines: [1, 2, 3].map((seat) => ({ seat, label: `Seat ${seat}`, amount: usd('359.10') })),
      totals: { subtotal: usd('1197.00'), discount: usd('119.70'), total: usd('1077.30'), due: usd('0.00') },
    })
  })

  test('gets none where one seat is missing', async () => {
    const courseCode = await givenCourse(world, { seats: 3 })
    const body = await checkoutBody(world, courseCode, undefined, { seats: 3 })
    await place(await checkoutBody(world, courseCode))
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
  test('is charged now, the balance stands in the schedule, and the place is taken', async () => {
    const courseCode = await givenCourse(world, { depositMinor: 9_900 })
    const placed = await place(await checkoutBody(world, courseCode, undefined, { paymentType: 'deposit' }))
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

  test('is not offered where the offer has none', async () => {
    const body = await checkoutBody(world, await givenCourse(world))
    expect(await placeOrder(world, guest(), { ...body, paymentType: 'deposit' }, 'here')).toMatchObject({
      refusal: { code: 'DEPOSIT_NOT_OFFERED' },
    })
  })
})

describe('a gift card', () => {
  test('beside another one that is set aside already is refused, and the charge that was begun lives on', async () => {
    const [first, second] = [await givenGiftCard(world, 100), await givenGiftCard(world, 500)]
    const placed = await place(await checkoutBody(world, await givenCourse(world), undefined, { giftCardCode: first }))
    const asked = { paymentMethod: 'gift-card' as const, giftCardCode: second }
    const told = await payOrder(world, guest(placed.checkoutToken), placed.orderId, asked, randomUUID())
    expect(told).toMatchObject({ refusal: { code: 'METHOD_NOT_AVAILABLE' } })
    await pay(placed)
    expect((await verify(placed)).status).toBe('complete')
    expect(await balanceOf(second)).toBe('500.00')
  })

  test('pays its part, and the card what is left', async () => {
    const giftCardCode = await givenGiftCard(world, 100)
    const placed = await place(await checkoutBody(world, await givenCourse(world), undefined, { giftCardCode }))
    expect(await balanceOf(giftCardCode)).toBe('0.00')
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

  test('that leaves less than a card can be charged pays that much less', async () => {
    const giftCardCode = await givenGiftCard(world, 100)
    const courseCode = await givenCourse(world, { priceMinor: 10_030 })
    const placed = await place(await checkoutBody(world, courseCode, undefined, { giftCardCode }))
    expect((await seen(placed)).totals).toMatchObject({ held: usd('99.80'), dueNow: usd('0.50') })
    expect(await balanceOf(giftCardCode)).toBe('0.20')
  })

  test('of an order that ends unpaid gets its part back, once', async () => {
    const giftCardCode = await givenGiftCard(world, 100)
    const placed = await place(await checkoutBody(world, await givenCourse(world), undefined, { giftCardCode }))
    await pay(placed, cards.declined)
    expect((await verify(placed)).status).toBe('failed')
    expect(await balanceOf(giftCardCode), 'another card may still pay').toBe('0.00')
    await lapse(placed.orderId)
    await reconcile(world, 0)
    expect(await balanceOf(giftCardCode)).toBe('100.00')
  })

  test('that covers all pays at once, and nobody else is asked', async () => {
    const giftCardCode = await givenGiftCard(world, 500)
    const courseCode = await givenCourse(world)
    const paid = await spend(await checkoutBody(world, courseCode, undefined, { giftCardCode }))
    expect(paid).toMatchObject({ ok: true, value: { enrolmentIds: [expect.any(String)] } })
    if (!paid.ok) return
    expect(await verify(paid.value)).toMatchObject({ status: 'complete', data: { paymentId: paid.value.paymentId } })
    expect(await balanceOf(giftCardCode)).toBe('101.00')
    expect(await seatsTaken(courseCode)).toBe(1)
  })

  test('that covers a deposit pays what is due now and what it can of the rest', async () => {
    const giftCardCode = await givenGiftCard(world, 150)
    const courseCode = await givenCourse(world, { depositMinor: 9_900 })
    const paid = await spend(await checkoutBody(world, courseCode, undefined, { giftCardCode, paymentType: 'deposit' }))
    if (!paid.ok) throw new Error(paid.refusal.code)
    expect(await verify(paid.value)).toMatchObject({
      status: 'complete',
      data: { amountPaid: usd('150.00'), amountDue: usd('249.00') },
    })
  })

  test('that does not cover what is due is told so, and keeps what it has', async () => {
    const giftCardCode = await givenGiftCard(world, 100)
    const courseCode = await givenCourse(world)
    const body = await checkoutBody(world, courseCode, undefined, { giftCardCode })
    expect(await spend(body)).toMatchObject({ refusal: { code: 'PAYMENT_REQUIRED' } })
    expect(await balanceOf(giftCardCode)).toBe('100.00')
    expect(await seatsTaken(courseCode)).toBe(0)
  })

  test('that was spent elsewhere since the quote changes the price, which is shown first', async () => {
    const giftCardCode = await givenGiftCard(world, 400)
    const late = await checkoutBody(world, await givenCourse(world), undefined, { giftCardCode })
    await spend(await checkoutBody(world, await givenCourse(world), undefined, { giftCardCode }))
    expect(await spend(late)).toMatchObject({
      refusal: { code: 'PRICE_CHANGED', data: { options: [{ giftCardApplied: usd('1.00'), dueNow: usd('398.00') }] } },
    })
  })

  test('and a code pay for an order that was paid after it lapsed, where both are still to be had', async () => {
    const giftCardCode = await givenGiftCard(world, 100)
    const promoCode = await givenPromoCode(world, { percent_off: 10 }, 1)
    const wish = { giftCardCode, promoCode }
    const placed = await place(await checkoutBody(world, await givenCourse(world), undefined, wish))
    await lapse(placed.orderId)
    expect([await usesOf(promoCode), await balanceOf(giftCardCode)]).toEqual([0, '100.00'])
    await chargeDead(placed)
    expect(await verify(placed)).toMatchObject({ status: 'complete', data: { amountPaid: usd('359.10') } })
    expect([await usesOf(promoCode), await balanceOf(giftCardCode)]).toEqual([1, '0.00'])
  })

  test('or a code that is gone by then sends the money back', async () => {
    const promoCode = await givenPromoCode(world, { percent_off: 10 }, 1)
    const giftCardCode = await givenGiftCard(world, 100)
    const courseCode = await givenCourse(world)
    const placed = await place(await checkoutBody(world, courseCode, undefined, { promoCode, giftCardCode }))
    await lapse(placed.orderId)
    await spend(await checkoutBody(world, await givenCourse(world, { priceMinor: 5_000 }), undefined, { giftCardCode }))
    await chargeDead(placed)
    await reconcile(world, 0)
    expect(await verify(placed)).toMatchObject({ status: 'failed', data: { refunded: usd('259.10') } })
    expect([await usesOf(promoCode), await balanceOf(giftCardCode), await seatsTaken(courseCode)]).toEqual([
      0,
      '50.00',
      0,
    ])
  })
})

describe('a promo code', () => {
  test('lowers the price, is used by the unpaid order already, and free again when that ends', async () => {
    const promoCode = await givenPromoCode(world, { amount_off_minor: 2_000 }, 1)
    const placed = await place(await checkoutBody(world, await givenCourse(world), undefined, { promoCode }))
    expect(await usesOf(promoCode)).toBe(1)
    expect(await seen(placed)).toMatchObject({ promoCode, totals: { discount: usd('20.00'), total: usd('379.00') } })
    await lapse(placed.orderId)
    expect(await usesOf(promoCode)).toBe(0)
  })

  test('that takes less off than the group is not used up', async () => {
    const promoCode = await givenPromoCode(world, { percent_off: 5 }, 1)
    await place(await checkoutBody(world, await givenCourse(world), undefined, { promoCode, seats: 3 }))
    expect(await usesOf(promoCode)).toBe(0)
  })

  test('goes from an order to the one that takes its place', async () => {
    const promoCode = await givenPromoCode(world, { percent_off: 10 }, 1)
    const body = await checkoutBody(world, await givenCourse(world), undefined, { promoCode })
    const mine = { ...body, clientKey: randomUUID() }
    await place(mine)
    await place(mine)
    expect(await usesOf(promoCode)).toBe(1)
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
  const { findLostCharges } = await import('./reconcile.ts')
  await findLostCharges(world)
}
