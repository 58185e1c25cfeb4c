import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { cancelCohort, endOrdersOf } from '#features/checkout/cancel-cohort.ts'
import { decideRefund } from '#features/checkout/decide-refund.ts'
import { deliverGiftCards } from '#features/checkout/deliver-gift-card.ts'
import { payOrder } from '#features/checkout/pay-order.ts'
import { refundPayment } from '#features/checkout/refund.ts'
import { writeRefundNotice } from '#features/checkout/refund-notice.ts'
import type { Deps } from '#http/deps.ts'
import { type Bought, openSandboxHouse, REASON, usd } from '../../tests/providers/refund-house.ts'
import { givenCourse } from '../../tests/selling.ts'
import { guest } from '../../tests/world.ts'

const { world, dashboard, house, close } = await openSandboxHouse()
afterAll(close)
const { hear, send, again, linesOf } = house
afterEach(async () => expect(await house.broken()).toEqual([]))

const away = (): Deps => ({ ...world, gateway: { ...world.gateway!, refund: () => Promise.reject(new Error('away')) } })
const later = ({ paymentId }: Bought) =>
  sql`update refund set sent_at = sent_at - interval '11 minutes' where payment_id = ${paymentId}`.execute(world.db)

/** A deposit of 99.00 and its balance of 300.00, both paid by card. */
async function inTwoParts(): Promise<[deposit: Bought, balance: Bought]> {
  const courseCode = await givenCourse(world, { depositMinor: 9_900 })
  const deposit = await house.bought({ paymentType: 'deposit' }, courseCode)
  const asked = await payOrder(world, guest(deposit.checkoutToken), deposit.orderId, { paymentMethod: 'card' }, 'here')
  if (!asked.ok || asked.value.status !== 'pending') throw new Error('the balance cannot be paid')
  const { clientSecret, paymentId } = asked.value.data
  await dashboard.pay(clientSecret)
  await house.api.call(
    `/api/v1/verify-payment?orderId=${deposit.orderId}&paymentId=${paymentId}&vt=${deposit.checkoutToken}`,
  )
  const { provider_intent_id } = await house.paymentOf(paymentId)
  return [deposit, { ...deposit, paymentId, intentId: provider_intent_id ?? '' }]
}

test('a cohort is called off and the dashboard pays a part of it: the rest is not lost, and goes when the operator says so', async () => {
  const order = await house.bought()
  await cancelCohort(world, house.admin.personId, order.courseCode, REASON)
  await endOrdersOf(world, order.courseCode)
  await dashboard.refund(order.intentId, 10_000)
  await send(order)
  expect((await house.whole(order)).refundUnsent).toEqual({ amount: usd('399.00'), hasRoom: false })
  expect(await house.decide(order, [], '399.00')).toMatchObject({ ok: true })
  expect(await house.whole(order)).toMatchObject({ refundStopped: usd('299.00'), refundWaiting: null })
  expect(await again(order)).toMatchObject({ ok: true })
  await send(order)
  expect(await house.sentOf(order)).toEqual([10_000, 29_900])
  expect(await linesOf(order)).toEqual(['399.00'])
})

test('of two that wait the dashboard pays one: the other is stopped, with its own request', async () => {
  const order = await house.bought({ seats: 2 })
  await house.refundHere(order, '100.00', 1)
  await house.refundHere(order, '50.00', 2)
  await dashboard.refund(order.intentId, 10_000)
  await hear(order)
  expect(await house.decide(order, [], '150.00')).toMatchObject({ ok: true })
  const rows = await house.rowsOf(order)
  expect(rows.map(({ state, amount_minor }) => [state, amount_minor])).toEqual(
    expect.arrayContaining([
      ['dropped', 10_000],
      ['stopped', 5_000],
      ['accepted', 10_000],
    ]),
  )
  await send(order)
  expect(await house.sentOf(order)).toEqual([10_000])
  await again(order)
  await send(order)
  expect(await house.sentOf(order)).toEqual([10_000, 5_000])
  expect(await linesOf(order)).toEqual(['100.00', '50.00'])
})

test('what is to go back of another payment is not dropped, and is shown to go after the decision', async () => {
  const [deposit, balance] = await inTwoParts()
  await house.refundHere(deposit, '399.00')
  await dashboard.refund(balance.intentId, 30_000)
  await hear(balance)
  expect(await house.whole(deposit)).toMatchObject({
    refundUnsent: { amount: usd('300.00'), hasRoom: false },
    refundBesides: usd('99.00'),
  })
  expect(await house.decide(deposit, [], '300.00')).toMatchObject({ ok: true })
  await send(deposit)
  await send(balance)
  expect([await house.sentOf(deposit), await house.sentOf(balance)]).toEqual([[9_900], [30_000]])
  expect(await linesOf(deposit)).toEqual(['399.00'])
})

test('ours was tried while the provider was away, and paid at the dashboard: once it is not in flight it can be dropped', async () => {
  const order = await house.bought()
  await house.refundHere(order, '100.00')
  await expect(refundPayment(away(), order.paymentId)).rejects.toThrow('away')
  await dashboard.refund(order.intentId, 10_000)
  await hear(order)
  expect(await house.whole(order)).toMatchObject({ refundUnsent: null, refundBesides: usd('100.00') })
  expect(await house.decide(order, [])).toMatchObject({ refusal: { code: 'REFUND_IN_FLIGHT' } })
  await later(order)
  expect((await house.whole(order)).refundUnsent).toEqual({ amount: usd('100.00'), hasRoom: true })
  expect(await house.decide(order, [], '100.00')).toMatchObject({ ok: true })
  await send(order)
  expect(await house.sentOf(order)).toEqual([10_000])
})

test('every try counts: what is tried again is in flight again', async () => {
  const order = await house.bought()
  await house.refundHere(order, '100.00')
  await refundPayment(away(), order.paymentId).catch(() => {})
  await later(order)
  await refundPayment(away(), order.paymentId).catch(() => {})
  await dashboard.refund(order.intentId, 10_000)
  await hear(order)
  expect(await house.decide(order, [])).toMatchObject({ refusal: { code: 'REFUND_IN_FLIGHT' } })
  await later(order)
  expect(await house.decide(order, [])).toMatchObject({ ok: true })
})

test('ours was taken though its answer was lost: a decision hears of it first, and none is made while nobody answers', async () => {
  const order = await house.bought()
  await house.refundHere(order, '100.00')
  await dashboard.refund(order.intentId, 5_000)
  await hear(order)
  const [row] = await house.rowsOf(order)
  const amount = { minor: 10_000, currency: 'USD' }
  await world.gateway!.refund({ key: `refund:${row!.id}`, intentId: order.intentId, amount })
  const listRefunds = () => Promise.reject(new Error('away'))
  const decide = (deps: Deps) =>
    decideRefund(deps, house.admin.personId, order.orderId, {
      lines: [],
      reason: REASON,
      amount: usd('50.00'),
      standsFor: usd('100.00'),
    })
  expect(await decide({ ...world, gateway: { ...world.gateway!, listRefunds } })).toMatchObject({
    refusal: { code: 'PROVIDER_AWAY' },
  })
  expect(await decide(world)).toMatchObject({ refusal: { code: 'REFUND_CHANGED' } })
  expect(await house.whole(order)).toMatchObject({ refundWaiting: null, refundUndecided: usd('50.00') })
  expect(await house.decide(order, [])).toMatchObject({ ok: true })
})

test('a refund at the dashboard of the balance, not heard of yet, holds back what is to go of the deposit', async () => {
  const [deposit, balance] = await inTwoParts()
  await dashboard.refund(balance.intentId, 20_000)
  await house.refundHere(deposit, '199.50')
  await send(deposit)
  expect(await house.sentOf(deposit)).toEqual([])
  expect(await house.whole(deposit)).toMatchObject({ refundUndecided: usd('200.00') })
  await house.decide(deposit, [], (await house.whole(deposit)).refundUnsent?.amount.amount ?? null)
  await send(deposit)
})

test('a gift card that was paid back at the dashboard a moment ago is not delivered', async () => {
  const body = {
    buyer: { name: 'Bo Buyer', email: 'bo@understudy.test' },
    recipient: { name: 'Re', email: 're@understudy.test' },
    amount: usd('100.00'),
    paymentMethod: 'card',
    consent: { terms: true },
    timezoneId: 'UTC',
  }
  const placed = await house.api.post('/api/v1/gift-cards', body, { 'idempotency-key': randomUUID() })
  const { orderId, paymentId, checkoutToken, clientSecret } = placed.body.data
  const sendAt = (when: string) =>
    sql`update gift_card_purchase set send_at = now() + ${when}::interval where order_id = ${orderId}`.execute(world.db)
  await dashboard.pay(clientSecret)
  await sendAt('1 day')
  await house.api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)
  await dashboard.refund((await house.paymentOf(paymentId)).provider_intent_id ?? '', 10_000)
  await sendAt('-1 minute')
  await deliverGiftCards(world)
  const from = world.db.selectFrom('gift_card_purchase').select('delivered_at').where('order_id', '=', orderId)
  expect((await from.executeTakeFirstOrThrow()).delivered_at).toBeNull()
  expect((await house.paymentOf(paymentId)).refunded_minor).toBe(10_000)
})

test.each([true, false])('the buyer is told of it once (told of ours already: %s)', async (isTold) => {
  const order = await house.bought()
  await house.refundHere(order, '100.00')
  const asked = world.db.selectFrom('refund_request').select('id').where('order_id', '=', order.orderId)
  if (isTold) await writeRefundNotice(world, (await asked.executeTakeFirstOrThrow()).id)
  await dashboard.refund(order.intentId, 10_000)
  await hear(order)
  const told: string[] = []
  const enqueue: Deps['jobs']['enqueue'] = async (_db, name) => {
    told.push(name)
  }
  await decideRefund({ ...world, jobs: { ...world.jobs, enqueue } }, house.admin.personId, order.orderId, {
    lines: [],
    reason: REASON,
    amount: usd('100.00'),
    standsFor: usd('100.00'),
  })
  expect(told.filter((name) => name === 'order.refunded')).toHaveLength(isTold ? 0 : 1)
})
