import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { decideRefund } from '#features/checkout/decide-refund.ts'
import { deliverGiftCards } from '#features/checkout/deliver-gift-card.ts'
import { hearRefunds } from '#features/checkout/hear-refunds.ts'
import { findLostRefunds } from '#features/checkout/reconcile.ts'
import { writeRefundNotice } from '#features/checkout/refund-notice.ts'
import { type Bought, openSandboxHouse, REASON, usd } from '../../tests/providers/refund-house.ts'

const { world, dashboard, house, close } = await openSandboxHouse()
afterAll(close)
const { hear, send, again, linesOf, refundAtDashboard: atDesk, isAllBooked } = house
afterEach(async () => expect(await house.broken()).toEqual([]))

const orderState = async ({ orderId }: Bought) =>
  (await world.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state

async function failed(amount = '100.00', seats = 1) {
  const order = await house.bought({ seats })
  await house.refundHere(order, amount, seats)
  await send(order)
  const [made] = await house.refundsAtProvider(order)
  return { order, refundId: made!.refundId }
}

test('money that could not be used: its refund fails and the dashboard pays all, heard at once; the order is over', async () => {
  const order = await house.boughtTwice()
  await send(order)
  const [made] = await house.refundsAtProvider(order)
  await dashboard.fail(made!.refundId)
  await atDesk(order, 39_900)
  await findLostRefunds(world, 3)
  expect([(await house.paymentOf(order.paymentId)).state, await orderState(order)]).toEqual(['returned', 'returned'])
  expect(await linesOf(order)).toEqual(['399.00'])
  expect(await house.whole(order)).toMatchObject({ refundStopped: null, refundUndecided: null })
  expect(await isAllBooked(order)).toBe(39_900)
})

test('money that could not be used, a part of it paid at the dashboard: the rest goes, and nobody is asked', async () => {
  const order = await house.boughtTwice()
  await atDesk(order, 10_000)
  await send(order)
  expect(await house.sentOf(order)).toEqual([10_000, 29_900])
  expect(await orderState(order)).toBe('returned')
  expect(await house.whole(order)).toMatchObject({ refundStopped: null, refundUndecided: null, refundWaiting: null })
  expect(await house.decide(order, [])).toMatchObject({ refusal: { code: 'REFUND_NOT_POSSIBLE' } })
  const [first] = await house.refundsAtProvider(order)
  await dashboard.fail(first!.refundId)
  await hear(order)
  expect([(await house.paymentOf(order.paymentId)).state, await orderState(order)]).toEqual(['returning', 'returning'])
  await again(order)
  await send(order)
  expect(await isAllBooked(order)).toBe(39_900)
  expect(await orderState(order)).toBe('returned')
})

test('a gift card that was paid back at the dashboard is not delivered before it is decided', async () => {
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
  await dashboard.pay(clientSecret)
  const deliver = async () => {
    await deliverGiftCards(world)
    const from = world.db.selectFrom('gift_card_purchase').select(['delivered_at', 'cancelled_at'])
    return from.where('order_id', '=', orderId).executeTakeFirstOrThrow()
  }
  await sql`update gift_card_purchase set send_at = now() + interval '1 day' where order_id = ${orderId}`.execute(
    world.db,
  )
  await house.api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)
  await dashboard.refund((await house.paymentOf(paymentId)).provider_intent_id ?? '', 10_000)
  await hearRefunds(world, paymentId)
  await sql`update gift_card_purchase set send_at = now() where order_id = ${orderId}`.execute(world.db)
  expect((await deliver()).delivered_at).toBeNull()
  const decided = await decideRefund(world, house.admin.personId, orderId, {
    lines: (await world.db.selectFrom('order_line').select('id').where('order_id', '=', orderId).execute()).map(
      ({ id }) => id,
    ),
    reason: REASON,
    amount: usd('100.00'),
  })
  expect(decided).toMatchObject({ ok: true })
  const after = await deliver()
  expect([after.delivered_at, after.cancelled_at !== null]).toEqual([null, true])
})

test('the buyer is told only of what has not failed: lines, totals and the mail agree', async () => {
  const { order, refundId } = await failed('399.00')
  await dashboard.fail(refundId)
  await hear(order)
  const view = (await house.whole(order)).order
  expect([view.lines[0]!.refunded, view.totals.refunded]).toEqual([usd('0.00'), usd('0.00')])
  const { id } = await world.db
    .selectFrom('refund_request')
    .select('id')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const mail = async () => {
    await writeRefundNotice(world, id)
    return world.db.selectFrom('mail').select('text_body').where('dedupe_key', '=', `refund:${id}`).executeTakeFirst()
  }
  const before = await world.db.deleteFrom('mail').where('dedupe_key', '=', `refund:${id}`).executeTakeFirst()
  expect(before).toBeDefined()
  expect(await mail()).toBeUndefined()
  await again(order)
  await send(order)
  expect((await mail())?.text_body.match(/USD 399\.00, /g)).toHaveLength(1)
  expect(await linesOf(order)).toEqual(['399.00'])
})

test('a decision is about the amount that was shown, and about nothing once it is made', async () => {
  const order = await house.bought()
  await atDesk(order, 3_000)
  await hear(order)
  const decision = { lines: [], reason: REASON, amount: usd('30.00') }
  await atDesk(order, 5_000)
  await hear(order)
  const decide = () => decideRefund(world, house.admin.personId, order.orderId, decision)
  expect(await decide()).toMatchObject({ refusal: { code: 'REFUND_CHANGED' } })
  expect(await house.decide(order, [])).toMatchObject({ value: { amount: usd('80.00') } })
  expect(await decide()).toMatchObject({ refusal: { code: 'REFUND_NOT_POSSIBLE' } })
})
