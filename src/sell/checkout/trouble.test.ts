import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Gateway } from '#platform/payments/gateway.ts'
import { withDeadline } from '#platform/payments/with-deadline.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { completePayment } from '#sell/payments/complete-payment.ts'
import { reconcile, syncLostCharges } from '#sell/payments/reconcile.ts'
import type { Placed } from '#sell/payments/wire/answers.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World, withGateway } from '../../../tests/world/world.ts'
import { placeOrder } from './place-order/place-order.ts'
import type { CheckoutBody } from './wire.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => closeAudited(world))

async function submitOrder(body: CheckoutBody, deps = world): Promise<Placed> {
  const outcome = await placeOrder(deps, guest(), body, '192.0.2.1')
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

const pay = (placed: Placed, card: typeof cards.good) =>
  world.gateway!.sandbox.confirm({ clientSecret: placed.clientSecret, ...card })

async function verify(placed: Placed, deps = world) {
  const outcome = await checkPayment(deps, guest(placed.checkoutToken), { orderId: placed.orderId })
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

/** The world with a provider that behaves otherwise. */
const withChange = (change: Partial<Omit<Gateway, 'sandbox'>>): World =>
  withGateway(world, { ...world.gateway!, ...change })

const getIntentId = async (placed: Placed): Promise<string> => {
  const row = await world.db.selectFrom('payment').selectAll().where('id', '=', placed.paymentId).executeTakeFirst()
  return row!.provider_intent_id!
}

describe('a provider in trouble', () => {
  test('that fails before or after the charge leaves an order that the next attempt continues, with one seat', async () => {
    const real = world.gateway!
    for (const createIntent of [
      async () => Promise.reject(new Error('before')),
      async (order: Parameters<Gateway['createIntent']>[0]) => {
        await real.createIntent(order)
        throw new Error('after')
      },
    ]) {
      const courseCode = await givenCourse(world, { seats: 1 })
      const body = await checkoutBody(world, courseCode)
      await expect(submitOrder(body, withChange({ createIntent }))).rejects.toThrow()
      const placed = await submitOrder(body)
      await pay(placed, cards.good)
      expect((await verify(placed)).status).toBe('complete')
    }
  })

  test('that is unreachable leaves the payment pending, never failed', async () => {
    const placed = await submitOrder(await checkoutBody(world, await givenCourse(world)))
    await pay(placed, cards.declined)
    expect((await verify(placed)).status).toBe('failed')
    const away = withChange({ getIntent: () => Promise.reject(new Error('away')) })
    expect((await verify(placed, away)).status).toBe('pending')
  })

  test('that hangs for one payment does not delay others', async () => {
    const stuck = await submitOrder(await checkoutBody(world, await givenCourse(world)))
    const quick = await submitOrder(await checkoutBody(world, await givenCourse(world)))
    await pay(quick, cards.good)
    const hanging = await getIntentId(stuck)
    const real = world.gateway!
    // Only the call that hangs has a deadline, which may then be short.
    const silent = withDeadline({ ...real, getIntent: () => new Promise<never>(() => {}) }, 20)
    const getIntent: Gateway['getIntent'] = (id) => (id === hanging ? silent : real).getIntent(id)
    await reconcile(withGateway(world, { ...real, getIntent }), 0)
    const order = await world.db.selectFrom('orders').select('state').where('id', '=', quick.orderId).executeTakeFirst()
    expect(order?.state).toBe('complete')
  })

  test('whose responses overtake each other: an older decline is ignored after a newer attempt', async () => {
    const placed = await submitOrder(await checkoutBody(world, await givenCourse(world)))
    await pay(placed, cards.declined)
    const old = await world.gateway!.getIntent(await getIntentId(placed))
    await new Promise((resolve) => setTimeout(resolve, 5))
    await pay(placed, cards.late)
    expect((await verify(placed)).status).toBe('pending')
    await completePayment(world, 'sandbox', old)
    const payment = await world.db
      .selectFrom('payment')
      .select('state')
      .where('id', '=', placed.paymentId)
      .executeTakeFirst()
    expect(payment?.state).toBe('pending')
  })

  test('that charges a cancelled payment: the order is complete, whatever attempts followed', async () => {
    const courseCode = await givenCourse(world)
    const body = await checkoutBody(world, courseCode)
    const first = await submitOrder(body)
    await pay(first, cards.declined)
    await verify(first)
    const again = await placeOrder(world, guest(first.checkoutToken), { ...body, orderId: first.orderId }, '192.0.2.1')
    if (!again.ok) throw new Error(again.refusal.code)
    await pay(again.value, cards.declined)
    await sql`update sandbox.intent set status = 'succeeded' where client_secret = ${first.clientSecret}`.execute(
      world.db,
    )
    await syncLostCharges(world)
    expect(await verify(again.value)).toMatchObject({ status: 'complete', data: { amountPaid: { amount: '399.00' } } })
  })
})

describe('two clients that continue one order at the same time', () => {
  test.each([
    ['a declined card', async (placed: Placed) => void (await pay(placed, cards.declined))],
    ['a card that is not known to be declined yet', async (placed: Placed) => void (await pay(placed, cards.asks))],
    ['an order that is being paid', async (placed: Placed) => void (await pay(placed, cards.good))],
  ])('after %s each hears what it may do, and none of a failure', async (_what, before) => {
    for (let round = 0; round < 8; round++) {
      const body = await checkoutBody(world, await givenCourse(world))
      const placed = await submitOrder(body)
      await before(placed)
      const going = () =>
        placeOrder(world, guest(placed.checkoutToken), { ...body, orderId: placed.orderId }, '192.0.2.1')
      const response = await Promise.all([
        ...Array.from({ length: 6 }, going),
        checkPayment(world, guest(placed.checkoutToken), { orderId: placed.orderId }),
        reconcile(world, 0),
      ])
      const refusals = response.flatMap((one) => (one && !one.ok ? [one.refusal.code] : []))
      expect(['PAYMENT_IN_HAND', 'ORDER_CLOSED']).toEqual(expect.arrayContaining([...new Set(refusals)]))
      const live = await world.db.selectFrom('payment').select('state').where('order_id', '=', placed.orderId).execute()
      expect(live.filter(({ state }) => state === 'pending' || state === 'declined').length).toBeLessThanOrEqual(1)
    }
  })
})

describe('a stranger who knows the address', () => {
  test('cannot disturb a buyer who is at the bank’s page, or one whose quote the stranger does not have', async () => {
    const body = await checkoutBody(world, await givenCourse(world, { seats: 1 }))
    const placed = await submitOrder(body)
    const noQuote = { ...body, quoteId: placed.orderId }
    expect(await placeOrder(world, guest(), noQuote, '192.0.2.1')).toMatchObject({
      ok: false,
      refusal: { code: 'SEATS_TAKEN' },
    })
    await pay(placed, cards.asks)
    expect(await placeOrder(world, guest(), body, '192.0.2.1')).toMatchObject({
      ok: false,
      refusal: { code: 'PAYMENT_IN_HAND' },
    })
    await world.gateway!.sandbox.confirm({ clientSecret: placed.clientSecret, challenge: 'accept' })
    expect((await verify(placed)).status).toBe('complete')
  })

  test('cannot take the seat of a buyer who places the order again in a full cohort', async () => {
    const courseCode = await givenCourse(world, { seats: 1 })
    const body = await checkoutBody(world, courseCode)
    await submitOrder(body)
    const others = await Promise.all(Array.from({ length: 10 }, () => checkoutBody(world, courseCode)))
    const strangers = Promise.all(
      others.map((other) => placeOrder(world, guest(), { ...other, quoteId: body.quoteId }, '192.0.2.1')),
    )
    expect((await placeOrder(world, guest(), body, '192.0.2.1')).ok).toBe(true)
    expect((await strangers).filter((outcome) => outcome.ok)).toHaveLength(0)
  })
})
