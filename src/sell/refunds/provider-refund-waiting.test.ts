import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Deps } from '#http/deps.ts'
import { deliverGiftCards } from '#sell/checkout/gift-cards/deliver-gift-card.ts'
import { cancelCohort, endCohortOrders } from '#sell/payments/cancel-cohort.ts'
import { payOrder } from '#sell/payments/pay-order.ts'
import { allocateRefund } from '#sell/refunds/allocate-refund.ts'
import { enqueueRefundEmail } from '#sell/refunds/refund-emails.ts'
import { refundPayment } from '#sell/refunds/send-refund.ts'
import { byCard } from '../../../tests/world/by-card.ts'
import { type Bought, createSandboxRefundWorld, REASON, usd } from '../../../tests/world/refund-world.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { guest, withGateway } from '../../../tests/world/world.ts'

const { world, dashboard, refundWorld, close } = await createSandboxRefundWorld()
afterAll(close)
const { syncRefunds, send, again, listLines } = refundWorld
afterEach(async () => expect(await refundWorld.broken()).toEqual([]))

const withProviderDown = (): Deps =>
  withGateway(world, { ...world.gateway!, refund: () => Promise.reject(new Error('away')) })
const expireInFlight = ({ paymentId }: Bought) =>
  sql`update refund set sent_at = sent_at - interval '11 minutes' where payment_id = ${paymentId}`.execute(world.db)

/** A deposit of 99.00 and its balance of 300.00, both paid by card. */
async function payInTwoParts(): Promise<[deposit: Bought, balance: Bought]> {
  const courseCode = await givenCourse(world, { depositMinor: 9_900 })
  const deposit = await refundWorld.bought({ paymentType: 'deposit' }, courseCode)
  const balancePayment = await payOrder(
    world,
    guest(deposit.checkoutToken),
    deposit.orderId,
    { paymentMethod: 'card' },
    'here',
  )
  if (!balancePayment.ok || balancePayment.value.status !== 'pending') throw new Error('the balance cannot be paid')
  const { clientSecret, paymentId } = byCard(balancePayment.value.data)
  await dashboard.pay(clientSecret)
  await refundWorld.api.call(
    `/api/v1/verify-payment?orderId=${deposit.orderId}&paymentId=${paymentId}&vt=${deposit.checkoutToken}`,
  )
  const { provider_intent_id } = await refundWorld.getPayment(paymentId)
  return [deposit, { ...deposit, paymentId, intentId: provider_intent_id ?? '' }]
}

test('after a cancelled cohort and a partial dashboard refund, the remainder waits for the admin and is then sent', async () => {
  const order = await refundWorld.bought()
  await cancelCohort(world, refundWorld.admin.personId, order.courseCode, REASON)
  await endCohortOrders(world, order.courseCode)
  await dashboard.refund(order.intentId, 10_000)
  await send(order)
  expect((await refundWorld.whole(order)).refundPending).toEqual({ amount: usd('399.00'), hasRoom: false })
  expect(await refundWorld.decide(order, [], '399.00')).toMatchObject({ ok: true })
  expect(await refundWorld.whole(order)).toMatchObject({ refundOnHold: usd('299.00'), refundWaiting: null })
  expect(await again(order)).toMatchObject({ ok: true })
  await send(order)
  expect(await refundWorld.listSentRefunds(order)).toEqual([10_000, 29_900])
  expect(await listLines(order)).toEqual(['399.00'])
})

test('when the dashboard pays one of two waiting refunds, the other is on hold with its own request', async () => {
  const order = await refundWorld.bought({ seats: 2 })
  await refundWorld.refundHere(order, '100.00', 1)
  await refundWorld.refundHere(order, '50.00', 2)
  await dashboard.refund(order.intentId, 10_000)
  await syncRefunds(order)
  expect(await refundWorld.decide(order, [], '150.00')).toMatchObject({ ok: true })
  const rows = await refundWorld.listRefundRows(order)
  expect(rows.map(({ state, amount_minor }) => [state, amount_minor])).toEqual(
    expect.arrayContaining([
      ['void', 10_000],
      ['on-hold', 5_000],
      ['accepted', 10_000],
    ]),
  )
  await send(order)
  expect(await refundWorld.listSentRefunds(order)).toEqual([10_000])
  await again(order)
  await send(order)
  expect(await refundWorld.listSentRefunds(order)).toEqual([10_000, 5_000])
  expect(await listLines(order)).toEqual(['100.00', '50.00'])
})

test('a waiting refund of another payment is not voided, and is shown as still to be sent', async () => {
  const [deposit, balance] = await payInTwoParts()
  await refundWorld.refundHere(deposit, '399.00')
  await dashboard.refund(balance.intentId, 30_000)
  await syncRefunds(balance)
  expect(await refundWorld.whole(deposit)).toMatchObject({
    refundPending: { amount: usd('300.00'), hasRoom: false },
    refundSeparate: usd('99.00'),
  })
  expect(await refundWorld.decide(deposit, [], '300.00')).toMatchObject({ ok: true })
  await send(deposit)
  await send(balance)
  expect([await refundWorld.listSentRefunds(deposit), await refundWorld.listSentRefunds(balance)]).toEqual([
    [9_900],
    [30_000],
  ])
  expect(await listLines(deposit)).toEqual(['399.00'])
})

test('a refund tried during an outage can be voided once it is no longer in flight', async () => {
  const order = await refundWorld.bought()
  await refundWorld.refundHere(order, '100.00')
  await expect(refundPayment(withProviderDown(), order.paymentId)).rejects.toThrow('away')
  await dashboard.refund(order.intentId, 10_000)
  await syncRefunds(order)
  expect(await refundWorld.whole(order)).toMatchObject({ refundPending: null, refundSeparate: usd('100.00') })
  expect(await refundWorld.decide(order, [])).toMatchObject({ refusal: { code: 'REFUND_IN_FLIGHT' } })
  await expireInFlight(order)
  expect((await refundWorld.whole(order)).refundPending).toEqual({ amount: usd('100.00'), hasRoom: true })
  expect(await refundWorld.decide(order, [], '100.00')).toMatchObject({ ok: true })
  await send(order)
  expect(await refundWorld.listSentRefunds(order)).toEqual([10_000])
})

test('a retried refund is in flight again', async () => {
  const order = await refundWorld.bought()
  await refundWorld.refundHere(order, '100.00')
  await refundPayment(withProviderDown(), order.paymentId).catch(() => {})
  await expireInFlight(order)
  await refundPayment(withProviderDown(), order.paymentId).catch(() => {})
  await dashboard.refund(order.intentId, 10_000)
  await syncRefunds(order)
  expect(await refundWorld.decide(order, [])).toMatchObject({ refusal: { code: 'REFUND_IN_FLIGHT' } })
  await expireInFlight(order)
  expect(await refundWorld.decide(order, [])).toMatchObject({ ok: true })
})

test('a decision first syncs a refund whose response was lost, and is refused while the provider is down', async () => {
  const order = await refundWorld.bought()
  await refundWorld.refundHere(order, '100.00')
  await dashboard.refund(order.intentId, 5_000)
  await syncRefunds(order)
  const [row] = await refundWorld.listRefundRows(order)
  const amount = { minor: 10_000, currency: 'USD' }
  await world.gateway!.refund({ key: `refund:${row!.id}`, intentId: order.intentId, amount })
  const listRefunds = () => Promise.reject(new Error('away'))
  const decide = (deps: Deps) =>
    allocateRefund(deps, refundWorld.admin.personId, order.orderId, {
      lines: [],
      reason: REASON,
      amount: usd('50.00'),
      standsFor: usd('100.00'),
    })
  expect(await decide(withGateway(world, { ...world.gateway!, listRefunds }))).toMatchObject({
    refusal: { code: 'PROVIDER_AWAY' },
  })
  expect(await decide(world)).toMatchObject({ refusal: { code: 'REFUND_CHANGED' } })
  expect(await refundWorld.whole(order)).toMatchObject({ refundWaiting: null, refundUnallocated: usd('50.00') })
  expect(await refundWorld.decide(order, [])).toMatchObject({ ok: true })
})

test('an unknown dashboard refund of the balance holds back the refund of the deposit', async () => {
  const [deposit, balance] = await payInTwoParts()
  await dashboard.refund(balance.intentId, 20_000)
  await refundWorld.refundHere(deposit, '199.50')
  await send(deposit)
  expect(await refundWorld.listSentRefunds(deposit)).toEqual([])
  expect(await refundWorld.whole(deposit)).toMatchObject({ refundUnallocated: usd('200.00') })
  await refundWorld.decide(deposit, [], (await refundWorld.whole(deposit)).refundPending?.amount.amount ?? null)
  await send(deposit)
})

test('a gift card refunded at the dashboard a moment ago is not delivered', async () => {
  const body = {
    buyer: { name: 'Bo Buyer', email: 'bo@understudy.test' },
    recipient: { name: 'Re', email: 're@understudy.test' },
    amount: usd('100.00'),
    paymentMethod: 'card',
    consent: { terms: true },
    timezoneId: 'UTC',
  }
  const placed = await refundWorld.api.post('/api/v1/gift-cards', body, { 'idempotency-key': randomUUID() })
  const { orderId, paymentId, checkoutToken, clientSecret } = placed.body.data
  const sendAt = (when: string) =>
    sql`update gift_card_purchase set send_at = now() + ${when}::interval where order_id = ${orderId}`.execute(world.db)
  await dashboard.pay(clientSecret)
  await sendAt('1 day')
  await refundWorld.api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)
  await dashboard.refund((await refundWorld.getPayment(paymentId)).provider_intent_id ?? '', 10_000)
  await sendAt('-1 minute')
  await deliverGiftCards(world)
  const from = world.db.selectFrom('gift_card_purchase').select('delivered_at').where('order_id', '=', orderId)
  expect((await from.executeTakeFirstOrThrow()).delivered_at).toBeNull()
  expect((await refundWorld.getPayment(paymentId)).refunded_minor).toBe(10_000)
})

test.each([true, false])('the buyer is notified once (already notified of ours: %s)', async (isNotified) => {
  const order = await refundWorld.bought()
  await refundWorld.refundHere(order, '100.00')
  const refundRequest = world.db.selectFrom('refund_request').select('id').where('order_id', '=', order.orderId)
  if (isNotified) await enqueueRefundEmail(world, (await refundRequest.executeTakeFirstOrThrow()).id)
  await dashboard.refund(order.intentId, 10_000)
  await syncRefunds(order)
  const enqueued: string[] = []
  const enqueue: Deps['jobs']['enqueue'] = async (_db, { name }) => {
    enqueued.push(name)
  }
  await allocateRefund({ ...world, jobs: { ...world.jobs, enqueue } }, refundWorld.admin.personId, order.orderId, {
    lines: [],
    reason: REASON,
    amount: usd('100.00'),
    standsFor: usd('100.00'),
  })
  expect(enqueued.filter((name) => name === 'order.refunded')).toHaveLength(isNotified ? 0 : 1)
})
