/** The effects that are listed are what happens, person by person and cent by cent. docs/contract §37. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveUnit } from '#catalogue/drafts/save-unit.ts'
import { fromDecimal } from '#domain/money/money.ts'
import type { Outcome } from '#domain/outcome.ts'
import type { Effect, Effects } from '#http/effects/change-with-effects.ts'
import { extendAccessOfCourse } from '#learn/enrolments/access-end.ts'
import { announceChanges } from '#learn/live/announce-changes.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { endCohortOrders } from '#sell/payments/cancel-cohort.ts'
import { refundOrder } from '#sell/refunds/refund-order.ts'
import { endClosedWaitlists } from '#sell/waitlist/end-closed-waitlists.ts'
import { giveOffers } from '#sell/waitlist/give-offers.ts'
import { createRandom, type Random } from '../../../tests/support/random.ts'
import { givenOrder, givenPaidOrder, sendRefunds } from '../../../tests/world/bought.ts'
import { givenDraft, givenMaker, givenTeacher, must, publishNow, readDraft } from '../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { cancelTaughtCohort } from './cancel-taught-cohort.ts'
import { changeCohort } from './change-cohort.ts'
import { cancelSession, moveSession } from './change-session.ts'

let world: World
let ines: ActingPerson
beforeAll(async () => {
  world = await createWorld(20)
  ines = await givenMaker(world)
})
afterAll(() => world.close())

const KEYS = ['live-session', 'session-2', 'session-3']
const toDates = (days: readonly number[], hour = 18) => ({
  timezoneId: 'Europe/London',
  sessions: days.map((day, index) => ({
    lessonKey: KEYS[index]!,
    localStart: `2027-02-${String(day).padStart(2, '0')}T${hour}:00`,
    minutes: 90,
  })),
})

/** A published course of three sessions, with people who have bought, are buying and wait. */
async function givenState(random: Random) {
  const courseCode = await givenDraft(world, ines)
  const draft = await readDraft(world, ines, courseCode)
  const body = structuredClone(draft.units.outline.body) as { modules: { lessons: { key: string; title: string }[] }[] }
  const [first] = body.modules[0]!.lessons
  body.modules[0]!.lessons = KEYS.map((key, index) => ({ ...first!, key, title: `Evening ${index + 1}` }))
  must(await saveUnit(world, ines, { courseCode, unit: 'outline', version: 1, body }))
  const { cohortCode } = draft.cohorts[0]!
  must(await changeCohort(world, ines, { cohortCode, change: { seats: 20, dates: toDates([9, 11, 16]) } }))
  await publishNow(world, ines, courseCode)
  await world.db.updateTable('offer').set({ deposit_minor: 1_000 }).where('cohort_code', '=', cohortCode).execute()
  const orders: string[] = []
  for (let count = 0; count < 3; count++) {
    const seats = random.pick([1, 1, 2, 3])
    const paymentType = random.chance(0.4) ? ('deposit' as const) : ('full' as const)
    orders.push((await givenPaidOrder(world, { courseCode: cohortCode, seats, paymentType })).orderId)
  }
  if (random.chance(0.5)) await refund(orders[0]!, false)
  if (random.chance(0.6)) await givenOrder(world, { courseCode: cohortCode })
  await world.db.updateTable('quote').set({ expires_at: sql`now()` }).where('cohort_code', '=', cohortCode).execute()
  for (let count = 0; count < 2; count++)
    must(
      await giveSeat(world, cohortCode, { email: `${randomUUID()}@understudy.test`, name: 'Lea', timezoneId: 'UTC' }),
    )
  const waiting = [1, 2].map((party_size) => ({
    cohort_code: cohortCode,
    email: `${randomUUID()}@understudy.test`,
    mailbox: randomUUID(),
    party_size,
    confirmed_at: random.chance(0.7) ? new Date() : null,
  }))
  await world.db
    .insertInto('waitlist_entry')
    .values(waiting.map(({ mailbox: _mailbox, ...entry }) => entry))
    .execute()
  return { courseCode, cohortCode, orders }
}

/** Of all seats of an order that still have money, by what the refund window gives. */
async function refund(orderId: string, preview: boolean): Promise<number> {
  const lines = await world.db
    .selectFrom('order_line')
    .select('id')
    .where('order_id', '=', orderId)
    .where(sql<boolean>`amount_minor > refunded_minor + waived_minor`)
    .execute()
  if (lines.length === 0) return 0
  const input = { lines: lines.map(({ id: lineId }) => ({ lineId })), reason: 'Asked for it', preview }
  const refunded = await refundOrder(world, ines.personId, orderId, input)
  return refunded.ok ? fromDecimal(refunded.value.amount.amount, 'USD').minor : 0
}

/** What the test compares, as it is stored. */
async function readRows(cohortCode: string) {
  const sessions = await world.db
    .selectFrom('cohort_session')
    .selectAll()
    .where('cohort_code', '=', cohortCode)
    .execute()
  const cohort = await world.db.selectFrom('cohort').selectAll().where('cohort_code', '=', cohortCode).execute()
  const seats = await world.db.selectFrom('enrolment').selectAll().where('cohort_code', '=', cohortCode).execute()
  const orders = await world.db.selectFrom('orders').selectAll().where('cohort_code', '=', cohortCode).execute()
  const waiting = await world.db
    .selectFrom('waitlist_entry')
    .selectAll()
    .where('cohort_code', '=', cohortCode)
    .execute()
  const changes = await world.db
    .selectFrom('schedule_change')
    .selectAll()
    .where('cohort_code', '=', cohortCode)
    .execute()
  return { sessions, cohort, seats, orders, waiting, changes }
}

async function listMailed(prefix: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select p.id from mail m join person p on p.email = m.to_address
    where m.dedupe_key like ${`${prefix}:%`} order by p.id`.execute(world.db)
  return rows.map(({ id }) => id)
}

const later = (minutes: number) => ({ ...world, clock: () => new Date(Date.now() + minutes * 60_000) })
const find = ({ effects }: Effects, code: string) => effects.find((effect) => effect.code === code)
const idsOf = (effect: Effect | undefined) => [...(effect?.ids ?? [])].toSorted()
const broken = async () => (await audit(world)).filter(({ violations }) => violations.length > 0).map(({ id }) => id)
type Change = (confirmation: { preview?: true; effectsHash?: string }) => Promise<Outcome<Effects>>

/** Reads the effects, which changes nothing, and makes the change as it was read. */
async function readAndConfirm(cohortCode: string, change: Change): Promise<Effects> {
  const rows = await readRows(cohortCode)
  const listed = must(await change({ preview: true }))
  expect(await readRows(cohortCode)).toEqual(rows)
  if (listed.effects.length > 0) {
    const { effectsHash: _hash, ...data } = listed
    expect(await change({ effectsHash: 'of another list' })).toMatchObject({
      refusal: { code: 'EFFECTS_CHANGED', data: { effects: data.effects.map(({ code, count }) => ({ code, count })) } },
    })
    expect(await readRows(cohortCode)).toEqual(rows)
  }
  expect(must(await change({ effectsHash: listed.effectsHash }))).toEqual(listed)
  return listed
}

test.each([1, 2, 3, 4])('moved and cancelled sessions do to people what was listed (seed %i)', async (seed) => {
  const random = createRandom(seed)
  const { courseCode, cohortCode, orders } = await givenState(random)
  const [, session] = (await readDraft(world, ines, courseCode)).cohorts[0]!.sessions
  const change = random.pick<Change>([
    (confirmation) =>
      moveSession(world, ines, {
        sessionId: session!.sessionId,
        localStart: '2027-02-12T19:30',
        minutes: 90,
        ...confirmation,
      }),
    (confirmation) => cancelSession(world, ines, { sessionId: session!.sessionId, ...confirmation }),
    (confirmation) =>
      changeCohort(world, ines, { cohortCode, change: { dates: toDates([20, 22, 25], 17) }, ...confirmation }),
  ])
  await world.db.deleteFrom('mail').execute()
  const before = await readRows(cohortCode)
  const given = await Promise.all(orders.map((orderId) => refund(orderId, true)))
  const effects = await readAndConfirm(cohortCode, change)
  const after = await Promise.all(orders.map((orderId) => refund(orderId, true)))

  await announceChanges(later(11))
  expect(await listMailed('schedule.changed')).toEqual(idsOf(find(effects, 'learners-emailed')))
  // The window of orders whose sessions moved gives everything, which the price rule gave before, too: 7 days ahead.
  const refunds = effects.effects.filter(({ code }) => code === 'refunds-possible')
  const concerned = refunds.flatMap(({ ids }) => [...(ids ?? [])])
  const total = orders.reduce((sum, orderId, at) => sum + (concerned.includes(orderId) ? after[at]! : 0), 0)
  expect(refunds.reduce((sum, { amount }) => sum + amount!.minor, 0)).toBe(total)
  for (const [at, orderId] of orders.entries()) if (!concerned.includes(orderId)) expect(after[at]).toBe(given[at])

  await extendAccessOfCourse(world, courseCode)
  const rows = await readRows(cohortCode)
  const extended = rows.seats.filter(({ id, access_ends_at }) => {
    const old = before.seats.find((seat) => seat.id === id)!
    return old.access_ends_at?.getTime() !== access_ends_at?.getTime()
  })
  expect(extended.map(({ id }) => id).toSorted()).toEqual(idsOf(find(effects, 'access-extended')))
  const open = rows.orders.filter(({ state }) => state === 'open').map(({ id }) => id)
  expect(open).toEqual(idsOf(find(effects, 'checkouts-go-on')))
  const waiting = rows.waiting.filter(({ confirmed_at, left_at }) => confirmed_at && !left_at)
  expect(waiting.map(({ id }) => String(id)).toSorted()).toEqual(idsOf(find(effects, 'waitlist-stays')))
  expect(rows.orders.map(({ state }) => state)).toEqual(before.orders.map(({ state }) => state))
  expect(await broken()).toEqual([])
})

test.each([5, 6, 7])('cancelled dates end the seats, orders and waitlist that were listed (seed %i)', async (seed) => {
  const { cohortCode } = await givenState(createRandom(seed))
  await world.db.deleteFrom('mail').execute()
  const before = await readRows(cohortCode)
  const effects = await readAndConfirm(cohortCode, ({ preview, effectsHash }) =>
    cancelTaughtCohort(world, ines, { cohortCode, reason: 'The teacher is ill', preview, effectsHash }),
  )
  await endCohortOrders(world, cohortCode)
  for (const { id } of before.orders) await sendRefunds(world, id)
  const after = await readRows(cohortCode)
  const ended = after.seats.filter(
    ({ id, state }) =>
      state === 'cancelled' && before.seats.some((seat) => seat.id === id && seat.state !== 'cancelled'),
  )
  const buyers = new Map(after.orders.map(({ id, person_id }) => [id, person_id]))
  const people = new Set(ended.map(({ person_id, order_id }) => person_id ?? buyers.get(order_id)!))
  expect([...people].toSorted()).toEqual(idsOf(find(effects, 'seats-end')))
  expect(after.seats.filter(({ state }) => state !== 'cancelled')).toEqual([])

  const { rows } = await sql<{
    id: string
    minor: number
  }>`select p.order_id as id, sum(r.amount_minor)::bigint as minor
    from refund r join payment p on p.id = r.payment_id join orders o on o.id = p.order_id
    join refund_request q on q.id = r.request_id
    where o.cohort_code = ${cohortCode} and q.reason = 'The teacher is ill' group by 1 order by 1`.execute(world.db)
  const refunded = find(effects, 'refunded')
  expect(rows.reduce((sum, { minor }) => sum + minor, 0)).toBe(refunded?.amount?.minor ?? 0)
  expect(idsOf(refunded)).toEqual(expect.arrayContaining(rows.map(({ id }) => id)))
  const waived = after.orders.reduce((sum, order) => {
    const old = before.orders.find(({ id }) => id === order.id)!
    return sum + order.waived_minor - old.waived_minor
  }, 0)
  expect(find(effects, 'balances-end')?.amount?.minor ?? 0).toBe(waived)
  const closed = after.orders.filter(({ id }) =>
    before.orders.some((order) => order.id === id && order.state === 'open'),
  )
  expect(closed.map(({ id }) => id).toSorted()).toEqual(idsOf(find(effects, 'checkouts-end')))
  expect(closed.every(({ state }) => state !== 'open' && state !== 'complete')).toBe(true)

  await endClosedWaitlists(world)
  const mails = await world.db
    .selectFrom('mail')
    .select('dedupe_key')
    .where('dedupe_key', 'like', 'waitlist-closed:%')
    .execute()
  expect(mails.map(({ dedupe_key }) => dedupe_key!.split(':')[1]!).toSorted()).toEqual(
    idsOf(find(effects, 'waitlist-ends')),
  )
  expect(await broken()).toEqual([])
})

test('fewer seats and an earlier end say what is left, and more seats go to the people who wait', async () => {
  const { cohortCode } = await givenState(createRandom(8))
  await world.db
    .updateTable('waitlist_entry')
    .set({ confirmed_at: new Date() })
    .where('cohort_code', '=', cohortCode)
    .execute()
  const { taken } = await world.db
    .selectFrom('cohort')
    .select('taken')
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirstOrThrow()
  const change = (fields: Parameters<typeof changeCohort>[2]['change']) =>
    readAndConfirm(cohortCode, (confirmation) =>
      changeCohort(world, ines, { cohortCode, change: fields, ...confirmation }),
    )
  expect(find(await change({ seats: taken }), 'fewer-seats')).toMatchObject({ count: 0 })
  const offered = find(await change({ seats: taken + 2 }), 'seats-offered')
  await giveOffers(world, cohortCode)
  const offers = await world.db.selectFrom('waitlist_offer').selectAll().where('cohort_code', '=', cohortCode).execute()
  expect(offers.map(({ entry_id }) => String(entry_id)).toSorted()).toEqual(idsOf(offered))
  expect(offers.length).toBeGreaterThan(0)

  const closesAt = new Date(Date.now() + 3_600_000)
  const closing = await change({ enrolClosesAt: closesAt.toISOString() })
  expect(find(closing, 'closes-earlier')).toBeDefined()
  expect(idsOf(find(closing, 'offers-shortened'))).toEqual(offers.map(({ id }) => id).toSorted())
  const ends = await world.db
    .selectFrom('waitlist_offer')
    .select('expires_at')
    .where('cohort_code', '=', cohortCode)
    .execute()
  for (const { expires_at } of ends) expect(expires_at).toEqual(closesAt)
  expect(await broken()).toEqual([])
})

test('a list that has changed meanwhile is refused with the new one, and a session that has begun stays', async () => {
  const { courseCode, cohortCode } = await givenState(createRandom(9))
  await world.db.deleteFrom('waitlist_entry').where('cohort_code', '=', cohortCode).execute()
  const [session] = (await readDraft(world, ines, courseCode)).cohorts[0]!.sessions
  const { sessionId } = session!
  const times = { sessionId, localStart: '2027-02-10T18:00', minutes: 90 }
  const listed = must(await moveSession(world, ines, { ...times, preview: true }))
  const { effectsHash } = listed
  const other = { ...times, localStart: '2027-02-10T19:00', effectsHash }
  expect(await moveSession(world, ines, other)).toMatchObject({ refusal: { code: 'EFFECTS_CHANGED' } })
  must(await giveSeat(world, cohortCode, { email: `${randomUUID()}@understudy.test`, name: 'Lea', timezoneId: 'UTC' }))
  const count = find(listed, 'learners-emailed')!.count + 1
  expect(await moveSession(world, ines, { ...times, effectsHash })).toMatchObject({
    refusal: {
      code: 'EFFECTS_CHANGED',
      data: { effects: expect.arrayContaining([expect.objectContaining({ code: 'learners-emailed', count })]) },
    },
  })
  const inMarch = { ...world, clock: () => new Date('2027-03-01T00:00:00Z') }
  expect(await moveSession(inMarch, ines, { ...times, preview: true })).toMatchObject({
    refusal: { code: 'SESSION_BEGUN' },
  })
  for (const localStart of ['2027-03-28T01:30', '2027-10-31T01:30'])
    expect(await moveSession(world, ines, { ...times, localStart, preview: true })).toMatchObject({
      refusal: { fields: { localStart: expect.stringContaining('clocks') } },
    })
})

test('who may not change dates is refused, and a foreign cohort or session is like a missing one', async () => {
  const { courseCode, cohortCode } = await givenState(createRandom(10))
  const [session] = (await readDraft(world, ines, courseCode)).cohorts[0]!.sessions
  const { sessionId } = session!
  const move = { sessionId, localStart: '2027-02-10T18:00', minutes: 90, preview: true }
  const assistant = await givenTeacher(world, courseCode, 'assistant')
  const coTeacher = await givenTeacher(world, courseCode, 'co_teacher')
  const other = await givenMaker(world, 'Otto Other')
  const refusals = async (person: ActingPerson) =>
    [
      await moveSession(world, person, move),
      await cancelSession(world, person, { sessionId, preview: true }),
      await changeCohort(world, person, { cohortCode, change: { seats: 19 }, preview: true }),
      await cancelTaughtCohort(world, person, { cohortCode, preview: true }),
    ].map((outcome) => (outcome.ok ? null : outcome.refusal.code))
  const MISSING = ['SESSION_NOT_FOUND', 'SESSION_NOT_FOUND', 'COHORT_NOT_FOUND', 'COHORT_NOT_FOUND']
  expect(await refusals(other)).toEqual(MISSING)
  expect(await refusals(assistant)).toEqual(Array.from({ length: 4 }, () => 'ROLE_NEEDED'))
  expect(await refusals(coTeacher)).toEqual([null, null, null, 'ROLE_NEEDED'])
  expect(await refusals(ines)).toEqual([null, null, null, null])
})
