/** Seats move to other dates, and every later event follows the seat. docs/contract §42. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from '#domain/outcome.ts'
import type { Effects } from '#http/effects/change-with-effects.ts'
import { loadLearnHome } from '#learn/lessons/learn-home.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { putCourseRole } from '#people/roles/queries.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { readCohort } from '#screens/admin/read-cohort.ts'
import { viewOrder } from '#sell/checkout/place-order/view-order.ts'
import { cancelTaughtCohort } from '#sell/cohort-changes/cancel-taught-cohort.ts'
import { cancelCohort, endCohortOrders } from '#sell/payments/cancel-cohort.ts'
import { payOrder } from '#sell/payments/pay-order.ts'
import { endEnrolment } from '#sell/refunds/cancel-enrolment.ts'
import { getPolicyRefund } from '#sell/refunds/policy-refund.ts'
import { enqueueRefundEmail } from '#sell/refunds/refund-emails.ts'
import { giveOffers } from '#sell/waitlist/give-offers.ts'
import { givenPaidOrder, sendRefunds } from '../../../tests/world/bought.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { givenSession } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { listMoveTargets } from './list-targets.ts'
import { moveSeat } from './move-seat.ts'

const DAY_MS = 86_400_000
let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => closeAudited(world))

const inDays = (days: number) => new Date(world.clock().getTime() + days * DAY_MS)
const must = <Value>(outcome: Outcome<Value>): Value => {
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}
const broken = async () => (await audit(world)).filter(({ violations }) => violations.length > 0).map(({ id }) => id)

/** A course with two sets of dates, and its creator. */
async function givenTwoDates({ seats = 10, depositMinor }: { seats?: number | null; depositMinor?: number } = {}) {
  const january = await givenCourse(world, { seats, startsInDays: 10, ...(depositMinor && { depositMinor }) })
  const courseCode = january.slice(0, -2)
  const march = await givenDates(courseCode, `${courseCode}-2`, 60, seats)
  for (const [code, day] of [
    [january, 10],
    [march, 60],
  ] as const)
    await givenSession(world, code, { title: `Evening ${code}`, startsAt: inDays(day) })
  const row = { email: `creator-${randomUUID()}@understudy.test`, name: 'Nina Reyes' }
  const { id: personId } = await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  await world.db.transaction().execute((tx) => putCourseRole(tx, { personId, courseCode, role: 'creator' }))
  return { courseCode, january, march, nina: { personId, audience: 'learner' as const } }
}

async function givenDates(courseCode: string, cohortCode: string, startsInDays: number, capacity: number | null) {
  const [starts_at, ends_at] = [inDays(startsInDays), new Date(inDays(startsInDays).getTime() + 90 * 60_000)]
  const dates = {
    cohort_code: cohortCode,
    course_code: courseCode,
    state: 'open' as const,
    capacity,
    starts_at,
    ends_at,
  }
  await world.db
    .insertInto('cohort')
    .values({ ...dates, timezone_id: 'Europe/London' })
    .execute()
  await world.db
    .insertInto('offer')
    .values({ offer_code: cohortCode, cohort_code: cohortCode, currency: 'USD', price_minor: 39_900 })
    .execute()
  return cohortCode
}

const listSeats = (orderId: string) =>
  world.db
    .selectFrom('enrolment')
    .select(['id', 'seat', 'cohort_code', 'state', 'access_ends_at', 'person_id'])
    .where('order_id', '=', orderId)
    .orderBy('seat')
    .execute()
const getSeat = async (orderId: string, seat = 1) => (await listSeats(orderId)).find((one) => one.seat === seat)!
const getCohort = (cohortCode: string) =>
  world.db
    .selectFrom('cohort')
    .select(['taken', 'enrolled'])
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirstOrThrow()

async function move(person: ActingPerson, enrolmentId: string, cohortCode: string): Promise<Outcome<Effects>> {
  const listed = await moveSeat(world, person, { enrolmentId, cohortCode, preview: true })
  if (!listed.ok) return listed
  return moveSeat(world, person, { enrolmentId, cohortCode, effectsHash: listed.value.effectsHash })
}

/** A group whose second seat has a person too. */
async function givenGroup(courseCode: string, input: { paymentType?: 'deposit' } = {}) {
  const order = await givenPaidOrder(world, { courseCode, seats: 2, ...input })
  const row = { email: `friend-${randomUUID()}@understudy.test`, name: 'Ben' }
  const { id } = await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  await world.db
    .updateTable('enrolment')
    .set({ person_id: id })
    .where('order_id', '=', order.orderId)
    .where('seat', '=', 2)
    .execute()
  return order
}

async function cancel(cohortCode: string, nina: ActingPerson) {
  const listed = must(await cancelTaughtCohort(world, nina, { cohortCode, preview: true }))
  const { effectsHash } = listed
  must(await cancelTaughtCohort(world, nina, { cohortCode, reason: 'Ill', effectsHash }))
  await endCohortOrders(world, cohortCode)
  return listed.effects.find(({ code }) => code === 'refunded')?.amount?.minor ?? 0
}

const getRefunded = async (orderId: string) => {
  await sendRefunds(world, orderId)
  const { rows } = await sql<{ minor: number }>`select coalesce(sum(refunded_minor), 0)::int as minor from payment
    where order_id = ${orderId}`.execute(world.db)
  return rows[0]!.minor
}

test('a session that was cancelled before the seat came to its dates is not told as lost, and a later one is', async () => {
  const { january, march, nina } = await givenTwoDates()
  const { orderId } = await givenPaidOrder(world, { courseCode: january })
  const { id, person_id } = await getSeat(orderId)
  const cancelSession = (cancelled_at: Date) =>
    world.db.updateTable('cohort_session').set({ cancelled_at }).where('cohort_code', '=', march).execute()
  const listCancelled = async () =>
    (await loadLearnHome(world, { personId: person_id!, audience: 'learner' })).courses[0]!.cancelledSessions
  await world.db
    .updateTable('enrolment')
    .set({ created_at: inDays(-3) })
    .where('id', '=', id)
    .execute()
  await cancelSession(inDays(-2))
  must(await move(nina, id, march))
  expect(await listCancelled()).toEqual([])
  await cancelSession(inDays(1))
  expect(await listCancelled()).toMatchObject([{ title: `Evening ${march}` }])
})

test('pro sessions that the new dates have not are an effect, and the e-mail names them', async () => {
  const { january, march, nina } = await givenTwoDates()
  await world.db.updateTable('cohort_session').set({ pro: true }).where('cohort_code', '=', january).execute()
  const { orderId, email } = await givenPaidOrder(world, { courseCode: january })
  const seat = await getSeat(orderId)
  const move = { enrolmentId: seat.id, cohortCode: march }
  const { effects, effectsHash } = must(await moveSeat(world, nina, { ...move, preview: true }))
  expect(effects.find(({ code }) => code === 'pro-sessions-lost')).toMatchObject({ count: 1 })
  must(await moveSeat(world, nina, { ...move, effectsHash }))
  const mail = await world.db
    .selectFrom('mail')
    .select('text_body')
    .where('to_address', '=', email)
    .where('subject', 'like', 'Your new dates%')
    .executeTakeFirstOrThrow()
  expect(mail.text_body).toContain('1 pro session fewer')
})

test('a seat moves with its effects read: seats, counts, access, refund window, one e-mail', async () => {
  const { courseCode, january, march, nina } = await givenTwoDates()
  await world.db.updateTable('course').set({ access_days: 30 }).where('course_code', '=', courseCode).execute()
  const { orderId, checkoutToken } = await givenPaidOrder(world, { courseCode: january })
  const seat = await getSeat(orderId)
  const windowBefore = await getPolicyRefund(world.db, orderId, world.clock())
  expect(must(await listMoveTargets(world, nina, seat.id))).toMatchObject({
    current: { cohortCode: january },
    targets: [{ cohortCode: march, seatsLeft: 10, sessions: 1, waiting: 0 }],
  })

  const listed = must(await moveSeat(world, nina, { enrolmentId: seat.id, cohortCode: march, preview: true }))
  expect(listed.effects.map(({ code }) => code)).toEqual([
    'seat-moves',
    'seat-freed',
    'money-stays',
    'refunds-possible',
    'access-extended',
    'learners-emailed',
  ])
  expect((await getSeat(orderId)).cohort_code).toBe(january)
  const unread = await moveSeat(world, nina, { enrolmentId: seat.id, cohortCode: march })
  expect(unread).toMatchObject({ refusal: { code: 'EFFECTS_CHANGED' } })

  must(await move(nina, seat.id, march))
  // A second press changes nothing.
  must(await moveSeat(world, nina, { enrolmentId: seat.id, cohortCode: march, effectsHash: listed.effectsHash }))
  const moved = await getSeat(orderId)
  expect(moved.cohort_code).toBe(march)
  expect(moved.access_ends_at!.getTime()).toBeGreaterThan(seat.access_ends_at!.getTime())
  expect([await getCohort(january), await getCohort(march)]).toEqual([
    { taken: 0, enrolled: 0 },
    { taken: 1, enrolled: 1 },
  ])
  const window = await getPolicyRefund(world.db, orderId, world.clock())
  expect(window!.until.getTime() - windowBefore!.until.getTime()).toBeGreaterThan(45 * DAY_MS)
  const viewed = must(await viewOrder(world, guest(checkoutToken), orderId))
  expect(viewed).toMatchObject({ courseCode: march, cancellation: null, totals: { paid: { amount: '399.00' } } })
  expect(viewed.calendarUrl).toContain(march)

  const mails = await world.db
    .selectFrom('mail')
    .innerJoin('mail_attachment', 'mail_attachment.mail_id', 'mail.id')
    .select(['subject', 'content'])
    .where('dedupe_key', 'like', 'seat.moved:%')
    .where('to_address', '=', (await getBuyer(orderId)).email)
    .execute()
  expect(mails).toHaveLength(1)
  const file = mails[0]!.content.toString()
  expect(file.match(/STATUS:(CANCELLED|CONFIRMED)/g)).toEqual(['STATUS:CANCELLED', 'STATUS:CONFIRMED'])
})

const getBuyer = (orderId: string) =>
  world.db.selectFrom('orders').select('email').where('id', '=', orderId).executeTakeFirstOrThrow()

test('one seat of a group moves; whichever dates are cancelled, only their seat is refunded, and then the other', async () => {
  for (const first of ['january', 'march'] as const) {
    const dates = await givenTwoDates()
    const { nina, january, march } = dates
    const { orderId, checkoutToken } = await givenGroup(january)
    const effects = must(await move(nina, (await getSeat(orderId, 2)).id, march)).effects
    expect(effects.map(({ code }) => code)).toContain('seats-stay')
    expect(effects.find(({ code }) => code === 'money-stays')?.message).toBe(
      'No money moves. The $399.00 paid for this seat counts for the new dates.',
    )
    const others = first === 'january' ? march : january

    const paid = [{ amount: '399.00', currency: 'USD' }]
    expect(await readCohort(world, january)).toMatchObject({ value: { seats: 1, paid } })
    expect(await readCohort(world, march)).toMatchObject({ value: { seats: 1, paid } })
    expect(await cancel(dates[first], nina)).toBe(39_900)
    expect(await getRefunded(orderId)).toBe(39_900)
    expect((await listSeats(orderId)).filter(({ state }) => state === 'active')).toMatchObject([
      { cohort_code: others },
    ])
    expect(must(await viewOrder(world, guest(checkoutToken), orderId))).toMatchObject({ cancellation: null })
    expect(await broken()).toEqual([])

    expect(await cancel(others, nina)).toBe(39_900)
    expect(await getRefunded(orderId)).toBe(79_800)
    expect(must(await viewOrder(world, guest(checkoutToken), orderId)).cancellation).toMatchObject({ reason: 'Ill' })
    expect(await broken()).toEqual([])
  }
})

test('a buyer with a seat left reads that it stays and that its balance is due, and its teacher that only a part is refunded', async () => {
  const { nina, january, march } = await givenTwoDates({ depositMinor: 9_900 })
  const { orderId, email } = await givenGroup(january, { paymentType: 'deposit' })
  must(await move(nina, (await getSeat(orderId, 2)).id, march))
  const { effects } = must(await cancelTaughtCohort(world, nina, { cohortCode: january, preview: true }))
  expect(effects.find(({ code }) => code === 'refunded')?.message).toBe(
    '1 order was partly moved to other dates. Only the seats in these dates are refunded, in full. Together:',
  )
  await cancel(january, nina)
  const request = world.db.selectFrom('refund_request').select('id').where('order_id', '=', orderId)
  await enqueueRefundEmail(world, (await request.executeTakeFirstOrThrow()).id)
  const mail = world.db.selectFrom('mail').select('text_body').where('to_address', '=', email)
  const { text_body } = await mail.where('subject', 'like', 'Cancelled: %').executeTakeFirstOrThrow()
  expect(text_body).toContain('This cancels 1 seat of your order. The other seat has other dates, and it stays.')
  expect(text_body).toContain('You get back $99.00.')
  expect(text_body).toMatch(/Your balance of \$300\.00 stays due on .+\. Please pay it on the page of your order\./)
  expect(text_body).not.toContain('You don’t need to do anything')
  await sendRefunds(world, orderId)
})

test('a cancellation stops the payment of a balance when the seats in other dates have ended before', async () => {
  const { nina, january, march } = await givenTwoDates({ depositMinor: 9_900 })
  const { orderId, checkoutToken } = await givenGroup(january, { paymentType: 'deposit' })
  const { id } = await getSeat(orderId, 2)
  must(await move(nina, id, march))
  must(await endEnrolment(world, nina.personId, id, { reason: 'Asked for it', refund: 'none' }))
  const begun = await payOrder(world, guest(checkoutToken), orderId, { paymentMethod: 'card' }, '192.0.2.1')
  expect(begun).toMatchObject({ ok: true, value: { status: 'pending' } })
  await cancel(january, nina)
  const balances = world.db.selectFrom('payment').select('state').where('order_id', '=', orderId)
  expect(await balances.where('purpose', '=', 'balance').execute()).toEqual([{ state: 'cancelled' }])
  await sendRefunds(world, orderId)
})

test('a moved deposit keeps its balance and due date; only the cancellation of its new dates ends it', async () => {
  const { nina, january, march } = await givenTwoDates({ depositMinor: 9_900 })
  const { orderId, checkoutToken } = await givenPaidOrder(world, { courseCode: january, paymentType: 'deposit' })
  const due = async () => must(await viewOrder(world, guest(checkoutToken), orderId))
  const before = await due()
  must(await move(nina, (await getSeat(orderId)).id, march))
  const after = await due()
  expect([after.totals.due, after.schedule]).toEqual([before.totals.due, before.schedule])

  expect(await cancel(january, nina)).toBe(0)
  expect((await due()).totals.due).toEqual({ amount: '300.00', currency: 'USD' })
  expect(await cancel(march, nina)).toBe(9_900)
  expect(await getRefunded(orderId)).toBe(9_900)
  expect((await due()).totals.due).toEqual({ amount: '0.00', currency: 'USD' })
})

test('a co-teacher moves a seat without reading amounts, and reads that recordings of the old dates close', async () => {
  const { courseCode, nina, january, march } = await givenTwoDates({ depositMinor: 9_900 })
  const { orderId } = await givenPaidOrder(world, { courseCode: january, paymentType: 'deposit' })
  await givenSession(world, january, { title: 'Held', startsAt: inDays(-1) })
  await world.db.transaction().execute((tx) => putCourseRole(tx, { ...nina, courseCode, role: 'co_teacher' }))
  const { effects } = must(await move(nina, (await getSeat(orderId)).id, march))
  expect(effects.find(({ code }) => code === 'money-stays')?.message).toBe('No money moves. A balance stays due.')
  expect(effects.find(({ code }) => code === 'sessions-close')?.count).toBe(1)
  expect(JSON.stringify(effects)).not.toMatch(/USD|\$/)
})

test('every later file about the same session has a higher number than the calendar of the learner', async () => {
  const { nina, january, march } = await givenTwoDates()
  const { orderId } = await givenPaidOrder(world, { courseCode: january })
  const { id } = await getSeat(orderId)
  const getStored = async (code: string) =>
    (await world.db.selectFrom('cohort_session').select('sequence').where('cohort_code', '=', code).execute())[0]!
      .sequence
  const known = new Map([
    [january, await getStored(january)],
    [march, -1],
  ])
  for (const [from, to] of [
    [january, march],
    [march, january],
    [january, march],
  ] as const) {
    must(await move(nina, id, to))
    const { content } = await world.db
      .selectFrom('mail')
      .innerJoin('mail_attachment', 'mail_attachment.mail_id', 'mail.id')
      .select('content')
      .where('dedupe_key', 'like', 'seat.moved:%')
      .where('to_address', '=', (await getBuyer(orderId)).email)
      .orderBy('mail.created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const [removed, added] = [...content.toString().matchAll(/SEQUENCE:(\d+)/g)].map(([, text]) => Number(text))
    expect(removed).toBeGreaterThan(known.get(from)!)
    expect(added).toBeGreaterThan(known.get(to)!)
    // What an e-mail about changed dates, the receipt and the order page have: the stored number, or a later one.
    expect(added).toBe(await getStored(to))
    expect(await getStored(from)).toBeGreaterThan(removed!)
    known.set(from, removed!).set(to, added!)
  }
})

test('a moved seat that ends is free in its new dates, with the refund of its own window', async () => {
  const { nina, january, march } = await givenTwoDates()
  const { orderId } = await givenPaidOrder(world, { courseCode: january })
  const { id } = await getSeat(orderId)
  // The old dates are so near that only half would go back.
  await world.db
    .updateTable('cohort')
    .set({ starts_at: inDays(3), ends_at: inDays(4) })
    .where('cohort_code', '=', january)
    .execute()
  must(await move(nina, id, march))
  must(await endEnrolment(world, nina.personId, id, { reason: 'Asked for it', refund: 'window' }))
  expect([await getCohort(january), await getCohort(march)]).toEqual([
    { taken: 0, enrolled: 0 },
    { taken: 0, enrolled: 0 },
  ])
  expect(await getRefunded(orderId)).toBe(39_900)
})

test('the old dates can be bought again, and neither seat moves onto the other', async () => {
  const { nina, january, march } = await givenTwoDates()
  const first = await givenPaidOrder(world, { courseCode: january })
  must(await move(nina, (await getSeat(first.orderId)).id, march))
  const again = await givenPaidOrder(world, { courseCode: january, email: first.email })
  const seat = await getSeat(again.orderId)
  expect(seat).toMatchObject({ state: 'active', cohort_code: january })
  expect(await move(nina, seat.id, march)).toMatchObject({ refusal: { code: 'HAS_SEAT_IN_COHORT' } })
  expect(await cancel(january, nina)).toBe(39_900)
  expect([await getRefunded(first.orderId), await getRefunded(again.orderId)]).toEqual([0, 39_900])
})

test('two moves to the last seat at once: one gets it, and the other is told that the dates are full', async () => {
  const { nina, january, march } = await givenTwoDates({ seats: 10 })
  await world.db.updateTable('cohort').set({ capacity: 1 }).where('cohort_code', '=', march).execute()
  const orders = await Promise.all([1, 2].map(() => givenPaidOrder(world, { courseCode: january })))
  const seats = await Promise.all(orders.map(({ orderId }) => getSeat(orderId)))
  const results = await Promise.all(seats.map(({ id }) => move(nina, id, march)))
  const codes = results.map((result) => (result.ok ? 'moved' : result.refusal.code)).toSorted()
  expect(codes).toEqual(['COHORT_FULL', 'moved'])
  expect([await getCohort(january), await getCohort(march)]).toEqual([
    { taken: 1, enrolled: 1 },
    { taken: 1, enrolled: 1 },
  ])
})

test('opposite moves at once do not deadlock, and a seat that moves back has its old dates', async () => {
  const { nina, january, march } = await givenTwoDates()
  const [a, b] = [
    await givenPaidOrder(world, { courseCode: january }),
    await givenPaidOrder(world, { courseCode: march }),
  ]
  await Promise.all([
    move(nina, (await getSeat(a.orderId)).id, march).then(must),
    move(nina, (await getSeat(b.orderId)).id, january).then(must),
  ])
  must(await move(nina, (await getSeat(a.orderId)).id, january))
  expect((await getSeat(a.orderId)).cohort_code).toBe(january)
  expect(await getCohort(january)).toEqual({ taken: 2, enrolled: 2 })
})

test('the freed seat goes to the waitlist, and a seat that the waitlist waits for is not taken', async () => {
  const { nina, january, march } = await givenTwoDates({ seats: 1 })
  const { orderId } = await givenPaidOrder(world, { courseCode: january })
  const waiting = { cohort_code: january, email: 'waits@understudy.test', party_size: 1, confirmed_at: new Date() }
  await world.db.insertInto('waitlist_entry').values(waiting).execute()
  const { effects } = must(await move(nina, (await getSeat(orderId)).id, march))
  expect(effects.map(({ code }) => code)).toContain('seats-offered')
  expect(await move(nina, (await getSeat(orderId)).id, january)).toMatchObject({ refusal: { code: 'COHORT_FULL' } })
  await giveOffers(world, january)
  expect(await getCohort(january)).toEqual({ taken: 1, enrolled: 0 })
})

test('cancelled, ended, announced and foreign dates take no seat, and nobody else may move it', async () => {
  const { courseCode, nina, january, march } = await givenTwoDates()
  const { orderId } = await givenPaidOrder(world, { courseCode: january })
  const seat = await getSeat(orderId)
  const over = await givenDates(courseCode, `${courseCode}-3`, -3, 10)
  const announced = await givenDates(courseCode, `${courseCode}-4`, 90, 10)
  await world.db.updateTable('cohort').set({ state: 'announced' }).where('cohort_code', '=', announced).execute()
  const foreign = await givenTwoDates()
  must(await cancelCohort(world, nina.personId, march, 'Ill'))
  const tried = [march, over, announced, foreign.march, 'NOWHERE'].map(async (code) => {
    const result = await move(nina, seat.id, code)
    return result.ok ? 'moved' : result.refusal.code
  })
  expect(await Promise.all(tried)).toEqual([
    'COHORT_CANCELLED',
    'COHORT_OVER',
    'COHORT_NOT_FOUND',
    'COHORT_NOT_FOUND',
    'COHORT_NOT_FOUND',
  ])
  expect(await move(foreign.nina, seat.id, march)).toMatchObject({ refusal: { code: 'ENROLMENT_NOT_FOUND' } })
  expect(await move(nina, randomUUID(), march)).toMatchObject({ refusal: { code: 'ENROLMENT_NOT_FOUND' } })
  const { personId } = foreign.nina
  await world.db.transaction().execute((tx) => putCourseRole(tx, { personId, courseCode, role: 'assistant' }))
  expect(await move(foreign.nina, seat.id, march)).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
})

test('the database refuses a change of dates without a move, and the audit finds one that got past it', async () => {
  const { nina, january, march } = await givenTwoDates()
  const { orderId } = await givenPaidOrder(world, { courseCode: january })
  const { id } = await getSeat(orderId)
  const change = (cohortCode: string) =>
    world.db.updateTable('enrolment').set({ cohort_code: cohortCode }).where('id', '=', id).execute()
  await expect(change(march)).rejects.toThrow('without a move')
  must(await move(nina, id, march))
  await world.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update seat_move set to_cohort_code = from_cohort_code || '', from_cohort_code = to_cohort_code where order_id = ${orderId}`.execute(
      tx,
    )
  })
  expect(await broken()).toEqual(['Q10d'])
  await world.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update seat_move set to_cohort_code = from_cohort_code || '', from_cohort_code = to_cohort_code where order_id = ${orderId}`.execute(
      tx,
    )
  })
  expect(await broken()).toEqual([])
})
