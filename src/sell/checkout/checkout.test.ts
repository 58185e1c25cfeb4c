import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { expireOrder } from '#sell/payments/end-order.ts'
import { reconcile } from '#sell/payments/reconcile.ts'
import type { Placed } from '#sell/payments/wire/answers.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { placeOrder } from './place-order/place-order.ts'
import type { CheckoutBody } from './wire.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => closeAudited(world))

async function submitOrder(body: CheckoutBody, from = '192.0.2.1'): Promise<Placed> {
  const outcome = await placeOrder(world, guest(), body, from)
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

const pay = (placed: Placed, card: typeof cards.good) =>
  world.gateway!.sandbox.confirm({ clientSecret: placed.clientSecret, ...card })

async function verify(placed: Placed) {
  const outcome = await checkPayment(world, guest(placed.checkoutToken), { orderId: placed.orderId })
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

async function seatsTaken(courseCode: string): Promise<number> {
  const row = await world.db
    .selectFrom('cohort')
    .select('taken')
    .where('cohort_code', '=', courseCode)
    .executeTakeFirstOrThrow()
  return row.taken
}

describe('paying the whole price', () => {
  test.each(['course', 'workshop', 'masterclass'] as const)(
    'a good card enrols once in a %s, however often its status is requested',
    async (kind) => {
      const courseCode = await givenCourse(world, { kind })
      const placed = await submitOrder(await checkoutBody(world, courseCode))
      expect((await verify(placed)).status).toBe('pending')
      expect(await pay(placed, cards.good)).toEqual({ status: 'succeeded' })

      const answers = await Promise.all(Array.from({ length: 10 }, () => verify(placed)))
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set(['complete']))
      expect(answers[0]!.data.enrolmentIds).toHaveLength(1)
      expect(answers[0]!.data.amountPaid).toEqual({ amount: '399.00', currency: 'USD' })
      expect(await seatsTaken(courseCode)).toBe(1)
    },
  )

  test('a declined card gives its reason, and another card pays the same order', async () => {
    const courseCode = await givenCourse(world)
    const body = await checkoutBody(world, courseCode)
    const placed = await submitOrder(body)
    await pay(placed, cards.noFunds)
    expect(await verify(placed)).toMatchObject({ status: 'failed', data: { failureCode: 'insufficient_funds' } })

    const again = await placeOrder(
      world,
      guest(placed.checkoutToken),
      { ...body, orderId: placed.orderId },
      '192.0.2.1',
    )
    expect(again).toMatchObject({ ok: true, value: { orderId: placed.orderId, checkoutToken: placed.checkoutToken } })
    if (!again.ok) return
    expect(again.value.paymentId).not.toBe(placed.paymentId)
    await pay(again.value, cards.good)
    expect((await verify(again.value)).status).toBe('complete')
    expect(await seatsTaken(courseCode)).toBe(1)
    expect(await pay(placed, cards.good)).toMatchObject({ status: 'failed' })
  })

  test('the seat of an abandoned, declined order is free once its hold expires', async () => {
    const courseCode = await givenCourse(world)
    const placed = await submitOrder(await checkoutBody(world, courseCode))
    await pay(placed, cards.declined)
    await verify(placed)
    await letExpire(placed.orderId)
    await reconcile(world, 0)
    expect(await seatsTaken(courseCode)).toBe(0)
    expect(await pay(placed, cards.good)).toMatchObject({ status: 'failed' })
  })

  test('a new attempt extends the hold, so the end of the first hold changes nothing', async () => {
    const body = await checkoutBody(world, await givenCourse(world))
    const placed = await submitOrder(body)
    await pay(placed, cards.declined)
    await verify(placed)
    const again = await placeOrder(
      world,
      guest(placed.checkoutToken),
      { ...body, orderId: placed.orderId },
      '192.0.2.1',
    )
    if (!again.ok) throw new Error(again.refusal.code)
    await expireOrder(world, placed.orderId)
    expect(await pay(again.value, cards.good)).toEqual({ status: 'succeeded' })
    expect((await verify(again.value)).status).toBe('complete')
  })

  test('a late payment is pending, keeps its seat after the hold expires, and completes', async () => {
    const courseCode = await givenCourse(world)
    const placed = await submitOrder(await checkoutBody(world, courseCode))
    expect(await pay(placed, cards.late)).toEqual({ status: 'processing' })
    expect((await verify(placed)).status).toBe('pending')
    await letExpire(placed.orderId)
    await reconcile(world, 0)
    expect(await seatsTaken(courseCode)).toBe(1)

    await sql`update sandbox.intent set settles_at = now()`.execute(world.db)
    expect((await verify(placed)).status).toBe('complete')
  })

  test('a confirmation step is pending until it is accepted', async () => {
    const placed = await submitOrder(await checkoutBody(world, await givenCourse(world)))
    expect(await pay(placed, cards.asks)).toMatchObject({ status: 'requires_action' })
    expect((await verify(placed)).status).toBe('pending')
    await world.gateway!.sandbox.confirm({ clientSecret: placed.clientSecret, challenge: 'accept' })
    expect((await verify(placed)).status).toBe('complete')
  })
})

describe('seats', () => {
  test('60 buyers for 7 seats: 7 held, 53 refused, none oversold', async () => {
    const courseCode = await givenCourse(world, { seats: 7 })
    const bodies = await Promise.all(Array.from({ length: 60 }, () => checkoutBody(world, courseCode)))
    const outcomes = await Promise.all(bodies.map((body, at) => placeOrder(world, guest(), body, `192.0.2.${at}`)))
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(7)
    expect(new Set(outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.code])))).toEqual(
      new Set(['SEATS_TAKEN']),
    )
    expect(await seatsTaken(courseCode)).toBe(7)
  })

  test('one address has one unpaid order: a second order replaces the first and takes over its seat', async () => {
    const courseCode = await givenCourse(world, { seats: 1 })
    const body = await checkoutBody(world, courseCode)
    const first = await submitOrder(body)
    const second = await submitOrder(body)
    expect(second.orderId).not.toBe(first.orderId)
    expect(await seatsTaken(courseCode)).toBe(1)
    expect(await pay(first, cards.good)).toMatchObject({ status: 'failed' })
    await pay(second, cards.good)
    expect((await verify(second)).status).toBe('complete')
  })

  test('while a payment is processing, the same address is told not to pay again', async () => {
    const body = await checkoutBody(world, await givenCourse(world))
    const first = await submitOrder(body)
    await pay(first, cards.late)
    expect(await placeOrder(world, guest(), body, '192.0.2.1')).toMatchObject({
      ok: false,
      refusal: { code: 'PAYMENT_IN_HAND' },
    })
  })

  test('a closed cohort accepts no order, but an order that was already paid is still enrolled', async () => {
    const courseCode = await givenCourse(world)
    const body = await checkoutBody(world, courseCode)
    const placed = await submitOrder(await checkoutBody(world, courseCode))
    await world.db
      .updateTable('cohort')
      .set({ enrol_closes_at: new Date(Date.now() - 1000) })
      .where('cohort_code', '=', courseCode)
      .execute()
    expect(await placeOrder(world, guest(), body, '192.0.2.1')).toMatchObject({ ok: false })
    await pay(placed, cards.good)
    expect((await verify(placed)).status).toBe('complete')
  })
})

describe('payments that cannot be used', () => {
  test('a second paid enrolment of one person is refunded in full', async () => {
    const courseCode = await givenCourse(world)
    const body = await checkoutBody(world, courseCode)
    const first = await submitOrder(body)
    await pay(first, cards.good)
    await verify(first)
    const second = await submitOrder({ ...body, quoteId: (await checkoutBody(world, courseCode)).quoteId })
    await pay(second, cards.good)
    expect((await verify(second)).status).toBe('pending')
    await reconcile(world, 0)
    expect(await verify(second)).toMatchObject({
      status: 'failed',
      data: { failureCode: 'ALREADY_ENROLLED_REFUNDED', refunded: { amount: '399.00' } },
    })
    expect(await seatsTaken(courseCode)).toBe(1)
  })

  test('a payment that arrives after the seats are sold out is refunded, and is pending until then', async () => {
    const courseCode = await givenCourse(world, { seats: 1 })
    const late = await submitOrder(await checkoutBody(world, courseCode))
    // The provider charges an intent that it had told us was dead.
    await letExpire(late.orderId)
    await reconcile(world, 0)
    const quick = await submitOrder(await checkoutBody(world, courseCode), '192.0.2.2')
    await pay(quick, cards.good)
    await verify(quick)
    await sql`update sandbox.intent set status = 'succeeded' where client_secret = ${late.clientSecret}`.execute(
      world.db,
    )
    const { completePayment } = await import('#sell/payments/complete-payment.ts')
    const payment = await world.db
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', late.paymentId)
      .executeTakeFirstOrThrow()
    await completePayment(world, 'sandbox', await world.gateway!.getIntent(payment.provider_intent_id!))
    expect((await verify(late)).status).toBe('pending')
    await reconcile(world, 0)
    expect(await verify(late)).toMatchObject({ status: 'failed', data: { failureCode: 'SOLD_OUT_REFUNDED' } })
  })
})

test('an expired quote is replaced by a new one, and no seat is held', async () => {
  const courseCode = await givenCourse(world)
  const body = await checkoutBody(world, courseCode)
  await world.db
    .updateTable('quote')
    .set({ expires_at: new Date(0) })
    .where('id', '=', body.quoteId)
    .execute()
  const outcome = await placeOrder(world, guest(), body, '192.0.2.1')
  expect(outcome).toMatchObject({
    ok: false,
    refusal: { code: 'QUOTE_EXPIRED', data: { options: [{ total: { amount: '399.00' } }] } },
  })
  expect(await seatsTaken(courseCode)).toBe(0)
})

test.each([
  ['no terms', { consent: { terms: false } }, 'TERMS_REQUIRED'],
  ['an unknown promo code', { promoCode: 'NOPE' }, 'PROMO_INVALID'],
  ['an unknown gift card', { giftCardCode: 'NOPE' }, 'GIFT_CARD_INVALID'],
  ['a deposit', { paymentType: 'deposit' as const }, 'DEPOSIT_NOT_OFFERED'],
  ['no address', { email: undefined }, 'FIELD_INVALID'],
  ['a phone number that is none', { phoneNumber: '12' }, 'FIELD_INVALID'],
  ['an unknown course', { courseCode: 'NOPE' }, 'COURSE_NOT_FOUND'],
])('refuses %s and holds nothing', async (_why, change, code) => {
  const courseCode = await givenCourse(world)
  const body = { ...(await checkoutBody(world, courseCode)), ...change }
  expect(await placeOrder(world, guest(), body, '192.0.2.1')).toMatchObject({ ok: false, refusal: { code } })
  expect(await seatsTaken(courseCode)).toBe(0)
})

test('a phone number is read in the zone’s country, and an invalid number is refused', async () => {
  const body = await checkoutBody(world, await givenCourse(world))
  const placed = await submitOrder({ ...body, phoneNumber: '0917 123 4567', timezoneId: 'Asia/Manila' })
  const order = await world.db.selectFrom('orders').selectAll().where('id', '=', placed.orderId).executeTakeFirst()
  expect(order?.phone_number).toBe('+639171234567')
  const fields = { phoneNumber: 'Please check the format of the phone number' }
  expect(await placeOrder(world, guest(), { ...body, phoneNumber: '12' }, '192.0.2.1')).toMatchObject({
    refusal: { fields },
  })
})

test('an order without a time zone shows its times in the cohort’s zone', async () => {
  const placed = await submitOrder({ ...(await checkoutBody(world, await givenCourse(world))), timezoneId: undefined })
  const order = await world.db.selectFrom('orders').selectAll().where('id', '=', placed.orderId).executeTakeFirst()
  expect(order?.timezone_id).toBe('Europe/London')
})

test('the sandbox refuses an answer to a challenge that it never sent', async () => {
  const placed = await submitOrder(await checkoutBody(world, await givenCourse(world)))
  const accept = { clientSecret: placed.clientSecret, challenge: 'accept' as const }
  expect(await world.gateway!.sandbox.confirm(accept)).toMatchObject({ status: 'failed' })
  expect((await verify(placed)).status).toBe('pending')
})

test('the database refuses a complete order without its enrolment', async () => {
  const placed = await submitOrder(await checkoutBody(world, await givenCourse(world)))
  const person = sql`(insert into person (email, name) values ('nobody@understudy.test', 'Nobody') returning id)`
  await expect(
    sql`with someone as ${person} update orders set state = 'complete', completed_at = now(), person_id = (select id from someone) where id = ${placed.orderId}`.execute(
      world.db,
    ),
  ).rejects.toThrow('complete without its enrolments')
})

async function letExpire(orderId: string): Promise<void> {
  await sql`update seat_hold set created_at = now() - interval '20 minutes', expires_at = now() - interval '5 minutes' where order_id = ${orderId}`.execute(
    world.db,
  )
}
