import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Person } from '#http/handle.ts'
import { createGateways } from '#platform/payments/gateways.ts'
import { createStripeGateway } from '#platform/payments/stripe.ts'
import { withDeadline } from '#platform/payments/with-deadline.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { readOrder } from '#screens/admin/read-order.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { payOrder } from '#sell/payments/pay-order.ts'
import { reconcile, syncLostCharges, syncLostDisputes, syncLostRefunds } from '#sell/payments/reconcile.ts'
import { refundOrder } from '#sell/refunds/refund-order.ts'
import { refundPayment } from '#sell/refunds/send-refund.ts'
import { sandboxDashboard, stripeDashboard } from '../../../tests/providers/dashboards.ts'
import { confirm, createRigConfig, METHODS } from '../../../tests/providers/rigs.ts'
import { KEYS, startStripe } from '../../../tests/providers/stripe/stripe.ts'
import { startApi } from '../../../tests/world/api.ts'
import { byCard } from '../../../tests/world/by-card.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'

const [sandboxOnly, double] = await Promise.all([createWorld(20), startStripe(11)])
const stripe = withDeadline(createStripeGateway(createRigConfig(double)))
/** The shop moved to Stripe and kept the sandbox, kept none of it, or moved back. */
const stripeAndSandbox: World = {
  ...sandboxOnly,
  gateways: createGateways({ card: stripe, paypal: null }, [sandboxOnly.gateway!]),
}
const stripeOnly: World = { ...sandboxOnly, gateways: createGateways({ card: stripe, paypal: null }) }
const { db } = sandboxOnly

afterAll(async () => {
  const violations = (await audit(stripeAndSandbox)).filter((answer) => answer.violations.length > 0)
  await double.close()
  await sandboxOnly.close()
  expect(violations).toEqual([])
})

type Placed = { orderId: string; paymentId: string; checkoutToken: string; clientSecret: string; provider: string }

async function submitOrder(deps: World, input: { depositMinor?: number } = {}): Promise<Placed> {
  const body = await checkoutBody(
    deps,
    await givenCourse(deps, input),
    undefined,
    input.depositMinor ? { paymentType: 'deposit' } : {},
  )
  const outcome = await placeOrder(deps, guest(), body, randomUUID())
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}
const payAtSandbox = (clientSecret: string, card = cards.good) =>
  sandboxOnly.gateway!.sandbox.confirm({ clientSecret, ...card })
const payAtStripe = (clientSecret: string) => confirm(double.url, KEYS.publishableKey, clientSecret, METHODS.good)
const verify = async (deps: World, { orderId, checkoutToken }: Placed) => {
  const outcome = await checkPayment(deps, guest(checkoutToken), { orderId })
  return outcome.ok ? outcome.value.status : outcome.refusal.code
}
async function buyAtSandbox(): Promise<Placed> {
  const placed = await submitOrder(sandboxOnly)
  await payAtSandbox(placed.clientSecret)
  expect(await verify(sandboxOnly, placed)).toBe('complete')
  return placed
}
async function buyAtStripe(): Promise<Placed> {
  const placed = await submitOrder(stripeAndSandbox)
  await payAtStripe(placed.clientSecret)
  expect(await verify(stripeAndSandbox, placed)).toBe('complete')
  return placed
}
const getOrderState = async ({ orderId }: Placed) =>
  (await db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state
const listPayments = async ({ orderId }: Placed) =>
  db.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('attempt').execute()
const getIntentId = async (placed: Placed) => (await listPayments(placed))[0]!.provider_intent_id!
const listRefundStates = async ({ orderId }: Placed) => {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select('refund.state')
    .where('payment.order_id', '=', orderId)
    .execute()
  return rows.map(({ state }) => state)
}
const age = async ({ orderId }: Placed) => {
  await sql`update seat_hold set expires_at = now() - interval '1 minute' where order_id = ${orderId}`.execute(db)
  await sql`update refund set created_at = now() - interval '1 hour'
    where payment_id in (select id from payment where order_id = ${orderId})`.execute(db)
}

async function createAdmin(): Promise<Person> {
  const row = { email: `${randomUUID()}@understudy.test`, name: 'Addy Admin', roles: ['learner', 'community-admin'] }
  const { id } = await db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  return { kind: 'person', personId: id, sessionId: randomUUID(), audience: 'admin', roles: ['community-admin'] }
}
const admin = await createAdmin()

async function requestRefund(deps: World, { orderId }: Placed): Promise<void> {
  const line = await db.selectFrom('order_line').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow()
  const outcome = await refundOrder(deps, admin.personId, orderId, { lines: [{ lineId: line.id }], reason: 'Ill' })
  expect(outcome.ok).toBe(true)
}

test('two providers at once: each refund, dispute and lost charge goes to the provider of its payment', async () => {
  const older = await buyAtSandbox()
  const newer = await buyAtStripe()
  for (const placed of [older, newer]) {
    await requestRefund(stripeAndSandbox, placed)
    await refundPayment(stripeAndSandbox, placed.paymentId)
    expect(await listRefundStates(placed)).toEqual(['accepted'])
  }
  const olderRefunds = await sandboxOnly.gateway!.listRefunds({ intentId: await getIntentId(older) })
  const newerRefunds = await stripe.listRefunds({ intentId: await getIntentId(newer) })
  expect([olderRefunds.length, newerRefunds.length]).toEqual([1, 1])

  const first = await buyAtSandbox()
  const second = await buyAtStripe()
  await sandboxDashboard(sandboxOnly).dispute(await getIntentId(first), 'open')
  await stripeDashboard(sandboxOnly, double).dispute(await getIntentId(second), 'open')
  await syncLostDisputes(stripeAndSandbox, 3)
  for (const placed of [first, second]) {
    const order = await readOrder(stripeAndSandbox, admin, placed.orderId)
    expect(order.ok && order.value.disputes).toMatchObject([{ state: 'open' }])
  }
  const atSandbox = await readOrder(stripeAndSandbox, admin, first.orderId)
  const atStripe = await readOrder(stripeAndSandbox, admin, second.orderId)
  expect(atSandbox.ok && atSandbox.value.disputes[0]!.url).toContain('/sandbox/disputes/')
  expect(atStripe.ok && atStripe.value.disputes[0]!.url).toContain('stripe.com')
})

test('two providers at once: the webhook of each is accepted, and its event is about its own payment', async () => {
  const api = await startApi(stripeAndSandbox)
  const placed = await submitOrder(sandboxOnly)
  await payAtSandbox(placed.clientSecret)
  const { rows } = await sql<{ id: string }>`select id from sandbox.event
    where intent_id = ${await getIntentId(placed)}`.execute(db)
  const delivery = (await sandboxOnly.gateway!.sandbox.delivery(rows[0]!.id))!
  const headers = { 'content-type': 'application/json', 'sandbox-signature': delivery.signature }
  const url = `${api.base}/api/v1/webhooks/sandbox`
  expect((await fetch(url, { method: 'POST', headers, body: delivery.body })).status).toBe(200)
  const { rows: jobs } = await sql<{ data: { provider: string } }>`select data from pgboss.job
    where name = 'provider.event' and data->>'eventId' = ${rows[0]!.id}`.execute(db)
  expect(jobs).toMatchObject([{ data: { provider: 'sandbox' } }])
  await api.close()
  expect(await verify(stripeAndSandbox, placed)).toBe('complete')
})

test('a provider that fails keeps the reconciler from no other provider', async () => {
  const placed = await submitOrder(stripeAndSandbox)
  await payAtStripe(placed.clientSecret)
  const away = () => Promise.reject(new Error('away'))
  const failing = { ...sandboxOnly.gateway!, listCharges: away, listRefunds: away, listDisputes: away }
  const deps: World = { ...sandboxOnly, gateways: createGateways({ card: failing, paypal: null }, [stripe]) }
  await expect(syncLostCharges(deps)).rejects.toThrow('away')
  expect(await getOrderState(placed)).toBe('complete')
})

test('after a change of provider every open order and every open refund closes', async () => {
  const paidUnheard = await submitOrder(sandboxOnly)
  await payAtSandbox(paidUnheard.clientSecret)
  const late = await submitOrder(sandboxOnly)
  await payAtSandbox(late.clientSecret, cards.late)
  const abandoned = await submitOrder(sandboxOnly)
  const continued = await submitOrder(sandboxOnly)
  const deposit = await submitOrder(sandboxOnly, { depositMinor: 9_900 })
  await payAtSandbox(deposit.clientSecret)
  expect(await verify(sandboxOnly, deposit)).toBe('complete')
  expect(
    await payOrder(sandboxOnly, guest(deposit.checkoutToken), deposit.orderId, { paymentMethod: 'card' }, 'x'),
  ).toMatchObject({ ok: true })
  const refunded = await buyAtSandbox()
  await requestRefund(sandboxOnly, refunded)

  for (const { orderId, checkoutToken } of [continued, deposit]) {
    const again = await payOrder(stripeAndSandbox, guest(checkoutToken), orderId, { paymentMethod: 'card' }, 'x')
    if (!again.ok || again.value.status !== 'pending') throw new Error('not continued')
    expect(byCard(again.value.data).provider).toBe('stripe')
    await payAtStripe(byCard(again.value.data).clientSecret)
  }
  expect((await listPayments(continued)).map(({ provider, state }) => [provider, state])).toEqual([
    ['sandbox', 'cancelled'],
    ['stripe', 'pending'],
  ])
  await sql`update sandbox.intent set settles_at = now() where client_secret = ${late.clientSecret}`.execute(db)
  for (const placed of [abandoned, refunded]) await age(placed)
  await reconcile(stripeAndSandbox, 0)
  await syncLostRefunds(stripeAndSandbox, 3)

  for (const placed of [paidUnheard, late, continued, deposit, refunded])
    expect(await getOrderState(placed)).toBe('complete')
  expect(await getOrderState(abandoned)).toBe('expired')
  expect((await listPayments(deposit)).map(({ provider, state }) => [provider, state])).toEqual([
    ['sandbox', 'complete'],
    ['sandbox', 'cancelled'],
    ['stripe', 'complete'],
  ])
  expect(await listRefundStates(refunded)).toEqual(['accepted'])
  const { rows } =
    await sql`select from payment where state in ('pending', 'declined') and provider = 'sandbox'`.execute(db)
  expect(rows).toEqual([])
})

test('a provider that is not configured any more: refused, kept and shown; finished once it is back', async () => {
  const open = await submitOrder(sandboxOnly)
  const expired = await submitOrder(sandboxOnly)
  const refunded = await buyAtSandbox()
  await requestRefund(sandboxOnly, refunded)
  const atStripe = await submitOrder(stripeOnly)
  for (const placed of [expired, refunded, atStripe]) await age(placed)
  const requests = double.stripeRequest.length
  await reconcile(stripeOnly, 0)
  await refundPayment(stripeOnly, refunded.paymentId)

  const pay = payOrder(stripeOnly, guest(open.checkoutToken), open.orderId, { paymentMethod: 'card' }, 'x')
  expect(await pay).toMatchObject({ refusal: { code: 'PROVIDER_NOT_CONFIGURED' } })
  expect([await getOrderState(open), await getOrderState(expired)]).toEqual(['open', 'open'])
  expect(await getOrderState(atStripe), 'others are not held up').toBe('expired')
  expect(await listRefundStates(refunded)).toEqual(['queued'])
  expect(await verify(stripeOnly, open)).toBe('pending')
  const ids = [await getIntentId(open), await getIntentId(refunded)]
  const newRequests = double.stripeRequest.slice(requests).filter(({ path }) => ids.some((id) => path.includes(id)))
  expect(newRequests, 'no other provider is asked').toEqual([])
  for (const { orderId } of [open, refunded])
    expect(await readOrder(stripeOnly, admin, orderId)).toMatchObject({ value: { missingProvider: 'sandbox' } })
  expect(await readOrder(stripeOnly, admin, atStripe.orderId)).toMatchObject({ value: { missingProvider: null } })

  await age(open)
  await reconcile(stripeAndSandbox, 0)
  expect([await getOrderState(open), await getOrderState(expired)]).toEqual(['expired', 'expired'])
  expect(await listRefundStates(refunded)).toEqual(['accepted'])
  expect(await readOrder(stripeAndSandbox, admin, refunded.orderId)).toMatchObject({ value: { missingProvider: null } })
})
