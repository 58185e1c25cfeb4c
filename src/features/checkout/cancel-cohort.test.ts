import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCohort } from '#features/admin/read-cohort.ts'
import { givenOrder, givenPaidOrder, sendRefunds } from '../../../tests/bought.ts'
import { cards, givenCourse, givenGiftCard } from '../../../tests/selling.ts'
import { guest, openWorld, type World } from '../../../tests/world.ts'
import { audit } from './audit.ts'
import { cancelCohort, endOrdersOf } from './cancel-cohort.ts'
import { nameFriend } from './name-friend.ts'
import { lockOrder } from './queries/orders.ts'
import { writeRefundNotice } from './refund-notice.ts'
import { howItStands } from './verify.ts'
import { viewOrder } from './view-order.ts'

let world: World
let admin: string
beforeAll(async () => {
  world = await openWorld(20)
  const row = { email: 'admin@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'] }
  admin = (await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await world.close()
})

const broken = async () => (await audit(world)).filter(({ violations }) => violations.length > 0).map(({ id }) => id)

const seatsIn = async (courseCode: string) => {
  const cohort = world.db.selectFrom('cohort').select(['state', 'taken']).where('course_code', '=', courseCode)
  const active = world.db.selectFrom('enrolment').select('id').where('course_code', '=', courseCode)
  return {
    ...(await cohort.executeTakeFirstOrThrow()),
    active: (await active.where('state', '=', 'active').execute()).length,
  }
}

test('every seat ends with the cancellation itself, before its orders are refunded', async () => {
  const courseCode = await givenCourse(world, { seats: 20 })
  const paid = await givenPaidOrder(world, { courseCode, seats: 3 })
  const unpaid = await givenOrder(world, { courseCode })
  expect(await readCohort(world, courseCode)).toMatchObject({ value: { seats: 3, pending: 1, ended: null } })

  await cancelCohort(world, admin, courseCode, 'The teacher is ill')
  expect(await seatsIn(courseCode)).toEqual({ state: 'cancelled', taken: 0, active: 0 })
  expect(await readCohort(world, courseCode)).toMatchObject({
    value: { seats: 0, pending: 0, paid: [], ended: { reason: 'The teacher is ill' } },
  })
  const friend = { seat: 2, email: 'friend@understudy.test', ip: '192.0.2.1' }
  const named = await nameFriend(world, guest(paid.checkoutToken), paid.orderId, friend)
  expect(named).toMatchObject({ refusal: { code: 'FRIENDS_CLOSED' } })
  expect(await broken()).toEqual([])

  await endOrdersOf(world, courseCode)
  await endOrdersOf(world, courseCode)
  await sendRefunds(world, paid.orderId)
  expect(await broken()).toEqual([])
  expect(await viewOrder(world, guest(unpaid.checkoutToken), unpaid.orderId)).toMatchObject({
    value: { status: 'failed' },
  })
  const requests = world.db.selectFrom('refund_request').select('cause').where('order_id', '=', paid.orderId)
  expect(await requests.execute()).toEqual([{ cause: 'cohort-cancelled' }])
})

test('who pays in the moments after it gets the money back, and no seat', async () => {
  const courseCode = await givenCourse(world)
  const order = await givenOrder(world, { courseCode })
  await cancelCohort(world, admin, courseCode, 'The teacher is ill')
  await world.gateway!.sandbox!.confirm({ clientSecret: order.clientSecret, ...cards.good })
  await howItStands(world, guest(order.checkoutToken), { orderId: order.orderId })
  expect(await seatsIn(courseCode)).toEqual({ state: 'cancelled', taken: 0, active: 0 })
  await endOrdersOf(world, courseCode)
  await sendRefunds(world, order.orderId)
  const seen = await viewOrder(world, guest(order.checkoutToken), order.orderId)
  expect(seen).toMatchObject({
    value: { totals: { paid: { amount: '0.00' } }, payments: [{ refunded: { amount: '399.00' } }] },
  })
  expect(await broken()).toEqual([])
})

test('payments that arrive at the same moment leave no seat behind, and no money', async () => {
  const courseCode = await givenCourse(world, { seats: 20 })
  const orders = await Promise.all(Array.from({ length: 8 }, () => givenOrder(world, { courseCode })))
  for (const { clientSecret } of orders) await world.gateway!.sandbox!.confirm({ clientSecret, ...cards.good })
  const asked = orders.map(({ orderId, checkoutToken }) => howItStands(world, guest(checkoutToken), { orderId }))
  await Promise.all([
    ...asked.slice(0, 4),
    cancelCohort(world, admin, courseCode, 'The teacher is ill'),
    ...asked.slice(4),
  ])
  await endOrdersOf(world, courseCode)
  for (const { orderId } of orders) await sendRefunds(world, orderId)
  expect(await seatsIn(courseCode)).toEqual({ state: 'cancelled', taken: 0, active: 0 })
  const { rows } = await sql<{ kept: number }>`select sum(p.amount_minor - p.refunded_minor)::int as kept
    from payment p join orders o on o.id = p.order_id where o.course_code = ${courseCode}
      and p.state in ('complete', 'returning', 'returned')`.execute(world.db)
  expect(rows).toEqual([{ kept: 0 }])
  expect(await broken()).toEqual([])
})

test('an order that somebody has in hand does not hold the cancellation up, and neither waits for the other in a circle', async () => {
  const courseCode = await givenCourse(world, { seats: 20 })
  const { orderId } = await givenPaidOrder(world, { courseCode })
  await world.db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId)
    expect(await cancelCohort(world, admin, courseCode, 'The teacher is ill')).toMatchObject({ ok: true })
    const seats = tx.selectFrom('cohort').select('taken').where('course_code', '=', courseCode).forUpdate()
    expect(await seats.executeTakeFirstOrThrow()).toEqual({ taken: 0 })
  })
})

test('the e-mail names the buyer, the dates and the reason, and says that a gift card has its money already', async () => {
  const courseCode = await givenCourse(world)
  const order = await givenPaidOrder(world, { courseCode, giftCardCode: await givenGiftCard(world, 100) })
  await cancelCohort(world, admin, courseCode, 'The teacher is ill')
  await endOrdersOf(world, courseCode)
  const request = world.db.selectFrom('refund_request').select('id').where('order_id', '=', order.orderId)
  await writeRefundNotice(world, (await request.executeTakeFirstOrThrow()).id)
  const mail = await world.db
    .selectFrom('mail')
    .select(['subject', 'text_body'])
    .where('to_address', '=', order.email)
    .where('subject', 'like', 'Cancelled: %')
    .executeTakeFirstOrThrow()
  expect(mail.subject).toMatch(/^Cancelled: A course, \d+ \w+ 20\d\d \(U-\d+\)$/)
  expect(mail.text_body).toMatch(/Hello Demo Buyer\. We’re sorry: A course, which was to start on .+ in Manila/)
  expect(mail.text_body).toContain('The reason: The teacher is ill.')
  expect(mail.text_body).toContain('You get back all you paid, USD 399.00. It goes back the way it came: ')
  for (const part of ['USD 100.00, Gift card', 'USD 299.00, Visa ending 4242', 'gift card and credit have it already'])
    expect(mail.text_body).toContain(part)
  await sendRefunds(world, order.orderId)
})

test('the audit finds a seat in a cancelled cohort, a hold, an order that is not ended, and a cohort that was opened again', async () => {
  const courseCode = await givenCourse(world)
  const paid = await givenPaidOrder(world, { courseCode })
  await cancelCohort(world, admin, courseCode, 'The teacher is ill')
  const bypassed = (statement: ReturnType<typeof sql>) =>
    world.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await statement.execute(tx)
    })
  await bypassed(sql`update enrolment set state = 'active' where order_id = ${paid.orderId}`)
  expect(await broken()).toEqual(['Q3', 'Q10a'])
  await bypassed(sql`update enrolment set state = 'cancelled' where order_id = ${paid.orderId}`)
  await bypassed(sql`update seat_hold set state = 'live' where order_id = ${paid.orderId}`)
  expect(await broken()).toContain('Q10a')
  await bypassed(sql`update seat_hold set state = 'released' where order_id = ${paid.orderId}`)
  await bypassed(
    sql`update cohort_cancellation set cancelled_at = now() - interval '16 minutes' where course_code = ${courseCode}`,
  )
  expect(await broken()).toEqual(['Q10b'])
  await bypassed(sql`update cohort_cancellation_order set done_at = now() where order_id = ${paid.orderId}`)
  expect(await broken()).toEqual(['Q10b'])
  await bypassed(sql`update cohort set state = 'open' where course_code = ${courseCode}`)
  expect(await broken()).toEqual(['Q10b', 'Q10c'])
})
