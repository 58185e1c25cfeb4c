import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#http/handle.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { findGiftCard } from '#sell/gift-cards/find-gift-card.ts'
import { reconcile } from '#sell/payments/reconcile.ts'
import { type Api, startApi } from '../../../tests/world/api.ts'
import { givenPaidOrder } from '../../../tests/world/bought.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { payByGiftCard } from './place-order/order-by-gift-card.ts'
import type { CheckoutBody } from './wire.ts'

let world: World
let api: Api
beforeAll(async () => {
  world = await createWorld(20, { TRUSTED_PROXIES: '127.0.0.1', UNPAID_ORDERS_PER_CLIENT: '500' })
  api = await startApi(world)
})
afterAll(async () => {
  await api.close()
  const violations = (await audit(world)).filter((answer) => answer.violations.length > 0)
  await world.close()
  expect(violations).toEqual([])
})

type OrderResponse = { status: number; body: Record<string, unknown> & { data: Record<string, string> } }

function submitOrder(body: CheckoutBody, from: string, more: object = {}): Promise<OrderResponse> {
  const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': from }
  return api.post('/api/v1/sign-up-payment/card', { ...body, ...more }, headers)
}

const verify = async ({ body }: OrderResponse) =>
  (await api.call(`/api/v1/verify-payment?orderId=${body.data.orderId}&vt=${body.data.checkoutToken}`)).body
const pay = ({ body }: OrderResponse) =>
  world.gateway!.sandbox!.confirm({ clientSecret: body.data.clientSecret!, ...cards.good })

describe('a stranger who gives a buyer’s address', () => {
  test.each([
    ['from elsewhere', '198.51.100.7', {}],
    ['from her own network', '203.0.113.1', {}],
    ['with a key of his own', '203.0.113.1', { clientKey: randomUUID() }],
  ])('%s ends no order of hers: it is paid, and of his nothing is kept', async (_how, from, his) => {
    const courseCode = await givenCourse(world)
    const body = await checkoutBody(world, courseCode)
    const hers = await submitOrder(body, '203.0.113.1', { clientKey: randomUUID() })
    const stranger = await submitOrder(await checkoutBody(world, courseCode, body.email), from, his)
    expect(stranger.status).toBe(200)
    expect(stranger.body.data.orderId).not.toBe(hers.body.data.orderId)

    await pay(hers)
    expect(await verify(hers)).toMatchObject({ status: 'complete' })
    await pay(stranger)
    await verify(stranger)
    await reconcile(world, 0)
    expect(await verify(stranger)).toMatchObject({
      status: 'failed',
      data: { failureCode: 'ALREADY_ENROLLED_REFUNDED', refunded: { amount: '399.00' } },
    })
  })

  test('the buyer changes the order in the same checkout: one order, with the seats of one', async () => {
    const courseCode = await givenCourse(world, { seats: 3 })
    const body = await checkoutBody(world, courseCode)
    const mine = { clientKey: randomUUID() }
    const first = await submitOrder(body, '203.0.113.1', mine)
    const second = await submitOrder(
      await checkoutBody(world, courseCode, body.email, { seats: 2 }),
      '198.51.100.7',
      mine,
    )
    expect(second.status).toBe(200)
    expect(await verify(first)).toMatchObject({ status: 'failed' })
    const cohort = await world.db
      .selectFrom('cohort')
      .select('taken')
      .where('cohort_code', '=', courseCode)
      .executeTakeFirst()
    expect(cohort?.taken).toBe(2)
  })

  test('the buyer orders in another tab for another address: the first unpaid order ends and releases its seat', async () => {
    const courseCode = await givenCourse(world, { seats: 1 })
    const mine = { clientKey: randomUUID() }
    const first = await submitOrder(await checkoutBody(world, courseCode), '203.0.113.1', mine)
    // By a price that was shown before the one seat was held.
    const other = { ...(await checkoutBody(world, courseCode)), quoteId: await getQuoteId(first) }
    const second = await submitOrder(other, '203.0.113.1', mine)
    expect(second.status).toBe(200)
    expect(await verify(first)).toMatchObject({ status: 'failed' })
    await pay(second)
    expect(await verify(second)).toMatchObject({ status: 'complete' })
  })

  test('one browser has one unpaid order of a cohort, in however many tabs it is placed at once', async () => {
    const courseCode = await givenCourse(world)
    const mine = { clientKey: randomUUID() }
    const bodies = await Promise.all(Array.from({ length: 8 }, () => checkoutBody(world, courseCode)))
    const response = await Promise.all(bodies.map((body) => submitOrder(body, '203.0.113.1', mine)))
    expect(response.some(({ status }) => status === 200)).toBe(true)
    const open = await world.db
      .selectFrom('orders')
      .innerJoin('seat_hold', 'seat_hold.order_id', 'orders.id')
      .select(['orders.id', 'seat_hold.state'])
      .where('orders.cohort_code', '=', courseCode)
      .where('seat_hold.state', '=', 'live')
      .execute()
    expect(open).toHaveLength(1)
  })

  test('has at most three orders with it, and the fourth is told to wait', async () => {
    const courseCode = await givenCourse(world)
    const body = await checkoutBody(world, courseCode)
    const response = await Promise.all([1, 2, 3, 4, 5, 6].map((at) => submitOrder(body, `198.51.100.${at}`)))
    expect(response.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429])
    expect(response.find(({ status }) => status === 429)!.body).toMatchObject({ errorCode: 'HOLDS_LIMITED' })
  })
})

describe('whether an address is enrolled (docs/contract §2)', () => {
  const byGiftCard = async (
    courseCode: string,
    email: string,
    auth: Record<string, string> = {},
  ): Promise<OrderResponse> => {
    const body = await checkoutBody(world, courseCode, email, { giftCardCode: await givenGiftCard(world, 500) })
    return api.post('/api/v1/sign-up-payment/gift-card', body, { 'idempotency-key': randomUUID(), ...auth })
  }

  test('is not told to a guest whose gift card pays all, before or after the order is placed, and the card keeps its money', async () => {
    const courseCode = await givenCourse(world)
    const hers = await givenPaidOrder(world, { courseCode })
    const response = await byGiftCard(courseCode, hers.email)
    expect(response).toMatchObject({ status: 409, body: { errorCode: 'METHOD_NOT_AVAILABLE' } })
    expect(JSON.stringify(response.body)).not.toMatch(/enrolled/i)

    const open = await submitOrder(await checkoutBody(world, courseCode, hers.email), '203.0.113.20')
    const giftCardCode = await givenGiftCard(world, 500)
    const path = `/api/v1/orders/${open.body.data.orderId}/pay?vt=${open.body.data.checkoutToken}`
    const later: OrderResponse = await api.post(path, { paymentMethod: 'gift-card', giftCardCode })
    expect(later).toMatchObject({ status: 409, body: { errorCode: 'METHOD_NOT_AVAILABLE' } })
    expect(await findGiftCard(world, giftCardCode, 'here')).toMatchObject({ value: { balance: { minor: 50_000 } } })
  })

  test('is shown to the signed-in owner', async () => {
    const courseCode = await givenCourse(world)
    const { email } = await givenPaidOrder(world, { courseCode })
    const actor = await signedIn(email)
    const body = await checkoutBody(world, courseCode, email, { giftCardCode: await givenGiftCard(world, 500) })
    expect(await payByGiftCard(world, actor, body, 'here')).toMatchObject({ refusal: { code: 'ALREADY_ENROLLED' } })
  })
})

const getQuoteId = async ({ body }: OrderResponse): Promise<string> => {
  const row = world.db.selectFrom('orders').select('quote_id').where('id', '=', body.data.orderId!)
  return (await row.executeTakeFirstOrThrow()).quote_id ?? ''
}

/** As who.ts tells of her. */
async function signedIn(email: string): Promise<Actor> {
  const { id } = await world.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return { kind: 'person', personId: id, sessionId: randomUUID(), audience: 'learner', roles: ['learner'] }
}

describe('one machine and one cohort', () => {
  test.each([
    [14, 10],
    [60, 30],
  ])('of %i it holds %i unpaid at most, however many addresses it gives and however fast', async (seats, most) => {
    const courseCode = await givenCourse(world, { seats })
    const bodies = await Promise.all(
      Array.from({ length: most + 6 }, () => checkoutBody(world, courseCode, undefined, { seats: 1 })),
    )
    const response = await Promise.all(bodies.map((body) => submitOrder(body, '2001:db8::1')))
    expect(response.filter(({ status }) => status === 200)).toHaveLength(most)
    expect(new Set(response.filter(({ status }) => status !== 200).map(({ body }) => body.errorCode))).toEqual(
      new Set(['HOLDS_LIMITED']),
    )
    const other = await submitOrder(await checkoutBody(world, courseCode), '2001:db8:1::1')
    expect(other.status).toBe(200)

    await pay(response.find(({ status }) => status === 200)!)
    await verify(response.find(({ status }) => status === 200)!)
    expect((await submitOrder(bodies.at(-1)!, '2001:db8::2')).status).toBe(200)
  })

  test('the server’s own machine is not one client: a proxy that forwards no address serves many clients', async () => {
    const courseCode = await givenCourse(world, { seats: 14 })
    const bodies = await Promise.all(Array.from({ length: 14 }, () => checkoutBody(world, courseCode)))
    const response = await Promise.all(bodies.map((body) => submitOrder(body, '127.0.0.1')))
    expect(response.map(({ status }) => status)).toEqual(bodies.map(() => 200))
  })

  test('an ended hold stores no network address', async () => {
    const placed = await submitOrder(await checkoutBody(world, await givenCourse(world)), '203.0.113.9')
    const countStored = () =>
      world.db
        .selectFrom('orders')
        .innerJoin('seat_hold', 'seat_hold.order_id', 'orders.id')
        .select(['client', 'ip_hash'])
        .where('orders.id', '=', placed.body.data.orderId!)
        .executeTakeFirstOrThrow()
    expect((await countStored()).ip_hash).toHaveLength(32)
    await pay(placed)
    await verify(placed)
    expect(await countStored()).toEqual({ client: Buffer.alloc(0), ip_hash: null })
  })
})
