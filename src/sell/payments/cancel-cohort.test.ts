import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#screens/admin/audit-money.ts'
import { readCohort } from '#screens/admin/read-cohort.ts'
import { nameFriend } from '#sell/checkout/free-and-friends/name-friend.ts'
import { viewOrder } from '#sell/checkout/place-order/view-order.ts'
import { lockOrder } from '#sell/orders/queries/orders.ts'
import { enqueueRefundEmail } from '#sell/refunds/refund-emails.ts'
import { refundOrder } from '#sell/refunds/refund-order.ts'
import { countLockWaits } from '../../../tests/support/lock-waits.ts'
import { givenOrder, givenPaidOrder, sendRefunds } from '../../../tests/world/bought.ts'
import { cards, givenCourse, givenGiftCard } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { cancelCohort, endCohortOrders } from './cancel-cohort.ts'
import { checkPayment } from './check-payment.ts'
import { reconcile } from './reconcile.ts'

let world: World
let admin: string
beforeAll(async () => {
  world = await createWorld(20)
  const row = { email: 'admin@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'] }
  admin = (await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await world.close()
})

const broken = async () => (await audit(world)).filter(({ violations }) => violations.length > 0).map(({ id }) => id)

const seatsIn = async (courseCode: string) => {
  const cohort = world.db.selectFrom('cohort').select(['state', 'taken']).where('cohort_code', '=', courseCode)
  const active = world.db.selectFrom('enrolment').select('id').where('cohort_code', '=', courseCode)
  return {
    ...(await cohort.executeTakeFirstOrThrow()),
    active: (await active.where('state', '=', 'active').execute()).length,
  }
}

test('a cancellation ends every seat at once, before its orders are refunded', async () => {
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

  await endCohortOrders(world, courseCode)
  await endCohortOrders(world, courseCode)
  await sendRefunds(world, paid.orderId)
  expect(await broken()).toEqual([])
  expect(await viewOrder(world, guest(unpaid.checkoutToken), unpaid.orderId)).toMatchObject({
    value: { status: 'failed' },
  })
  const requests = world.db.selectFrom('refund_request').select('cause').where('order_id', '=', paid.orderId)
  expect(await requests.execute()).toEqual([{ cause: 'cohort-cancelled' }])
})

test('a payment just after the cancellation is refunded and gets no seat', async () => {
  const courseCode = await givenCourse(world)
  const order = await givenOrder(world, { courseCode })
  await cancelCohort(world, admin, courseCode, 'The teacher is ill')
  await world.gateway!.sandbox!.confirm({ clientSecret: order.clientSecret, ...cards.good })
  await checkPayment(world, guest(order.checkoutToken), { orderId: order.orderId })
  expect(await seatsIn(courseCode)).toEqual({ state: 'cancelled', taken: 0, active: 0 })
  await endCohortOrders(world, courseCode)
  await sendRefunds(world, order.orderId)
  const seen = await viewOrder(world, guest(order.checkoutToken), order.orderId)
  expect(seen).toMatchObject({
    value: { totals: { paid: { amount: '0.00' } }, payments: [{ refunded: { amount: '399.00' } }] },
  })
  expect(await broken()).toEqual([])
})

test('payments during the cancellation leave no seat and are refunded', async () => {
  const courseCode = await givenCourse(world, { seats: 20 })
  const orders = await Promise.all(Array.from({ length: 8 }, () => givenOrder(world, { courseCode })))
  for (const { clientSecret } of orders) await world.gateway!.sandbox!.confirm({ clientSecret, ...cards.good })
  const checks = orders.map(({ orderId, checkoutToken }) => checkPayment(world, guest(checkoutToken), { orderId }))
  await Promise.all([
    ...checks.slice(0, 4),
    cancelCohort(world, admin, courseCode, 'The teacher is ill'),
    ...checks.slice(4),
  ])
  await endCohortOrders(world, courseCode)
  for (const { orderId } of orders) await sendRefunds(world, orderId)
  expect(await seatsIn(courseCode)).toEqual({ state: 'cancelled', taken: 0, active: 0 })
  const { rows } = await sql<{ retained: number }>`select sum(p.amount_minor - p.refunded_minor)::int as retained
    from payment p join orders o on o.id = p.order_id where o.cohort_code = ${courseCode}
      and p.state in ('complete', 'refund-pending', 'returned')`.execute(world.db)
  expect(rows).toEqual([{ retained: 0 }])
  expect(await broken()).toEqual([])
})

test('a locked order does not delay the cancellation, and the two cannot deadlock', async () => {
  const courseCode = await givenCourse(world, { seats: 20 })
  const { orderId } = await givenPaidOrder(world, { courseCode })
  await world.db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId)
    expect(await cancelCohort(world, admin, courseCode, 'The teacher is ill')).toMatchObject({ ok: true })
    const seats = tx.selectFrom('cohort').select('taken').where('cohort_code', '=', courseCode).forUpdate()
    expect(await seats.executeTakeFirstOrThrow()).toEqual({ taken: 0 })
  })
})

test('a refund of several seats and the cancellation of their cohort lock rows in the same order', async () => {
  const courseCode = await givenCourse(world, { seats: 20 })
  const paid = await givenPaidOrder(world, { courseCode, seats: 2 })
  const seats = world.db.selectFrom('enrolment').select('id').where('order_id', '=', paid.orderId).orderBy('id')
  const last = (await seats.execute()).at(-1)!
  const lines = await world.db.selectFrom('order_line').select('id').where('order_id', '=', paid.orderId).execute()
  let refund: Promise<unknown> = Promise.resolve()
  // As cancelCohort does: the seats first, then the cohort.
  await world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('enrolment').select('id').where('id', '=', last.id).forUpdate().execute()
    refund = refundOrder(world, admin, paid.orderId, { lines: lines.map(({ id }) => ({ lineId: id })), reason: 'Ill' })
    await expect.poll(() => countLockWaits(world.db)).toBeGreaterThan(0)
    await tx.selectFrom('cohort').select('taken').where('cohort_code', '=', courseCode).forUpdate().execute()
  })
  expect(await refund).toMatchObject({ ok: true })
  expect(await seatsIn(courseCode)).toMatchObject({ taken: 0, active: 0 })
  await sendRefunds(world, paid.orderId)
  expect(await broken()).toEqual([])
})

test('the reconciler continues a cancelled cohort whose job was lost', async () => {
  const courseCode = await givenCourse(world)
  const open = await givenOrder(world, { courseCode })
  await cancelCohort(world, admin, courseCode, 'The teacher is ill')
  const listJobs = async () =>
    (
      await sql`select from pgboss.job where name = 'cohort.cancelled' and data->>'cohortCode' = ${courseCode}`.execute(
        world.db,
      )
    ).rows.length
  await sql`delete from pgboss.job where name = 'cohort.cancelled'`.execute(world.db)
  await reconcile(world, 0)
  expect(await listJobs(), 'the first job has 15 minutes').toBe(0)
  await sql`update cohort_cancellation set cancelled_at = now() - interval '16 minutes' where cohort_code = ${courseCode}`.execute(
    world.db,
  )
  await reconcile(world, 0)
  await reconcile(world, 0)
  expect(await listJobs()).toBe(1)
  await endCohortOrders(world, courseCode)
  await sql`delete from pgboss.job where name = 'cohort.cancelled'`.execute(world.db)
  await reconcile(world, 0)
  expect(await listJobs()).toBe(0)
  expect(await viewOrder(world, guest(open.checkoutToken), open.orderId)).toMatchObject({ value: { status: 'failed' } })
})

test('the e-mail names the buyer, the dates and the reason, and says that the gift card is already refunded', async () => {
  const courseCode = await givenCourse(world)
  const order = await givenPaidOrder(world, { courseCode, giftCardCode: await givenGiftCard(world, 100) })
  await cancelCohort(world, admin, courseCode, 'The teacher is ill')
  await endCohortOrders(world, courseCode)
  const request = world.db.selectFrom('refund_request').select('id').where('order_id', '=', order.orderId)
  await enqueueRefundEmail(world, (await request.executeTakeFirstOrThrow()).id)
  const mail = await world.db
    .selectFrom('mail')
    .select(['subject', 'text_body'])
    .where('to_address', '=', order.email)
    .where('subject', 'like', 'Cancelled: %')
    .executeTakeFirstOrThrow()
  expect(mail.subject).toMatch(/^Cancelled: A course, \d+ \w+ 20\d\d \(U-\d+\)$/)
  expect(mail.text_body).toMatch(/Hello Demo Buyer\. We’re sorry: A course, which was to start on .+ Manila time/)
  expect(mail.text_body).toContain('The reason: The teacher is ill.')
  expect(mail.text_body).toContain('You get back all you paid, $399.00. It goes back the way it came: ')
  for (const part of [
    '$100.00, Gift card',
    '$299.00, Visa ending 4242',
    'The part on your gift card or credit is back already',
  ])
    expect(mail.text_body).toContain(part)
  await sendRefunds(world, order.orderId)
})

test('the audit finds a seat, a hold and an open order in a cancelled cohort, and a cohort that was reopened', async () => {
  const courseCode = await givenCourse(world)
  const paid = await givenPaidOrder(world, { courseCode })
  await cancelCohort(world, admin, courseCode, 'The teacher is ill')
  const bypassed = (statement: ReturnType<typeof sql>) =>
    world.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await statement.execute(tx)
    })
  await bypassed(sql`update enrolment set state = 'active' where order_id = ${paid.orderId}`)
  expect(await broken()).toEqual(['Q3', 'Q3b', 'Q10a'])
  await bypassed(sql`update enrolment set state = 'cancelled' where order_id = ${paid.orderId}`)
  await bypassed(sql`update seat_hold set state = 'live' where order_id = ${paid.orderId}`)
  expect(await broken()).toContain('Q10a')
  await bypassed(sql`update seat_hold set state = 'released' where order_id = ${paid.orderId}`)
  await bypassed(
    sql`update cohort_cancellation set cancelled_at = now() - interval '16 minutes' where cohort_code = ${courseCode}`,
  )
  expect(await broken()).toEqual(['Q10b'])
  await bypassed(sql`update cohort_cancellation_order set done_at = now() where order_id = ${paid.orderId}`)
  expect(await broken()).toEqual(['Q10b'])
  await bypassed(sql`update cohort set state = 'open' where cohort_code = ${courseCode}`)
  expect(await broken()).toEqual(['Q10b', 'Q10c'])
})
