import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { deliverGiftCards } from '#sell/checkout/gift-cards/deliver-gift-card.ts'
import { syncLostRefunds } from '#sell/payments/reconcile.ts'
import { allocateRefund } from '#sell/refunds/allocate-refund.ts'
import { enqueueRefundEmail } from '#sell/refunds/refund-emails.ts'
import { syncPaymentRefunds } from '#sell/refunds/sync-refunds.ts'
import { type Bought, createSandboxRefundWorld, REASON, usd } from '../../../tests/world/refund-world.ts'

const { world, dashboard, refundWorld, close } = await createSandboxRefundWorld()
afterAll(close)
const { syncRefunds, send, again, listLines, refundAtDashboard, isAllBooked } = refundWorld
afterEach(async () => expect(await refundWorld.broken()).toEqual([]))

const getOrderState = async ({ orderId }: Bought) =>
  (await world.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state

async function createSentRefund(amount = '100.00', seats = 1) {
  const order = await refundWorld.bought({ seats })
  await refundWorld.refundHere(order, amount, seats)
  await send(order)
  const [providerRefund] = await refundWorld.refundsAtProvider(order)
  return { order, refundId: providerRefund!.refundId }
}

test('an unusable payment whose refund fails is refunded at the dashboard, and the order ends', async () => {
  const order = await refundWorld.boughtTwice()
  await send(order)
  const [providerRefund] = await refundWorld.refundsAtProvider(order)
  await dashboard.fail(providerRefund!.refundId)
  await refundAtDashboard(order, 39_900)
  await syncLostRefunds(world, 3)
  expect([(await refundWorld.getPayment(order.paymentId)).state, await getOrderState(order)]).toEqual([
    'returned',
    'returned',
  ])
  expect(await listLines(order)).toEqual(['399.00'])
  expect(await refundWorld.whole(order)).toMatchObject({ refundOnHold: null, refundUnallocated: null })
  expect(await isAllBooked(order)).toBe(39_900)
})

test('an unusable payment refunded in part at the dashboard gets the remainder without a question', async () => {
  const order = await refundWorld.boughtTwice()
  await refundAtDashboard(order, 10_000)
  await send(order)
  expect(await refundWorld.listSentRefunds(order)).toEqual([10_000, 29_900])
  expect(await getOrderState(order)).toBe('returned')
  expect(await refundWorld.whole(order)).toMatchObject({
    refundOnHold: null,
    refundUnallocated: null,
    refundWaiting: null,
  })
  expect(await refundWorld.decide(order, [])).toMatchObject({ refusal: { code: 'REFUND_NOT_POSSIBLE' } })
  const [first] = await refundWorld.refundsAtProvider(order)
  await dashboard.fail(first!.refundId)
  await syncRefunds(order)
  expect([(await refundWorld.getPayment(order.paymentId)).state, await getOrderState(order)]).toEqual([
    'refund-pending',
    'refund-pending',
  ])
  await again(order)
  await send(order)
  expect(await isAllBooked(order)).toBe(39_900)
  expect(await getOrderState(order)).toBe('returned')
})

test('a gift card refunded at the dashboard is not delivered before an admin decides', async () => {
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
  await dashboard.pay(clientSecret)
  const deliver = async () => {
    await deliverGiftCards(world)
    const from = world.db.selectFrom('gift_card_purchase').select(['delivered_at', 'cancelled_at'])
    return from.where('order_id', '=', orderId).executeTakeFirstOrThrow()
  }
  await sql`update gift_card_purchase set send_at = now() + interval '1 day' where order_id = ${orderId}`.execute(
    world.db,
  )
  await refundWorld.api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)
  await dashboard.refund((await refundWorld.getPayment(paymentId)).provider_intent_id ?? '', 10_000)
  await syncPaymentRefunds(world, paymentId)
  await sql`update gift_card_purchase set send_at = now() where order_id = ${orderId}`.execute(world.db)
  expect((await deliver()).delivered_at).toBeNull()
  const decided = await allocateRefund(world, refundWorld.admin.personId, orderId, {
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

test('lines, totals and the mail leave out failed refunds', async () => {
  const { order, refundId } = await createSentRefund('399.00')
  await dashboard.fail(refundId)
  await syncRefunds(order)
  const view = (await refundWorld.whole(order)).order
  expect([view.lines[0]!.refunded, view.totals.refunded]).toEqual([usd('0.00'), usd('0.00')])
  const { id } = await world.db
    .selectFrom('refund_request')
    .select('id')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const mail = async () => {
    await enqueueRefundEmail(world, id)
    return world.db.selectFrom('mail').select('text_body').where('dedupe_key', '=', `refund:${id}`).executeTakeFirst()
  }
  const deletedMail = await world.db.deleteFrom('mail').where('dedupe_key', '=', `refund:${id}`).executeTakeFirst()
  expect(deletedMail).toBeDefined()
  expect(await mail()).toBeUndefined()
  await again(order)
  await send(order)
  expect((await mail())?.text_body.match(/\$399\.00, /g)).toHaveLength(1)
  expect(await listLines(order)).toEqual(['399.00'])
})

test('a decision applies to the amount shown, and only once', async () => {
  const order = await refundWorld.bought()
  await refundAtDashboard(order, 3_000)
  await syncRefunds(order)
  const decision = { lines: [], reason: REASON, amount: usd('30.00') }
  await refundAtDashboard(order, 5_000)
  await syncRefunds(order)
  const decide = () => allocateRefund(world, refundWorld.admin.personId, order.orderId, decision)
  expect(await decide()).toMatchObject({ refusal: { code: 'REFUND_CHANGED' } })
  expect(await refundWorld.decide(order, [])).toMatchObject({ value: { amount: usd('80.00') } })
  expect(await decide()).toMatchObject({ refusal: { code: 'REFUND_NOT_POSSIBLE' } })
})
