import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Deps } from '#http/deps.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { createGateways } from '#platform/payments/gateways.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { checkoutJobs } from '#sell/checkout/jobs.ts'
import { createIntent } from '#sell/orders/create-intent.ts'
import { paymentById } from '#sell/orders/queries/payments.ts'
import { capturePayment } from '#sell/payments/capture-payment.ts'
import { completePayment } from '#sell/payments/complete-payment.ts'
import { expireOrder } from '#sell/payments/end-order.ts'
import { reconcile, syncLostRefunds } from '#sell/payments/reconcile.ts'
import {
  createDoubleConfig,
  createSigner,
  type PaypalDouble,
  routePaypalTo,
  startPaypal,
} from '../../../tests/providers/paypal/paypal.ts'
import { paypalAt } from '../../../tests/providers/paypal/rigs.ts'
import { createRandom } from '../../../tests/support/random.ts'
import { type Api, startApi } from '../../../tests/world/api.ts'
import { checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'

let world: World
let deps: Deps
let api: Api
let double: PaypalDouble
let gateway: Gateway
beforeAll(async () => {
  ;[world, double] = await Promise.all([createWorld(20), startPaypal(7)])
  const paypal = createDoubleConfig(double)
  gateway = paypalAt(paypal)
  const gateways = createGateways({ card: world.gateway, paypal: gateway })
  deps = { ...world, config: { ...world.config, paypal }, gateways }
  api = await startApi(deps)
  await deps.jobs.work(checkoutJobs(deps))
})
afterEach(async () => {
  await double.post.rest()
  Object.assign(double, { route: null, next: [], hurries: 0 })
})
afterAll(async () => {
  const violations = (await audit(deps)).filter((answer) => answer.violations.length > 0)
  await api.close()
  await double.close()
  await world.close()
  expect(violations).toEqual([])
})

type Placed = { orderId: string; paymentId: string; checkoutToken: string; intentId: string }

/** An order that its buyer pays by PayPal. */
async function placeOrder(courseCode?: string, email?: string): Promise<Placed> {
  const body = await checkoutBody(deps, courseCode ?? (await givenCourse(world)), email)
  const answer = await api.post('/api/v1/sign-up-payment/card', body, { 'idempotency-key': randomUUID() })
  expect(answer.status).toBe(200)
  const { orderId, paymentId, checkoutToken } = answer.body.data as Placed
  await sql`update payment set method = 'paypal', provider = 'paypal', provider_intent_id = null
    where id = ${paymentId}`.execute(world.db)
  const { intentId } = await createIntent(deps, gateway, (await paymentById(world.db, paymentId))!)
  return { orderId, paymentId, checkoutToken, intentId }
}
const verify = async ({ orderId, checkoutToken }: Placed) =>
  (await api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)).body
const getPayment = ({ paymentId }: Placed) =>
  world.db.selectFrom('payment').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
const getOrderState = async ({ orderId }: Placed) =>
  (await world.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state
const getCapture = ({ intentId }: Placed) => double.books.orders.get(intentId)?.capture ?? null
const endHold = ({ orderId }: Placed) =>
  sql`update seat_hold set expires_at = now() - interval '1 minute' where order_id = ${orderId}`.execute(world.db)
const listEvents = () => world.db.selectFrom('provider_event').selectAll().execute()
/** After all deliveries and their jobs. */
const expectComplete = async (placed: Placed) => {
  await double.post.rest()
  await world.runJobs()
  expect(await getOrderState(placed)).toBe('complete')
}

describe('a checkout by PayPal', () => {
  test('is charged once its buyer approved, and enrols the buyer', async () => {
    const placed = await placeOrder()
    expect(await verify(placed)).toMatchObject({ status: 'pending' })
    double.books.approve(placed.intentId, 'balance')
    await reconcile(deps, 0)
    await expectComplete(placed)
    expect(await verify(placed)).toMatchObject({ status: 'complete', data: { amountPaid: { amount: '399.00' } } })
    expect(await getPayment(placed)).toMatchObject({ provider: 'paypal', state: 'complete', captures: 1 })
  })

  test('that nobody polls is charged and completed by the webhook', async () => {
    double.route = routePaypalTo(double, api.base, 'plain')
    const placed = await placeOrder()
    double.books.approve(placed.intentId, 'balance')
    await expectComplete(placed)
  })

  test('whose instrument is declined is not charged; a late event of the approval changes nothing', async () => {
    const placed = await placeOrder()
    double.books.approve(placed.intentId, 'declined')
    await capturePayment(deps, placed.paymentId)
    expect(await getPayment(placed)).toMatchObject({ state: 'declined', failure_code: 'payment_declined' })
    // PayPal still has the order as approved.
    expect((await gateway.getIntent(placed.intentId)).status).toBe('approved')
    expect(await verify(placed)).toMatchObject({ status: 'failed', data: { failureCode: 'payment_declined' } })
    // The buyer's bank would pay now, but the buyer is gone.
    double.books.approve(placed.intentId, 'balance')
    await endHold(placed)
    await expireOrder(deps, placed.orderId)
    expect(await getPayment(placed)).toMatchObject({ state: 'cancelled', failure_code: 'payment_declined' })
    await completePayment(deps, 'paypal', await gateway.getIntent(placed.intentId))
    await capturePayment(deps, placed.paymentId).catch(() => null)
    expect([await getOrderState(placed), getCapture(placed)]).toEqual(['expired', null])
  })

  test('approved after its hold is never reported as failed while PayPal does not answer', async () => {
    const placed = await placeOrder()
    await endHold(placed)
    await expireOrder(deps, placed.orderId)
    expect(await getOrderState(placed)).toBe('expired')
    double.books.approve(placed.intentId, 'balance')
    double.next.push('before', 'before')
    expect(await verify(placed)).toMatchObject({ status: 'pending' })
    await verify(placed)
    await world.runJobs()
    expect(await verify(placed)).toMatchObject({ status: 'complete' })
  })

  test('whose order PayPal deleted ends, and its seats are free', async () => {
    const courseCode = await givenCourse(world, { seats: 1 })
    const placed = await placeOrder(courseCode)
    double.books.expire(placed.intentId)
    await endHold(placed)
    await expireOrder(deps, placed.orderId)
    expect([await getOrderState(placed), (await getPayment(placed)).state]).toEqual(['expired', 'cancelled'])
    await placeOrder(courseCode)
  })

  test('whose order PayPal deleted after a capture was noted stays open', async () => {
    const placed = await placeOrder()
    await sql`update payment set captures = 1, capture_requested_at = now() where id = ${placed.paymentId}`.execute(
      world.db,
    )
    double.books.expire(placed.intentId)
    await endHold(placed)
    await expireOrder(deps, placed.orderId)
    expect([await getOrderState(placed), (await getPayment(placed)).state]).toEqual(['open', 'pending'])
  })

  test.each([
    ['amount', { amount: { currency_code: 'USD', value: '1.00' } }],
    ['currency', { amount: { currency_code: 'EUR', value: '399.00' } }],
    ['payment', { customId: randomUUID() }],
  ])('of another %s than ours is neither captured nor believed', async (_what, change) => {
    const placed = await placeOrder()
    double.books.approve(placed.intentId, 'balance')
    Object.assign(double.books.orders.get(placed.intentId)!, change)
    await expect(capturePayment(deps, placed.paymentId)).rejects.toThrow('another payment or amount')
    expect(getCapture(placed)).toBeNull()
    Object.assign(double.books.orders.get(placed.intentId)!, {
      status: 'COMPLETED',
      capture: { id: 'CAPTURE1', status: 'COMPLETED', createdAt: new Date(0), refundedMinor: 0 },
    })
    await reconcile(deps, 0)
    expect([await getOrderState(placed), (await getPayment(placed)).state]).toEqual(['open', 'pending'])
  })

  test.each(['before', 'after', 'reset', 'truncate'] as const)(
    '%s: a capture whose answer is lost keeps its seats, and its repeat charges once',
    async (fault) => {
      const placed = await placeOrder()
      double.books.approve(placed.intentId, 'balance')
      // The order is read first, twice if that fails.
      double.next.push(...([undefined, fault, fault, fault] as (typeof fault)[]))
      await capturePayment(deps, placed.paymentId).catch(() => null)
      double.next.length = 0
      await endHold(placed)
      await reconcile(deps, 0)
      await expectComplete(placed)
      expect(await getPayment(placed)).toMatchObject({ captures: 1, state: 'complete' })
    },
  )

  test('a refund of PayPal’s own pages is found without its event', async () => {
    const placed = await placeOrder()
    double.books.approve(placed.intentId, 'balance')
    await capturePayment(deps, placed.paymentId)
    double.books.refundAtDashboard(placed.intentId, 10_000)
    await syncLostRefunds(deps, 3)
    expect((await getPayment(placed)).refunded_minor).toBe(10_000)
  })
})

describe('PayPal’s webhook', () => {
  const deliver = (body: string, headers: Record<string, string>) => api.post('/api/v1/webhooks/paypal', body, headers)

  test('three deliveries in any order, also before the response: each event is stored once, and each order is paid once', async () => {
    double.route = routePaypalTo(double, api.base, 'wild', createRandom(11))
    double.hurries = 0.5
    const before = (await listEvents()).length
    const all = await Promise.all(Array.from({ length: 6 }, () => placeOrder()))
    for (const { intentId } of all) double.books.approve(intentId, 'balance')
    for (const placed of all) await expectComplete(placed)
    await double.post.rest()
    // The approval, the capture and the end of the order.
    expect((await listEvents()).length - before).toBe(6 * 3)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ledger_transaction
      where reference = any(${all.map(({ paymentId }) => paymentId)}::uuid[])`.execute(world.db)
    expect(rows[0]?.count).toBe(6)
  })

  test('a replayed delivery is accepted and changes nothing', async () => {
    double.route = routePaypalTo(double, api.base, 'plain')
    const placed = await placeOrder()
    double.books.approve(placed.intentId, 'balance')
    await expectComplete(placed)
    await double.post.rest()
    expect((await listEvents()).filter(({ handled_at, intent_id }) => !handled_at && intent_id)).toEqual([])
    const own = double.books.events.filter((event) => JSON.stringify(event).includes(placed.intentId))
    const countJobs = async () => {
      const { rows } = await sql`select from pgboss.job where name = 'provider.event'
        and data->>'intentId' = ${placed.intentId}`.execute(world.db)
      return rows.length
    }
    // An event about a payment that is complete already needs no job.
    const jobCount = await countJobs()
    expect(jobCount).toBeGreaterThan(0)
    for (const event of [...own, ...own]) {
      const body = JSON.stringify(event)
      expect((await deliver(body, double.sign(body))).status).toBe(200)
    }
    expect(await countJobs()).toBe(jobCount)
    expect((await getPayment(placed)).captures).toBe(1)
  })

  test('a delivery that PayPal did not sign is refused and leaves no row', async () => {
    const before = (await listEvents()).length
    const body = JSON.stringify({ id: 'WH-forged', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: {} })
    const { privateKey } = await createSigner()
    const forged = [
      {},
      double.sign(body, { privateKey }),
      double.sign(`${body} `),
      double.sign(body, { webhookId: 'OTHER' }),
      double.sign(body, { time: new Date(Date.now() - 5 * 24 * 60 * 60 * 1000).toISOString() }),
      double.sign(body, { certUrl: 'https://evil.test/v1/notifications/certs/CERT-1' }),
    ]
    for (const headers of forged)
      expect(await deliver(body, headers)).toMatchObject({ status: 400, body: { errorCode: 'SIGNATURE_INVALID' } })
    expect((await listEvents()).length).toBe(before)
  })

  test('does not exist without PayPal’s settings', async () => {
    const other = await startApi(world)
    const { status } = await other.post('/api/v1/webhooks/paypal', '{}', double.sign('{}'))
    await other.close()
    expect(status).toBe(404)
  })
})
