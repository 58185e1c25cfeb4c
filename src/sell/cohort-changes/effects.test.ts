/** The effects that are listed are what happens, person by person and cent by cent. docs/contract §37. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveUnit } from '#catalogue/drafts/save-unit.ts'
import { fromDecimal } from '#domain/money/money.ts'
import type { Outcome } from '#domain/outcome.ts'
import type { Effect, Effects } from '#http/effects/change-with-effects.ts'
import { extendAccessOfCourse } from '#learn/enrolments/access-end.ts'
import { followImport, handleCourseChange } from '#learn/lessons/check-completions.ts'
import { completeLessons } from '#learn/lessons/complete-course.ts'
import { getAccess } from '#learn/lessons/course-facts.ts'
import { asLearner } from '#learn/lessons/is-teacher.ts'
import { decideReleases } from '#learn/lessons/lesson-access.ts'
import { loadCourseFacts } from '#learn/lessons/load-course-facts.ts'
import { announceChanges } from '#learn/live/announce-changes.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleJob } from '#platform/jobs/define-job.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { orderCancelledJob, orderRefundedJob } from '#sell/checkout/queue.ts'
import { endCohortOrders } from '#sell/payments/cancel-cohort.ts'
import { getPolicyRefund } from '#sell/refunds/policy-refund.ts'
import { enqueueCancellationEmail, enqueueRefundEmail } from '#sell/refunds/refund-emails.ts'
import { refundOrder } from '#sell/refunds/refund-order.ts'
import { syncDisputes } from '#sell/refunds/sync-disputes.ts'
import { syncPaymentRefunds } from '#sell/refunds/sync-refunds.ts'
import { endClosedWaitlists } from '#sell/waitlist/end-closed-waitlists.ts'
import { giveOffers } from '#sell/waitlist/give-offers.ts'
import { sandboxDashboard } from '../../../tests/providers/dashboards.ts'
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
  await world.jobs.work([
    handleJob(orderRefundedJob, ({ requestId }) => enqueueRefundEmail(world, requestId)),
    handleJob(orderCancelledJob, (cancelled) => enqueueCancellationEmail(world, cancelled)),
  ])
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
  if (random.chance(0.5)) await refund(orders[0]!, false, random.pick([1, 9]))
  if (random.chance(0.5)) await dispute(orders[1]!)
  if (random.chance(0.3)) await refundAtDashboard(orders[2]!)
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

/**
 * Of the seats of an order that have not ended, by what the refund window gives. 0 where nothing can be refunded.
 * @param most seats that are refunded
 */
async function refund(orderId: string, preview: boolean, most = 9, deps: World = world): Promise<number> {
  const lines = await world.db
    .selectFrom('order_line as line')
    .select('id')
    .where('order_id', '=', orderId)
    .where(sql<boolean>`exists (select from enrolment e where e.order_id = line.order_id
      and e.seat = line.position + 1 and e.state <> 'cancelled')`)
    .orderBy('position')
    .limit(most)
    .execute()
  if (lines.length === 0) return 0
  const input = { lines: lines.map(({ id: lineId }) => ({ lineId })), reason: 'Asked for it', preview }
  const refunded = await refundOrder(deps, ines.personId, orderId, input)
  return refunded.ok ? fromDecimal(refunded.value.amount.amount, 'USD').minor : 0
}

async function readPayment(orderId: string) {
  const { id, provider_intent_id } = await world.db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { id, intentId: provider_intent_id! }
}

async function dispute(orderId: string) {
  const { id, intentId } = await readPayment(orderId)
  await sandboxDashboard(world).dispute(intentId, 'open')
  await syncDisputes(world, id)
}

/** Nobody has said yet which seats this refund is for. */
async function refundAtDashboard(orderId: string) {
  const { id, intentId } = await readPayment(orderId)
  await sandboxDashboard(world).refund(intentId, 500)
  await syncPaymentRefunds(world, id)
}

/** What the test compares, as it is stored. In one order: the database may choose another plan between two reads. */
async function readRows(cohortCode: string) {
  const sessions = await world.db
    .selectFrom('cohort_session')
    .selectAll()
    .where('cohort_code', '=', cohortCode)
    .orderBy('id')
    .execute()
  const cohort = await world.db.selectFrom('cohort').selectAll().where('cohort_code', '=', cohortCode).execute()
  const seats = await world.db
    .selectFrom('enrolment')
    .selectAll()
    .where('cohort_code', '=', cohortCode)
    .orderBy('id')
    .execute()
  const orders = await world.db
    .selectFrom('orders')
    .selectAll()
    .where('cohort_code', '=', cohortCode)
    .orderBy('id')
    .execute()
  const waiting = await world.db
    .selectFrom('waitlist_entry')
    .selectAll()
    .where('cohort_code', '=', cohortCode)
    .orderBy('id')
    .execute()
  const changes = await world.db
    .selectFrom('schedule_change')
    .selectAll()
    .where('cohort_code', '=', cohortCode)
    .orderBy('id')
    .execute()
  return { sessions, cohort, seats, orders, waiting, changes }
}

async function listMailed(prefix: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select p.id from mail m join person p on p.email = m.to_address
    where m.dedupe_key like ${`${prefix}:%`} order by p.id`.execute(world.db)
  return rows.map(({ id }) => id)
}

const later = (minutes: number, { clock }: World = world) => ({
  ...world,
  clock: () => new Date(clock().getTime() + minutes * 60_000),
})
const find = ({ effects }: Effects, code: string) => effects.find((effect) => effect.code === code)
const idsOf = (effect: Effect | undefined) => [...(effect?.ids ?? [])].toSorted()
const broken = async () => (await audit(world)).filter(({ violations }) => violations.length > 0).map(({ id }) => id)
type Confirmation = { preview?: true; effectsHash?: string }
type Change = (confirmation: Confirmation) => Promise<Outcome<Effects>>

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

const CHANGES = ['move', 'shorten', 'cancel', 'all'] as const
const CASES = CHANGES.flatMap((change, at) => [
  { change, seed: 10 + at, at: null },
  // Half of the money would go back, if the dates stayed.
  { change, seed: 20 + at, at: '2027-02-06T12:00:00Z' },
])

test.each(CASES)('$change does to people what was listed (seed $seed)', async ({ change: kind, seed, at }) => {
  const deps = { ...world, clock: () => (at ? new Date(at) : new Date()) }
  const { courseCode, cohortCode, orders } = await givenState(createRandom(seed))
  const { sessions } = (await readDraft(world, ines, courseCode)).cohorts[0]!
  const { sessionId } = sessions[1]!
  const move = (localStart: string, minutes: number): Change => {
    return (confirmation) => moveSession(deps, ines, { sessionId, localStart, minutes, ...confirmation })
  }
  const change: Change = {
    move: move('2027-02-12T19:30', 90),
    shorten: move('2027-02-11T18:00', 60),
    cancel: (confirmation: Confirmation) => cancelSession(deps, ines, { sessionId, ...confirmation }),
    all: (confirmation: Confirmation) =>
      changeCohort(deps, ines, { cohortCode, change: { dates: toDates([20, 22, 25], 17) }, ...confirmation }),
  }[kind]
  await world.db.deleteFrom('mail').execute()
  const before = await readRows(cohortCode)
  const readRefunds = () =>
    Promise.all(
      orders.map(async (orderId) => ({
        orderId,
        minor: await refund(orderId, true, 9, deps),
        until: (await getPolicyRefund(world.db, orderId, deps.clock()))?.until.getTime(),
      })),
    )
  const given = await readRefunds()
  const effects = await readAndConfirm(cohortCode, change)
  const after = await readRefunds()

  await announceChanges(later(11, deps))
  const mailed = await listMailed('schedule.changed')
  expect(mailed.length).toBeGreaterThan(0)
  expect(mailed).toEqual(idsOf(find(effects, 'learners-emailed')))
  const listed = effects.effects.filter(({ code }) => code === 'refunds-possible')
  const changed = after.filter(({ minor, until }, at) => minor > 0 && until !== given[at]!.until)
  expect(listed.flatMap(({ ids }) => [...ids!]).toSorted()).toEqual(changed.map(({ orderId }) => orderId).toSorted())
  for (const { ids, amount } of listed)
    expect(amount!.minor).toBe(
      after.filter(({ orderId }) => ids!.includes(orderId)).reduce((sum, { minor }) => sum + minor, 0),
    )
  for (const [at, { orderId, minor }] of after.entries())
    if (!changed.some((one) => one.orderId === orderId)) expect(minor).toBe(given[at]!.minor)

  await extendAccessOfCourse(world, courseCode)
  const rows = await readRows(cohortCode)
  const extended = rows.seats.filter(({ id, access_ends_at }) => {
    const old = before.seats.find((seat) => seat.id === id)!
    return old.access_ends_at?.getTime() !== access_ends_at?.getTime()
  })
  expect(extended.map(({ id }) => id).toSorted()).toEqual(idsOf(find(effects, 'access-extended')))
  const open = rows.orders.filter(({ state }) => state === 'open').map(({ id }) => id)
  expect(open.toSorted()).toEqual(idsOf(find(effects, 'checkouts-go-on')))
  const waiting = rows.waiting.filter(({ confirmed_at, left_at }) => confirmed_at && !left_at)
  expect(waiting.map(({ id }) => String(id)).toSorted()).toEqual(idsOf(find(effects, 'waitlist-stays')))
  expect(rows.orders.map(({ state }) => state)).toEqual(before.orders.map(({ state }) => state))
  expect(await broken()).toEqual([])
})

test.each([5, 6, 7, 8])(
  'cancelled dates end the seats, orders and waitlist that were listed (seed %i)',
  async (seed) => {
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

    const { rows } = await sql<{ id: string; minor: number; is_disputed: boolean }>`
    select p.order_id as id, sum(r.amount_minor)::bigint as minor,
      bool_or(exists (select from dispute d where d.payment_id = p.id and d.state = 'open')) as is_disputed
    from refund r join payment p on p.id = r.payment_id join orders o on o.id = p.order_id
    join refund_request q on q.id = r.request_id
    where o.cohort_code = ${cohortCode} and q.cause = 'cohort-cancelled' group by 1 order by 1`.execute(world.db)
    for (const [code, isDisputed] of [['refunded', false] as const, ['disputed', true] as const]) {
      const own = rows.filter(({ is_disputed }) => is_disputed === isDisputed)
      expect(idsOf(find(effects, code))).toEqual(own.map(({ id }) => id))
      expect(find(effects, code)?.amount?.minor ?? 0).toBe(own.reduce((sum, { minor }) => sum + minor, 0))
    }
    await world.runJobs()
    const { rows: written } = await sql<{ id: string }>`select distinct coalesce(q.order_id::text,
      substring(m.dedupe_key from '^cohort-cancelled:(.*)$')) as id
    from mail m left join refund_request q on m.dedupe_key like 'refund:' || q.id || '%' and q.cause = 'cohort-cancelled'
    where q.id is not null or m.dedupe_key like 'cohort-cancelled:%' order by 1`.execute(world.db)
    expect(written.map(({ id }) => id)).toEqual(idsOf(find(effects, 'buyers-emailed')))
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
  },
)

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
  const imported = new Date(Date.now() + 1_800_000)
  await world.db
    .updateTable('cohort')
    .set({ enrol_closes_at: imported })
    .where('cohort_code', '=', cohortCode)
    .execute()
  await transact(world.db, (tx) => followImport(world, tx, [cohortCode]))
  const left = await world.db.selectFrom('waitlist_offer').selectAll().where('cohort_code', '=', cohortCode).execute()
  for (const { expires_at } of left) expect(expires_at).toEqual(imported)
  expect(await broken()).toEqual([])
})

test('what a cancelled session completes, and what another zone opens at another time, is listed', async () => {
  const { courseCode, cohortCode, orders } = await givenState(createRandom(11))
  const { sessions } = (await readDraft(world, ines, courseCode)).cohorts[0]!
  const { person_id: personId } = await world.db
    .selectFrom('enrolment')
    .select('person_id')
    .where('order_id', '=', orders[2]!)
    .where('person_id', 'is not', null)
    .executeTakeFirstOrThrow()
  const lessons = await world.db.selectFrom('lesson').selectAll().where('course_code', '=', courseCode).execute()
  const lessonOf = (key: string) => lessons.find((lesson) => lesson.key === key)!.id
  const attended = [KEYS[0]!, KEYS[2]!].map((key) => ({ lessonId: lessonOf(key), completedBy: 'attended' as const }))
  await transact(world.db, (tx) => completeLessons(world, tx, { personId: personId!, courseCode }, attended))
  const readCompleted = async () =>
    (
      await world.db.selectFrom('course_completion').select('person_id').where('course_code', '=', courseCode).execute()
    ).map(({ person_id }) => person_id)
  expect(await readCompleted()).toEqual([])
  const cancelled = await readAndConfirm(cohortCode, (confirmation) =>
    cancelSession(world, ines, { sessionId: sessions[1]!.sessionId, ...confirmation }),
  )
  await handleCourseChange(world, courseCode)
  expect(idsOf(find(cancelled, 'courses-complete'))).toEqual(await readCompleted())
  expect(await readCompleted()).toEqual([personId])

  await world.db
    .updateTable('lesson')
    .set({ release_rule: 'on-date', release_at: '2027-02-10T09:00' })
    .where('id', '=', lessonOf('session-2'))
    .execute()
  const dates = { timezoneId: 'Europe/Paris', sessions: toDates([9, 11, 16]).sessions.filter((_, at) => at !== 1) }
  const inParis = dates.sessions.map((session) => ({
    ...session,
    localStart: session.localStart.replace('18:', '19:'),
  }))
  await world.db.deleteFrom('mail').execute()
  const zone = await readAndConfirm(cohortCode, (confirmation) =>
    changeCohort(world, ines, { cohortCode, change: { dates: { ...dates, sessions: inParis } }, ...confirmation }),
  )
  expect(idsOf(find(zone, 'lessons-move'))).toEqual([lessonOf('session-2')])
  const facts = (await loadCourseFacts(world.db, asLearner(personId!), courseCode))!
  const release = decideReleases(facts, getAccess(facts, new Date()), new Date()).get(lessonOf('session-2'))
  expect(release).toMatchObject({ opensAt: new Date('2027-02-10T08:00:00Z') })
})

test('a withdrawn course lists fewer seats and an earlier end, and an earlier start ends enrolment earlier', async () => {
  const { courseCode, cohortCode } = await givenState(createRandom(12))
  await world.db.updateTable('quote').set({ expires_at: sql`now() + interval '1 hour'` }).execute()
  const listCodes = async (fields: Parameters<typeof changeCohort>[2]['change']) =>
    must(await changeCohort(world, ines, { cohortCode, change: fields, preview: true })).effects.map(({ code }) => code)
  await world.db.updateTable('course').set({ withdrawn_at: new Date() }).where('course_code', '=', courseCode).execute()
  expect(await listCodes({ seats: 19 })).toContain('fewer-seats')
  const enrolClosesAt = new Date(Date.now() + 3_600_000).toISOString()
  expect(await listCodes({ enrolClosesAt })).toContain('closes-earlier')
  await world.db.updateTable('course').set({ withdrawn_at: null }).where('course_code', '=', courseCode).execute()
  // An earlier start closes enrolment earlier, too.
  expect(await listCodes({ dates: toDates([2, 11, 16]) })).toContain('closes-earlier')
  expect(await listCodes({ dates: toDates([12, 13, 16]) })).not.toContain('closes-earlier')
})

test('people in the checkout ask nobody to read a list again, and the same time writes nothing', async () => {
  const { courseCode, cohortCode } = await givenState(createRandom(13))
  const [session] = (await readDraft(world, ines, courseCode)).cohorts[0]!.sessions
  // Whoever waits comes before other buyers.
  await world.db.deleteFrom('waitlist_entry').where('cohort_code', '=', cohortCode).execute()
  const move = { sessionId: session!.sessionId, localStart: '2027-02-09T19:00', minutes: 90 }
  const { effectsHash } = must(await moveSession(world, ines, { ...move, preview: true }))
  await givenOrder(world, { courseCode: cohortCode })
  const made = must(await moveSession(world, ines, { ...move, effectsHash }))
  expect(find(made, 'checkouts-go-on')).toBeDefined()
  const readEvents = () => world.db.selectFrom('audit_event').selectAll().execute()
  const events = await readEvents()
  expect(must(await moveSession(world, ines, move)).effects).toEqual([])
  expect(await readEvents()).toEqual(events)
  // A list that was read and is empty by now is another list.
  expect(await moveSession(world, ines, { ...move, effectsHash })).toMatchObject({
    refusal: { code: 'EFFECTS_CHANGED', data: { effects: [] } },
  })
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
