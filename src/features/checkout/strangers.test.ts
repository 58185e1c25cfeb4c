import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findGiftCard } from '#features/gift-cards/find.ts'
import type { Actor } from '#http/handle.ts'
import { type Api, openApi } from '../../../tests/api.ts'
import { givenPaidOrder } from '../../../tests/bought.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard } from '../../../tests/selling.ts'
import { openWorld, type World } from '../../../tests/world.ts'
import { audit } from './audit.ts'
import { payByGiftCard } from './order-by-gift-card.ts'
import { reconcile } from './reconcile.ts'
import type { CheckoutBody } from './wire.ts'

let world: World
let api: Api
beforeAll(async () => {
  world = await openWorld(20, { TRUSTED_PROXIES: '127.0.0.1', UNPAID_ORDERS_PER_CLIENT: '500' })
  api = await openApi(world)
})
afterAll(async () => {
  await api.close()
  const violations = (await audit(world)).filter((answer) => answer.violations.length > 0)
  await world.close()
  expect(violations).toEqual([])
})

type Told = { status: number; body: Record<string, unknown> & { data: Record<string, string> } }

function place(body: CheckoutBody, from: string, more: object = {}): Promise<Told> {
  const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': from }
  return api.post('/api/v1/sign-up-payment/card', { ...body, ...more }, headers)
}

const verify = async ({ body }: Told) =>
  (await api.call(`/api/v1/verify-payment?orderId=${body.data.orderId}&vt=${body.data.checkoutToken}`)).body
const pay = ({ body }: Told) =>
  world.gateway!.sandbox!.confirm({ clientSecret: body.data.clientSecret!, ...cards.good })

describe('a stranger who gives a buyer’s address', () => {
  test.each([
    ['from elsewhere', '198.51.100.7', {}],
    ['from her own network', '203.0.113.1', {}],
    ['with a key of his own', '203.0.113.1', { clientKey: randomUUID() }],
  ])('%s ends no order of hers: it is paid, and of his nothing is kept', async (_how, from, his) => {
    const courseCode = await givenCourse(world)
    const body = await checkoutBody(world, courseCode)
    const hers = await place(body, '203.0.113.1', { clientKey: randomUUID() })
    const stranger = await place(await checkoutBody(world, courseCode, body.email), from, his)
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

  test('she herself, from the same checkout, changes her mind: one order, and the seats of one', async () => {
    const courseCode = await givenCourse(world, { seats: 3 })
    const body = await checkoutBody(world, courseCode)
    const mine = { clientKey: randomUUID() }
    const first = await place(body, '203.0.113.1', mine)
    const second = await place(await checkoutBody(world, courseCode, body.email, { seats: 2 }), '198.51.100.7', mine)
    expect(second.status).toBe(200)
    expect(await verify(first)).toMatchObject({ status: 'failed' })
    const cohort = await world.db
      .selectFrom('cohort')
      .select('taken')
      .where('course_code', '=', courseCode)
      .executeTakeFirst()
    expect(cohort?.taken).toBe(2)
  })

  test('she herself, in another tab and for another address: the unpaid order of the first ends, and its seat is free', async () => {
    const courseCode = await givenCourse(world, { seats: 1 })
    const mine = { clientKey: randomUUID() }
    const first = await place(await checkoutBody(world, courseCode), '203.0.113.1', mine)
    // By a price that was shown before the one seat was held.
    const other = { ...(await checkoutBody(world, courseCode)), quoteId: await quoteOf(first) }
    const second = await place(other, '203.0.113.1', mine)
    expect(second.status).toBe(200)
    expect(await verify(first)).toMatchObject({ status: 'failed' })
    await pay(second)
    expect(await verify(second)).toMatchObject({ status: 'complete' })
  })

  test('one browser has one unpaid order of a cohort, in however many tabs it is placed at once', async () => {
    const courseCode = await givenCourse(world)
    const mine = { clientKey: randomUUID() }
    const bodies = await Promise.all(Array.from({ length: 8 }, () => checkoutBody(world, courseCode)))
    const told = await Promise.all(bodies.map((body) => place(body, '203.0.113.1', mine)))
    expect(told.some(({ status }) => status === 200)).toBe(true)
    const open = await world.db
      .selectFrom('orders')
      .innerJoin('seat_hold', 'seat_hold.order_id', 'orders.id')
      .select(['orders.id', 'seat_hold.state'])
      .where('orders.course_code', '=', courseCode)
      .where('seat_hold.state', '=', 'live')
      .execute()
    expect(open).toHaveLength(1)
  })

  test('has three orders with it at most, and the fourth is told to wait', async () => {
    const courseCode = await givenCourse(world)
    const body = await checkoutBody(world, courseCode)
    const told = await Promise.all([1, 2, 3, 4, 5, 6].map((at) => place(body, `198.51.100.${at}`)))
    expect(told.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429])
    expect(told.find(({ status }) => status === 429)!.body).toMatchObject({ errorCode: 'HOLDS_LIMITED' })
  })
})

describe('whether an address is enrolled (contract §2)', () => {
  const byGiftCard = async (courseCode: string, email: string, auth: Record<string, string> = {}): Promise<Told> => {
    const body = await checkoutBody(world, courseCode, email, { giftCardCode: await givenGiftCard(world, 500) })
    return api.post('/api/v1/sign-up-payment/gift-card', body, { 'idempotency-key': randomUUID(), ...auth })
  }

  test('is not told to a guest whose gift card pays all, before or after the order is placed, and the card keeps its money', async () => {
    const courseCode = await givenCourse(world)
    const hers = await givenPaidOrder(world, { courseCode })
    const told = await byGiftCard(courseCode, hers.email)
    expect(told).toMatchObject({ status: 409, body: { errorCode: 'METHOD_NOT_AVAILABLE' } })
    expect(JSON.stringify(told.body)).not.toMatch(/enrolled/i)

    const open = await place(await checkoutBody(world, courseCode, hers.email), '203.0.113.20')
    const giftCardCode = await givenGiftCard(world, 500)
    const path = `/api/v1/orders/${open.body.data.orderId}/pay?vt=${open.body.data.checkoutToken}`
    const later: Told = await api.post(path, { paymentMethod: 'gift-card', giftCardCode })
    expect(later).toMatchObject({ status: 409, body: { errorCode: 'METHOD_NOT_AVAILABLE' } })
    expect(await findGiftCard(world, giftCardCode, 'here')).toMatchObject({ value: { balance: { minor: 50_000 } } })
  })

  test('is told to herself, signed in', async () => {
    const courseCode = await givenCourse(world)
    const { email } = await givenPaidOrder(world, { courseCode })
    const actor = await signedIn(email)
    const body = await checkoutBody(world, courseCode, email, { giftCardCode: await givenGiftCard(world, 500) })
    expect(await payByGiftCard(world, actor, body, 'here')).toMatchObject({ refusal: { code: 'ALREADY_ENROLLED' } })
  })
})

const quoteOf = async ({ body }: Told): Promise<string> => {
  const row = world.db.selectFrom('orders').select('quote_id').where('id', '=', body.data.orderId!)
  return (await row.executeTakeFirstOrThrow()).quote_id ?? ''
}

/** As who.ts tells of her. */
async function signedIn(email: string): Promise<Actor> {
  const { id } = await world.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return { kind: 'person', personId: id, sessionId: randomUUID(), audience: 'learner', roles: ['learner'] }
}

describe('one machine and the seats of one cohort', () => {
  test.each([
    [14, 10],
    [60, 30],
  ])('of %i it holds %i unpaid at most, however many addresses it gives and however fast', async (seats, most) => {
    const courseCode = await givenCourse(world, { seats })
    const bodies = await Promise.all(
      Array.from({ length: most + 6 }, () => checkoutBody(world, courseCode, undefined, { seats: 1 })),
    )
    const told = await Promise.all(bodies.map((body) => place(body, '2001:db8::1')))
    expect(told.filter(({ status }) => status === 200)).toHaveLength(most)
    expect(new Set(told.filter(({ status }) => status !== 200).map(({ body }) => body.errorCode))).toEqual(
      new Set(['HOLDS_LIMITED']),
    )
    const other = await place(await checkoutBody(world, courseCode), '2001:db8:1::1')
    expect(other.status).toBe(200)

    await pay(told.find(({ status }) => status === 200)!)
    await verify(told.find(({ status }) => status === 200)!)
    expect((await place(bodies.at(-1)!, '2001:db8::2')).status).toBe(200)
  })

  test('that the program runs on itself is not one client: a proxy that names nobody stands for many', async () => {
    const courseCode = await givenCourse(world, { seats: 14 })
    const bodies = await Promise.all(Array.from({ length: 14 }, () => checkoutBody(world, courseCode)))
    const told = await Promise.all(bodies.map((body) => place(body, '127.0.0.1')))
    expect(told.map(({ status }) => status)).toEqual(bodies.map(() => 200))
  })

  test('nothing says where from once a hold has ended', async () => {
    const placed = await place(await checkoutBody(world, await givenCourse(world)), '203.0.113.9')
    const kept = () =>
      world.db
        .selectFrom('orders')
        .innerJoin('seat_hold', 'seat_hold.order_id', 'orders.id')
        .select(['client', 'held_from'])
        .where('orders.id', '=', placed.body.data.orderId!)
        .executeTakeFirstOrThrow()
    expect((await kept()).held_from).toHaveLength(32)
    await pay(placed)
    await verify(placed)
    expect(await kept()).toEqual({ client: Buffer.alloc(0), held_from: null })
  })
})
