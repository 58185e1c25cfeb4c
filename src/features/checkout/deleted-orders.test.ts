import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenOrder } from '../../../tests/bought.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard } from '../../../tests/selling.ts'
import { guest, openWorld, type World } from '../../../tests/world.ts'
import { audit } from './audit.ts'
import { deleteDeadOrders } from './deleted-orders.ts'
import { placeOrder } from './order.ts'
import { findLostCharges, lapse } from './reconcile.ts'
import { refundPayment } from './refund.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(10)
})
afterAll(async () => {
  const violations = (await audit(world)).filter((answer) => answer.violations.length > 0)
  await world.close()
  expect(violations).toEqual([])
})

const orderOf = (id: string) => world.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()

/** Its hold ran out, and it was placed so many days ago. */
async function givenDead(orderId: string, days: number): Promise<void> {
  await sql`update seat_hold set started_at = now() - interval '20 minutes', expires_at = now() - interval '1 minute'
    where order_id = ${orderId}`.execute(world.db)
  await lapse(world, orderId)
  await sql`update orders set created_at = now() - ${days} * interval '1 day' where id = ${orderId}`.execute(world.db)
}

test('an unpaid order is deleted after 30 days with all that belongs to it, a younger or living one is not', async () => {
  const courseCode = await givenCourse(world)
  const giftCardCode = await givenGiftCard(world, 50)
  const body = await checkoutBody(world, courseCode, undefined, { giftCardCode })
  const placed = await placeOrder(world, guest(), body, randomUUID())
  const [old, young, open] = [placed.ok ? placed.value : null, await givenOrder(world), await givenOrder(world)]
  await givenDead(old!.orderId, 31)
  await givenDead(young.orderId, 29)
  await sql`update orders set created_at = now() - interval '31 days' where id = ${open.orderId}`.execute(world.db)
  await deleteDeadOrders(world)
  expect(await orderOf(old!.orderId)).toBeUndefined()
  expect(await orderOf(young.orderId)).toMatchObject({ state: 'expired' })
  expect(await orderOf(open.orderId), 'its payment is not known dead').toMatchObject({ state: 'open' })
  for (const table of ['payment', 'order_line', 'seat_hold', 'invitation'] as const)
    expect(await world.db.selectFrom(table).selectAll().where('order_id', '=', old!.orderId).execute()).toEqual([])
})

test('a charge that arrives after that is sent back whole and shown to admins, and names nobody', async () => {
  const placed = await givenOrder(world, { seats: 2 })
  await givenDead(placed.orderId, 31)
  const before = (await orderOf(placed.orderId))!
  await deleteDeadOrders(world)
  expect(await orderOf(placed.orderId)).toBeUndefined()

  // The provider charges an intent that it had called dead.
  await sql`update sandbox.intent set status = 'requires_payment_method' where client_secret = ${placed.clientSecret}`.execute(
    world.db,
  )
  await world.gateway!.sandbox!.confirm({ clientSecret: placed.clientSecret, ...cards.good })
  await findLostCharges(world)
  await findLostCharges(world)
  const after = (await orderOf(placed.orderId))!
  expect(after).toMatchObject({ number: before.number, state: 'returning', person_id: null, seats: 2 })
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
