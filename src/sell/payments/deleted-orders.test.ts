import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { refundPayment } from '#sell/refunds/send-refund.ts'
import { givenOrder } from '../../../tests/world/bought.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { refuseChanges } from '../../../tests/world/refuse-changes.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { deleteDeadOrders } from './deleted-orders.ts'
import { expireOrder } from './end-order.ts'
import { syncLostCharges } from './reconcile.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(10)
})
afterAll(() => closeAudited(world))

const getOrder = (id: string) => world.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()

/** Its hold ran out, and it was placed so many days ago. */
async function givenDead(orderId: string, days: number): Promise<void> {
  await sql`update seat_hold set started_at = now() - interval '20 minutes', expires_at = now() - interval '1 minute'
    where order_id = ${orderId}`.execute(world.db)
  await expireOrder(world, orderId)
  await sql`update orders set created_at = now() - ${days} * interval '1 day' where id = ${orderId}`.execute(world.db)
}

test('an unpaid order is deleted after 30 days with all its rows; a younger or open order is not', async () => {
  const courseCode = await givenCourse(world)
  const giftCardCode = await givenGiftCard(world, 50)
  const body = await checkoutBody(world, courseCode, undefined, { giftCardCode })
  const placed = await placeOrder(world, guest(), body, randomUUID())
  const old = placed.ok ? placed.value : null
  const young = await givenOrder(world)
  const open = await givenOrder(world)
  await givenDead(old!.orderId, 31)
  await givenDead(young.orderId, 29)
  await sql`update orders set created_at = now() - interval '31 days' where id = ${open.orderId}`.execute(world.db)
  await deleteDeadOrders(world)
  expect(await getOrder(old!.orderId)).toBeUndefined()
  expect(await getOrder(young.orderId)).toMatchObject({ state: 'expired' })
  expect(await getOrder(open.orderId), 'its payment is not known dead').toMatchObject({ state: 'open' })
  for (const table of ['payment', 'order_line', 'seat_hold', 'invitation'] as const)
    expect(await world.db.selectFrom(table).selectAll().where('order_id', '=', old!.orderId).execute()).toEqual([])
})

test('a charge for a deleted order is refunded in full and shown to admins, without a name', async () => {
  const placed = await givenOrder(world, { seats: 2 })
  await givenDead(placed.orderId, 31)
  const before = (await getOrder(placed.orderId))!
  await deleteDeadOrders(world)
  expect(await getOrder(placed.orderId)).toBeUndefined()

  // The provider charges an intent that it had called dead.
  await sql`update sandbox.intent set status = 'requires_payment_method' where client_secret = ${placed.clientSecret}`.execute(
    world.db,
  )
  await world.gateway!.sandbox!.confirm({ clientSecret: placed.clientSecret, ...cards.good })
  await syncLostCharges(world)
  await syncLostCharges(world)
  const after = (await getOrder(placed.orderId))!
  expect(after).toMatchObject({ number: before.number, state: 'refund-pending', person_id: null, seats: 2 })
  expect(JSON.stringify(after)).not.toContain(before.email)

  await refundPayment(world, placed.paymentId)
  const payment = world.db.selectFrom('payment').selectAll().where('id', '=', placed.paymentId)
  expect(await payment.executeTakeFirst()).toMatchObject({ state: 'returned', refunded_minor: before.total_minor })
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from enrolment where order_id = ${placed.orderId}`.execute(world.db)
  expect(rows[0]!.n).toBe(0)
  expect(await world.db.selectFrom('person').select('id').where('email', '=', after.email).execute()).toEqual([])
})

test('an order that cannot be deleted does not block later ones', async () => {
  const stuck = await givenOrder(world)
  const next = await givenOrder(world)
  await givenDead(stuck.orderId, 32)
  await givenDead(next.orderId, 31)
  const condition = `old.id = '${stuck.orderId}'`
  const allow = await refuseChanges(world.db, { event: 'delete', table: 'orders', condition })
  await deleteDeadOrders(world, 1)
  expect(await getOrder(stuck.orderId)).toMatchObject({ state: 'expired' })
  expect(await getOrder(next.orderId)).toBeUndefined()
  await allow()
})
