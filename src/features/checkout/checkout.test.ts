import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cards, checkoutBody, givenCourse } from '../../../tests/selling.ts'
import { guest, openWorld, type World } from '../../../tests/world.ts'
import { audit } from './audit.ts'
import { placeOrder } from './order.ts'
import { lapse, reconcile } from './reconcile.ts'
import { howItStands } from './verify.ts'
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

async function place(body: CheckoutBody, from = '192.0.2.1'): Promise<Placed> {
  const outcome = await placeOrder(world, guest(), body, from)
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

const pay = (placed: Placed, card: typeof cards.good) =>
  world.gateway!.sandbox.confirm({ clientSecret: placed.clientSecret, ...card })

async function verify(placed: Placed) {
  const outcome = await howItStands(world, guest(placed.checkoutToken), { orderId: placed.orderId })
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

async function seatsTaken(courseCode: string): Promise<number> {
  const row = await world.db
    .selectFrom('cohort')
    .select('taken')
    .where('course_code', '=', courseCode)
    .executeTakeFirstOrThrow()
  return row.taken
}

describe('paying the whole price', () => {
  test('a good card enrols once, however often it is asked after', async () => {
    const courseCode = await givenCourse(world)
    const placed = await place(await checkoutBody(world, courseCode))
    expect((await verify(placed)).status).toBe('pending')
    expect(await pay(placed, cards.good)).toEqual({ status: 'succeeded' })

    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(placed)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set(['complete']))
    expect(answers[0]!.data.enrolmentIds).toHaveLength(1)
    expect(answers[0]!.data.amountPaid).toEqual({ amount: '399.00', currency: 'USD' })
    expect(await seatsTaken(courseCode)).toBe(1)
  })

  test('a declined card says why, and the order goes on with another', async () => {
    const courseCode = await givenCourse(world)
    const body = await checkoutBody(world, courseCode)
    const placed = await place(body)
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

  test('a declined card that is given up costs no seat once the hold has lapsed', async () => {
    const courseCode = await givenCourse(world)
    const placed = await place(await checkoutBody(world, courseCode))
    await pay(placed, cards.declined)
    await verify(placed)
    await letLapse(placed.orderId)
    await reconcile(world, 0)
    expect(await seatsTaken(courseCode)).toBe(0)
    expect(await pay(placed, cards.good)).toMatchObject({ status: 'failed' })
  })

  test('who tries again has more time: the end of the first hold touches nothing', async () => {
    const body = await checkoutBody(world, await givenCourse(world))
    const placed = await place(body)
    await pay(placed, cards.declined)
    await verify(placed)
    const again = await placeOrder(
      world,
      guest(placed.checkoutToken),
      { ...body, orderId: placed.orderId },
      '192.0.2.1',
    )
    if (!again.ok) throw new Error(again.refusal.code)
    await lapse(world, placed.orderId)
    expect(await pay(again.value, cards.good)).toEqual({ status: 'succeeded' })
    expect((await verify(again.value)).status).toBe('complete')
  })

  test('a late answer is pending, keeps its seat past the hold, and completes', async () => {
    const courseCode = await givenCourse(world)
    const placed = await place(await checkoutBody(world, courseCode))
    expect(await pay(placed, cards.late)).toEqual({ status: 'processing' })
    expect((await verify(placed)).status).toBe('pending')
    await letLapse(placed.orderId)
    await reconcile(world, 0)
    expect(await seatsTaken(courseCode)).toBe(1)

    await sql`update sandbox.intent set settles_at = now()`.execute(world.db)
    expect((await verify(placed)).status).toBe('complete')
  })

  test('a confirmation step is pending until it is accepted', async () => {
    const placed = await place(await checkoutBody(world, await givenCourse(world)))
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

  test('one address has one unpaid order: the second takes the place of the first, and its seat', async () => {
    const courseCode = await givenCourse(world, { seats: 1 })
    const body = await checkoutBody(world, courseCode)
    const first = await place(body)
    const second = await place(body)
    expect(second.orderId).not.toBe(first.orderId)
    expect(await seatsTaken(courseCode)).toBe(1)
    expect(await pay(first, cards.good)).toMatchObject({ status: 'failed' })
    await pay(second, cards.good)
    expect((await verify(second)).status).toBe('complete')
  })

  test('while a payment is being checked the same address is told not to pay again', async () => {
    const body = await checkoutBody(world, await givenCourse(world))
    const first = await place(body)
    await pay(first, cards.late)
    expect(await placeOrder(world, guest(), body, '192.0.2.1')).toMatchObject({
      ok: false,
      refusal: { code: 'PAYMENT_IN_HAND' },
    })
  })

  test('a closed run takes nobody, and what is paid already is still seated', async () => {
    const courseCode = await givenCourse(world)
    const body = await checkoutBody(world, courseCode)
    const placed = await place(await checkoutBody(world, courseCode))
    await world.db
      .updateTable('cohort')
      .set({ enrol_closes_at: new Date(Date.now() - 1000) })
      .where('course_code', '=', courseCode)
      .execute()
    expect(await placeOrder(world, guest(), body, '192.0.2.1')).toMatchObject({ ok: false })
    await pay(placed, cards.good)
    expect((await verify(placed)).status).toBe('complete')
  })
})

describe('money that cannot stay', () => {
  test('a second paid enrolment of one person is paid back in full', async () => {
    const courseCode = await givenCourse(world)
    const body = await checkoutBody(world, courseCode)
    const first = await place(body)
    await pay(first, cards.good)
    await verify(first)
    const second = await place({ ...body, quoteId: (await checkoutBody(world, courseCode)).quoteId })
    await pay(second, cards.good)
    expect((await verify(second)).status).toBe('pending')
    await reconcile(world, 0)
    expect(await verify(second)).toMatchObject({
      status: 'failed',
      data: { failureCode: 'ALREADY_ENROLLED_REFUNDED', refunded: { amount: '399.00' } },
    })
    expect(await seatsTaken(courseCode)).toBe(1)
  })

  test('money that arrives after the seats are gone is paid back, and until then nobody says failed', async () => {
    const courseCode = await givenCourse(world, { seats: 1 })
    const late = await place(await checkoutBody(world, courseCode))
    // The provider charges an intent that it had told us was dead.
    await letLapse(late.orderId)
    await reconcile(world, 0)
    const quick = await place(await checkoutBody(world, courseCode), '192.0.2.2')
    await pay(quick, cards.good)
    await verify(quick)
    await sql`update sandbox.intent set status = 'succeeded' where client_secret = ${late.clientSecret}`.execute(
      world.db,
    )
    const { settle } = await import('./settle.ts')
    const payment = await world.db
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', late.paymentId)
      .executeTakeFirstOrThrow()
    await settle(world, await world.gateway!.getIntent(payment.provider_intent_id!))
    expect((await verify(late)).status).toBe('pending')
    await reconcile(world, 0)
    expect(await verify(late)).toMatchObject({ status: 'failed', data: { failureCode: 'SOLD_OUT_REFUNDED' } })
  })
})

test('an expired quote is quoted again and nothing is held', async () => {
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

test('a phone number is read in the zone’s country, and what is none is told so', async () => {
  const body = await checkoutBody(world, await givenCourse(world))
  const placed = await place({ ...body, phoneNumber: '0917 123 4567', timezoneId: 'Asia/Manila' })
  const order = await world.db.selectFrom('orders').selectAll().where('id', '=', placed.orderId).executeTakeFirst()
  expect(order?.phone_number).toBe('+639171234567')
  const fields = { phoneNumber: 'Please check the format of the phone number' }
  expect(await placeOrder(world, guest(), { ...body, phoneNumber: '12' }, '192.0.2.1')).toMatchObject({
    refusal: { fields },
  })
})

test('without a zone of its own an order is told in the class’s', async () => {
  const placed = await place({ ...(await checkoutBody(world, await givenCourse(world))), timezoneId: undefined })
  const order = await world.db.selectFrom('orders').selectAll().where('id', '=', placed.orderId).executeTakeFirst()
  expect(order?.timezone_id).toBe('Europe/London')
})

test('the sandbox takes no answer to a challenge that was never asked', async () => {
  const placed = await place(await checkoutBody(world, await givenCourse(world)))
  const accept = { clientSecret: placed.clientSecret, challenge: 'accept' as const }
  expect(await world.gateway!.sandbox.confirm(accept)).toMatchObject({ status: 'failed' })
  expect((await verify(placed)).status).toBe('pending')
})

test('the database refuses a complete order without its enrolment', async () => {
  const placed = await place(await checkoutBody(world, await givenCourse(world)))
  const person = sql`(insert into person (email, name) values ('nobody@understudy.test', 'Nobody') returning id)`
  await expect(
    sql`with someone as ${person} update orders set state = 'complete', completed_at = now(), person_id = (select id from someone) where id = ${placed.orderId}`.execute(
      world.db,
    ),
  ).rejects.toThrow('complete without its enrolments')
})

async function letLapse(orderId: string): Promise<void> {
  await sql`update seat_hold set created_at = now() - interval '20 minutes', expires_at = now() - interval '5 minutes' where order_id = ${orderId}`.execute(
    world.db,
  )
}
