import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SIGNATURE_HEADER } from '#sandbox/books.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { type Api, type ApiResponse, startApi } from '../../../tests/world/api.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World, withGateway } from '../../../tests/world/world.ts'
import { checkPayment } from './check-payment.ts'
import { reconcile } from './reconcile.ts'
import { handleEvent, receiveWebhook } from './webhooks.ts'

const SITE = { SITE_QUOTES_PER_MINUTE: '400', SITE_ORDERS_PER_TEN_MINUTES: '120' }
let world: World
let api: Api
beforeAll(async () => {
  world = await createWorld(20, { TRUSTED_PROXIES: '127.0.0.1', ...SITE })
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
const from = (address: string) => ({ 'idempotency-key': randomUUID(), 'x-forwarded-for': address })
const statuses = (answers: ApiResponse[]) =>
  Object.fromEntries(
    Map.groupBy(answers, (one) => one.status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )
const times = <Value>(count: number, work: (at: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

const quote = (courseCode: string, address: string) =>
  api.post('/api/v1/sign-up-payment-options', { courseCode }, from(address))
const submitOrder = async (courseCode: string, address: string, more: object = {}) =>
  api.post('/api/v1/sign-up-payment/card', { ...(await checkoutBody(world, courseCode)), ...more }, from(address))
const buyGiftCard = (address: string) =>
  api.post(
    '/api/v1/gift-cards',
    {
      buyer: { name: 'Bea', email: `${randomUUID()}@understudy.test` },
      recipient: { name: 'Rui', email: `${randomUUID()}@understudy.test` },
      amount: { amount: '50.00', currency: 'USD' },
      consent: { terms: true },
    },
    from(address),
  )

describe('limits of one client', () => {
  test('60 quotes a minute from one network, and other networks are not limited', async () => {
    const courseCode = await givenCourse(world)
    const address = newNetwork()
    const answers = await times(64, () => quote(courseCode, address))
    expect(statuses(answers)).toEqual({ 200: 60, 429: 4 })
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.body.errorCode).toBe('QUOTES_LIMITED')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await quote(courseCode, newNetwork())).status).toBe(200)
  })

  test('20 unpaid orders in ten minutes, also for unlimited cohorts and for gift cards', async () => {
    const courseCode = await givenCourse(world, { seats: null })
    const address = newNetwork()
    const orders = await times(14, () => submitOrder(courseCode, address))
    const giftCards = await times(10, () => buyGiftCard(address))
    expect(statuses([...orders, ...giftCards])).toEqual({ 200: 20, 429: 4 })
    const refused = [...orders, ...giftCards].find(({ status }) => status === 429)!
    expect(refused.body.errorCode).toBe('ORDERS_LIMITED')
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await submitOrder(courseCode, newNetwork())).status).toBe(200)
  })

  test('a class of thirty can enrol from one network: a paid order no longer counts', async () => {
    const courseCode = await givenCourse(world, { seats: 40 })
    const address = newNetwork()
    for (let group = 0; group < 3; group++) {
      const answers = await times(10, () => submitOrder(courseCode, address, { clientKey: randomUUID() }))
      expect(statuses(answers)).toEqual({ 200: 10 })
      await Promise.all(answers.map(pay))
    }
  })

  test('attempts above the limit do not count: once some buyers have paid, the refused ones can order', async () => {
    const courseCode = await givenCourse(world, { seats: 40 })
    const address = newNetwork()
    const order = () => submitOrder(courseCode, address, { clientKey: randomUUID() })
    const placed = await times(20, order)
    expect(statuses(placed)).toEqual({ 200: 20 })
    for (let attempt = 0; attempt < 3; attempt++) expect(statuses(await times(10, order))).toEqual({ 429: 10 })
    await Promise.all(placed.slice(0, 10).map(pay))
    expect(statuses(await times(10, order))).toEqual({ 200: 10 })
  })

  test('a refused order does not count, and a new client key does not make a new client', async () => {
    const full = await givenCourse(world, { seats: 1 })
    const body = await checkoutBody(world, full)
    expect((await submitOrder(full, newNetwork())).status).toBe(200)
    const address = newNetwork()
    const send = () => api.post('/api/v1/sign-up-payment/card', { ...body, clientKey: randomUUID() }, from(address))
    expect(statuses(await times(10, send))).toEqual({ 409: 10 })
    const open = await givenCourse(world, { seats: null })
    const answers = await times(21, () => submitOrder(open, address, { clientKey: randomUUID() }))
    expect(statuses(answers)).toEqual({ 200: 20, 429: 1 })
  })
})

async function pay({ body }: ApiResponse): Promise<void> {
  const { orderId, checkoutToken, clientSecret } = body.data
  await world.gateway!.sandbox!.confirm({ clientSecret, ...cards.good })
  expect(await checkPayment(world, guest(checkoutToken), { orderId })).toMatchObject({ value: { status: 'complete' } })
}

describe('limits of one order', () => {
  test('ten attempts by card a day', async () => {
    const placed = await submitOrder(await givenCourse(world), newNetwork())
    let current = placed
    const { orderId, checkoutToken } = placed.body.data
    const again = () => api.post(`/api/v1/orders/${orderId}/pay?vt=${checkoutToken}`, { paymentMethod: 'card' })
    for (let attempt = 1; attempt <= 10; attempt++) {
      expect(current.status, `attempt ${attempt}`).toBe(200)
      await world.gateway!.sandbox!.confirm({ clientSecret: current.body.data.clientSecret, ...cards.declined })
      current = await again()
    }
    expect(current).toMatchObject({ status: 429, body: { errorCode: 'ATTEMPTS_LIMITED' } })
    expect(Number(current.headers.get('retry-after'))).toBeGreaterThan(23 * 60 * 60)
  })

  test('ten declined cards on one client secret end the payment', async () => {
    const placed = await submitOrder(await givenCourse(world), newNetwork())
    const { clientSecret, orderId, checkoutToken } = placed.body.data
    const sandbox = world.gateway!.sandbox!
    for (let card = 1; card <= 10; card++) await sandbox.confirm({ clientSecret, ...cards.declined })
    await hearAll(orderId)
    await sandbox.confirm({ clientSecret, ...cards.good })
    expect(await checkPayment(world, guest(checkoutToken), { orderId })).toMatchObject({ value: { status: 'failed' } })
  })

  test('the provider is polled once a second, however often the page polls', async () => {
    let questions = 0
    const getIntent = (id: string) => {
      questions++
      return world.gateway!.getIntent(id)
    }
    const gateway = { ...world.gateway!, getIntent }
    const asking = withGateway(world, gateway)
    const placed = await submitOrder(await givenCourse(world), newNetwork())
    const { orderId, checkoutToken } = placed.body.data
    const answers = await times(40, () => checkPayment(asking, guest(checkoutToken), { orderId }))
    expect(questions).toBeGreaterThan(0)
    expect(questions).toBeLessThanOrEqual(16)
    expect(new Set(answers.map((one) => one.ok && one.value.status))).toEqual(new Set(['pending']))
  })

  test('viewing an order creates no payment at the provider', async () => {
    let opened = 0
    const createIntent = async () => {
      opened++
      throw new Error('the provider is away')
    }
    const failing = { ...world.gateway!, createIntent }
    const body = await checkoutBody(world, await givenCourse(world))
    await expect(placeOrder(withGateway(world, failing), guest(), body, newNetwork())).rejects.toThrow('away')
    expect(opened).toBe(1)
    await reconcile(withGateway(world, failing), 0)
    expect(opened).toBe(1)
  })
})

/** The provider's events about an order, as its webhooks bring them. */
async function hearAll(orderId: string): Promise<void> {
  const payment = await world.db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const events = await world.db
    .withSchema('sandbox')
    .selectFrom('event' as never)
    .select(['id', 'type'] as never)
    .where('intent_id' as never, '=', payment.provider_intent_id as never)
    .execute()
  for (const { id, type } of events as { id: string; type: string }[]) {
    const delivery = await world.gateway!.sandbox!.delivery(id)
    const headers = { [SIGNATURE_HEADER]: delivery!.signature }
    const call = { ...callOf, headers, rawBody: delivery!.body }
    await receiveWebhook(world, 'sandbox', call)
    await handleEvent(world, { provider: 'sandbox', eventId: id, intentId: payment.provider_intent_id!, type })
  }
}

const callOf = { actor: guest(), ip: 'provider', proxyCountry: null, requestId: 'test' }

describe('limits of the whole site', () => {
  test('apply even if every client is below its own limit', async () => {
    const courseCode = await givenCourse(world, { seats: null })
    const bodies = await times(130, () => checkoutBody(world, courseCode))
    const answers = await times(130, (at) =>
      api.post('/api/v1/sign-up-payment/card', bodies[at], from(`203.0.${at}.1`)),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(10)
    expect(new Set(refused.map(({ body }) => body.errorCode))).toEqual(new Set(['SITE_BUSY']))
    const quotes = await times(420, (at) => quote(courseCode, `203.1.${at % 250}.${Math.floor(at / 250)}`))
    expect(quotes.filter(({ status }) => status === 429).length).toBeGreaterThan(20)
  })
})
