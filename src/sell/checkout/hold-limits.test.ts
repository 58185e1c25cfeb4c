import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#screens/admin/audit-money.ts'
import { nextUnsettled } from '#sell/orders/queries/payments.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { expireOrder } from '#sell/payments/end-order.ts'
import { type Api, type ApiResponse, startApi } from '../../../tests/world/api.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'

let world: World
let api: Api
beforeAll(async () => {
  world = await createWorld(20, { TRUSTED_PROXIES: '127.0.0.1', UNPAID_ORDERS_PER_CLIENT: '40' })
  api = await startApi(world)
})
afterAll(async () => {
  await api.close()
  const violations = (await audit(world)).filter((answer) => answer.violations.length > 0)
  await world.close()
  expect(violations).toEqual([])
})

let network = 0
const newNetwork = () => `198.51.${++network}.7`
type Buyer = { address: string; clientKey?: string }
const newBuyer = (address = newNetwork()): Buyer => ({ address, clientKey: randomUUID() })

/** By quotes that were shown before the seats were held. */
async function submitOrder(
  courseCode: string,
  { address, clientKey }: Buyer,
  seats = 1,
  email?: string,
): Promise<ApiResponse> {
  const body = await checkoutBody(world, courseCode, email, { seats })
  return api.post(
    '/api/v1/sign-up-payment/card',
    { ...body, ...(clientKey && { clientKey }) },
    { 'idempotency-key': randomUUID(), 'x-forwarded-for': address },
  )
}

const getHoldOfResponse = (response: ApiResponse) =>
  world.db
    .selectFrom('seat_hold')
    .selectAll()
    .where('order_id', '=', response.body.data.orderId)
    .executeTakeFirstOrThrow()

/** The hold began so long ago. */
const age = (response: ApiResponse, minutes: number) =>
  sql`update seat_hold set started_at = started_at - ${minutes} * interval '1 minute', created_at = created_at - ${minutes} * interval '1 minute',
    expires_at = expires_at - ${minutes} * interval '1 minute' where order_id = ${response.body.data.orderId}`.execute(
    world.db,
  )

/** The hold runs out unpaid, and that was so long ago. */
async function cohortOut(response: ApiResponse, minutesAgo = 0): Promise<void> {
  await age(response, 16)
  await expireOrder(world, response.body.data.orderId)
  await sql`update seat_hold set ended_unpaid_at = now() - ${minutesAgo} * interval '1 minute'
    where order_id = ${response.body.data.orderId}`.execute(world.db)
}

const pay = (response: ApiResponse, card: keyof typeof cards) =>
  world.gateway!.sandbox!.confirm({ clientSecret: response.body.data.clientSecret, ...cards[card] })
const verify = async ({ body: { data } }: ApiResponse) =>
  checkPayment(world, guest(data.checkoutToken), { orderId: data.orderId })

describe('an order that replaces another of the same client', () => {
  test('inherits the end of the hold and its limit of half an hour', async () => {
    const courseCode = await givenCourse(world)
    const buyer = newBuyer()
    const first = await submitOrder(courseCode, buyer)
    await age(first, 10)
    const before = await getHoldOfResponse(first)
    const second = await submitOrder(courseCode, buyer, 2)
    expect(second.status).toBe(200)
    expect(second.body.data.holdExpiresAt).toBe(before.expires_at.toISOString())
    expect(await getHoldOfResponse(second)).toMatchObject({
      started_at: before.started_at,
      expires_at: before.expires_at,
    })

    await age(second, 4)
    const { orderId, checkoutToken } = second.body.data
    const longer = await api.post(`/api/v1/orders/${orderId}/pay?vt=${checkoutToken}`, { paymentMethod: 'card' })
    const end = (await getHoldOfResponse(second)).started_at.getTime() + 30 * 60_000
    expect(Date.parse(longer.body.data.holdExpiresAt)).toBeLessThanOrEqual(end)
  })

  test('cannot avoid the wait after the hold expires, whether or not a job has ended the hold', async () => {
    const courseCode = await givenCourse(world)
    const buyer = newBuyer()
    const first = await submitOrder(courseCode, buyer)
    await age(first, 15.1)
    expect(await submitOrder(courseCode, buyer)).toMatchObject({ status: 429, body: { errorCode: 'HOLD_COOL_DOWN' } })
  })
})

describe('after a hold that ended unpaid', () => {
  test('the client waits a minute, then five, then fifteen; other clients do not', async () => {
    const courseCode = await givenCourse(world)
    const buyer = newBuyer()
    for (const minutes of [1, 5, 15]) {
      const placed = await submitOrder(courseCode, buyer)
      expect(placed.status, `before the wait of ${minutes} minutes`).toBe(200)
      await cohortOut(placed)
      const refused = await submitOrder(courseCode, buyer)
      expect(refused).toMatchObject({ status: 429, body: { errorCode: 'HOLD_COOL_DOWN' } })
      const wait = Number(refused.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(minutes * 60 - 20)
      expect(wait).toBeLessThanOrEqual(minutes * 60)
      expect((await submitOrder(courseCode, newBuyer())).status).toBe(200)
      await sql`update seat_hold set ended_unpaid_at = ended_unpaid_at - ${minutes} * interval '1 minute'
        where ended_unpaid_at is not null`.execute(world.db)
    }
  })

  test('clients without a key behind one address do not share the wait', async () => {
    const courseCode = await givenCourse(world)
    const { address } = newBuyer()
    await cohortOut(await submitOrder(courseCode, { address }))
    expect((await submitOrder(courseCode, { address })).status).toBe(200)
  })

  test('the client cannot hold the last two seats for an hour, and may hold them afterwards', async () => {
    const courseCode = await givenCourse(world, { seats: 3 })
    const buyer = newBuyer()
    await cohortOut(await submitOrder(courseCode, buyer), 2)
    expect((await submitOrder(courseCode, buyer)).status).toBe(200)
    await cohortOut(await submitOrder(courseCode, newBuyer()), 2)

    const other = await givenCourse(world, { seats: 2 })
    const late = await submitOrder(other, buyer)
    await cohortOut(late, 2)
    const refused = await submitOrder(other, buyer)
    expect(refused).toMatchObject({ status: 429, body: { errorCode: 'LAST_SEATS' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(55 * 60)
    expect((await submitOrder(other, newBuyer())).status).toBe(200)
    await sql`update seat_hold set ended_unpaid_at = now() - interval '61 minutes'
      where order_id = ${late.body.data.orderId}`.execute(world.db)
    expect((await submitOrder(other, buyer)).status).toBe(200)
  })

  test('a payment that arrives later is enrolled, and the client’s wait ends', async () => {
    const courseCode = await givenCourse(world)
    const placed = await submitOrder(courseCode, newBuyer())
    await pay(placed, 'late')
    await age(placed, 16)
    await expireOrder(world, placed.body.data.orderId)
    expect((await getHoldOfResponse(placed)).state, 'what is processing keeps its seats').toBe('live')
    expect((await getHoldOfResponse(placed)).ended_unpaid_at).toBeNull()
  })

  test('a declined card does not end the hold: the same order accepts another card', async () => {
    const courseCode = await givenCourse(world, { seats: 2 })
    const placed = await submitOrder(courseCode, newBuyer())
    await pay(placed, 'declined')
    await verify(placed)
    const { orderId, checkoutToken } = placed.body.data
    const again = await api.post(`/api/v1/orders/${orderId}/pay?vt=${checkoutToken}`, { paymentMethod: 'card' })
    expect(again.status).toBe(200)
    await pay(again, 'good')
    expect(await verify(placed)).toMatchObject({ value: { status: 'complete' } })
  })
})

describe('a small cohort', () => {
  test('is never held completely by one client, with one key or with new keys', async () => {
    const courseCode = await givenCourse(world, { seats: 8 })
    expect(await submitOrder(courseCode, newBuyer(), 8)).toMatchObject({
      status: 409,
      body: { errorCode: 'WHOLE_COHORT' },
    })
    const address = newNetwork()
    const response = await Promise.all(Array.from({ length: 10 }, () => submitOrder(courseCode, newBuyer(address))))
    expect(response.filter(({ status }) => status === 200)).toHaveLength(7)
    expect((await submitOrder(courseCode, newBuyer())).status).toBe(200)
  })

  test('with one seat can be bought', async () => {
    const placed = await submitOrder(await givenCourse(world, { seats: 1 }), newBuyer())
    expect(placed.status).toBe(200)
  })
})

describe('a shared address', () => {
  test('lets thirty different buyers pay as their cards are presented', async () => {
    const courseCode = await givenCourse(world, { seats: 36 })
    const address = newNetwork()
    for (let pupil = 1; pupil <= 30; pupil++) {
      const placed = await submitOrder(courseCode, newBuyer(address))
      expect(placed.status, `pupil ${pupil}`).toBe(200)
      await pay(placed, pupil % 2 ? 'asks' : 'late')
      await verify(placed)
    }
  })

  test('with new keys for every order cannot hold the seats that just ended unpaid again', async () => {
    const courseCode = await givenCourse(world, { seats: 14 })
    const address = newNetwork()
    const held = await Promise.all(Array.from({ length: 5 }, () => submitOrder(courseCode, newBuyer(address), 2)))
    expect(held.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    for (const one of held) await cohortOut(one)
    const again = await Promise.all(Array.from({ length: 5 }, () => submitOrder(courseCode, newBuyer(address), 2)))
    expect(again.map(({ body }) => body.errorCode)).toEqual(again.map(() => 'HOLDS_LIMITED'))
    expect((await submitOrder(courseCode, newBuyer(address))).status, 'one at a time gets through').toBe(200)
  })
})

test('the reconciler asks first about payments whose card the provider has', async () => {
  const courseCode = await givenCourse(world, { seats: null })
  const junk = await Promise.all(Array.from({ length: 3 }, () => submitOrder(courseCode, newBuyer())))
  const presented = await submitOrder(courseCode, newBuyer())
  await pay(presented, 'asks')
  await verify(presented)
  await sql`update payment set last_polled_at = now() - interval '1 hour' where state = 'pending'`.execute(world.db)
  expect(await nextUnsettled(world.db, ['sandbox'], 0, 500, 'presented')).toContain(presented.body.data.paymentId)
  const first = await nextUnsettled(world.db, ['sandbox'], 0, 500, 'presented')
  for (const { body } of junk) expect(first).not.toContain(body.data.paymentId)
})
