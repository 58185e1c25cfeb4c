/** The private calendar feed, over HTTP and read by a calendar program. docs/contract §28. */
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mountCalendar } from '#app/hosts/calendar.ts'
import { endCalendarFeed, putCalendarFeed, readCalendarFeed } from '#learn/live/wire/calendar-feed.ts'
import { readCalendar } from '../../../tests/support/calendar-file.ts'
import { createIntlClock, listChanges, ZONES } from '../../../tests/support/intl-zones.ts'
import { givenPaidOrder } from '../../../tests/world/bought.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { createLearner, type Learner } from '../../../tests/world/learner.ts'
import { givenSession } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'

const DAY_MS = 86_400_000

let setup: Identity
let app: FastifyInstance
beforeAll(async () => {
  setup = await createIdentityWorld()
  app = Fastify()
  mountCalendar(app, setup.world)
})
beforeEach(() => setup.world.db.deleteFrom('rate_limit').execute())
afterAll(async () => {
  await app.close()
  await setup.close()
})

async function putFeed({ client }: Learner, renew = false): Promise<string> {
  const response = await client.call(putCalendarFeed, { auth: 'learner', body: { renew } })
  if (response.error !== null) throw new Error(response.error)
  return new URL(response.data.data.url).pathname
}

const readFeed = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

const listEvents = async (url: string) => readCalendar((await readFeed(url)).body).events

async function givenClass(startsAt = new Date(Date.now() + 10 * DAY_MS)) {
  const cohortCode = await givenCourse(setup.world)
  return { cohortCode, ...(await givenSession(setup.world, cohortCode, { startsAt })) }
}

test('a person’s feed has the sessions of every own course, and none of another course', async () => {
  const [first, second, other] = [await givenClass(), await givenClass(), await givenClass()]
  const learner = await createLearner(setup, first.cohortCode, second.cohortCode)
  const stranger = await createLearner(setup, other.cohortCode)
  const ids = async (person: Learner) => (await listEvents(await putFeed(person))).map(({ id }) => id).toSorted()
  expect(await ids(learner)).toEqual([first.sessionId, second.sessionId].toSorted())
  expect(await ids(stranger)).toEqual([other.sessionId])
})

test('over the changes of the clocks in three zones, each event keeps its local hour and its instant', async () => {
  const cohortCode = await givenCourse(setup.world)
  // The days around each change of the clocks in 2027, 19:00 in the zone of the class.
  const WEEKS = [
    ['Europe/Berlin', '2027-03-27T18:00Z', '2027-03-28T17:00Z', '2027-10-30T17:00Z', '2027-10-31T18:00Z'],
    ['America/New_York', '2027-03-14T00:00Z', '2027-03-14T23:00Z', '2027-11-06T23:00Z', '2027-11-08T00:00Z'],
    ['Australia/Lord_Howe', '2027-04-03T08:00Z', '2027-04-04T08:30Z', '2027-10-02T08:30Z', '2027-10-03T08:00Z'],
  ] as const
  const expected: [string, string][] = []
  for (const [timezoneId, ...starts] of WEEKS)
    for (const start of starts) {
      const { sessionId } = await givenSession(setup.world, cohortCode, { startsAt: new Date(start), timezoneId })
      expected.push([sessionId, new Date(start).toISOString()])
    }
  const learner = await createLearner(setup, cohortCode)
  const events = await listEvents(await putFeed(learner))
  expect(events.map(({ id, start }) => [id, start]).toSorted()).toEqual(expected.toSorted())
  expect(new Set(events.map(({ localTime }) => localTime.slice(11)))).toEqual(new Set(['19:00:00']))
  for (const { start, end } of events) expect(Date.parse(end) - Date.parse(start)).toBe(90 * 60_000)
})

test('in one feed with a class in each zone that the runtime knows, every event has the time that `Intl` shows', async () => {
  const from = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const until = from + 2 * 366 * DAY_MS
  // Two feeds, because a feed has at most 2,000 sessions.
  for (const zones of [ZONES.slice(0, ZONES.length / 2), ZONES.slice(ZONES.length / 2)]) {
    const clocks = new Map(zones.map((zone) => [zone, createIntlClock(zone)]))
    const sessions = zones.flatMap((zone) =>
      [from, ...listChanges(clocks.get(zone)!, from, until).flatMap((at) => [at - 60_000, at])].map((at) => ({
        zone,
        at,
      })),
    )
    const cohortCode = await givenCourse(setup.world)
    await addSessions(cohortCode, sessions)
    const events = await listEvents(await putFeed(await createLearner(setup, cohortCode)))
    expect(events).toHaveLength(sessions.length)
    const found = new Map(events.map((event) => [event.summary.split(' (')[0]!, event]))
    for (const { zone, at } of sessions) {
      const { start, end, zone: written, localTime } = found.get(`${zone} ${at}`)!
      expect([zone, start, end]).toEqual([zone, new Date(at).toISOString(), new Date(at + 90 * 60_000).toISOString()])
      if (written !== 'Z') expect([written, localTime]).toEqual([zone, clocks.get(zone)!(at)])
    }
  }
})

async function addSessions(cohortCode: string, sessions: readonly { zone: string; at: number }[]): Promise<void> {
  const { db } = setup.world
  const { course_code } = await db
    .selectFrom('cohort')
    .select('course_code')
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirstOrThrow()
  const titles = sessions.map(({ zone, at }) => `${zone} ${at}`)
  const lessons = await db
    .insertInto('lesson')
    .values(
      titles.map((title, position) => ({
        course_code,
        key: `lesson-${position}`,
        kind: 'live',
        state: 'withdrawn',
        title,
        summary: '',
        minutes: 90,
        is_required: false,
        content: '{}',
      })),
    )
    .returning(['id', 'title'])
    .execute()
  const lessonIds = new Map(lessons.map(({ id, title }) => [title, id]))
  const rows = sessions.map(({ zone, at }, position) => ({
    cohort_code: cohortCode,
    position,
    lesson_id: lessonIds.get(titles[position]!)!,
    title: titles[position]!,
    local_start: new Date(at).toISOString().slice(0, 16),
    timezone_id: zone,
    starts_at: new Date(at),
    ends_at: new Date(at + 90 * 60_000),
  }))
  await db.insertInto('cohort_session').values(rows).execute()
}

test('an event keeps its id when its session moves and is cancelled, and its number grows', async () => {
  const { cohortCode, sessionId } = await givenClass()
  const learner = await createLearner(setup, cohortCode)
  const url = await putFeed(learner)
  const change = (fields: object) =>
    setup.world.db.updateTable('cohort_session').set(fields).where('id', '=', sessionId).execute()
  const read = async () => {
    const [event] = await listEvents(url)
    return [event!.id, event!.sequence, event!.status]
  }
  expect(await read()).toEqual([sessionId, 0, 'CONFIRMED'])
  const moved = new Date(Date.now() + 20 * DAY_MS)
  await change({ starts_at: moved, ends_at: new Date(moved.getTime() + 3_600_000), sequence: 1 })
  expect(await read()).toEqual([sessionId, 1, 'CONFIRMED'])
  await change({ cancelled_at: new Date(), sequence: 2 })
  expect(await read()).toEqual([sessionId, 3, 'CANCELLED'])
})

test.each([
  ['ended', { state: 'cancelled', cancelled_at: new Date(), cancel_reason: 'refund' }],
  ['frozen', { frozen_at: new Date() }],
  ['past its access', { access_ends_at: new Date(Date.now() - 1000) }],
] as const)('the sessions of a seat that is %s leave the feed', async (_what, change) => {
  const { cohortCode } = await givenClass()
  const learner = await createLearner(setup, cohortCode)
  const url = await putFeed(learner)
  expect(await listEvents(url)).toHaveLength(1)
  await setup.world.db.updateTable('enrolment').set(change).where('person_id', '=', learner.personId).execute()
  expect(await listEvents(url)).toEqual([])
})

test('the day on which a balance is due is in the buyer’s feed, in the buyer’s zone, until a dispute or the payment', async () => {
  const courseCode = await givenCourse(setup.world, { depositMinor: 1000 })
  const learner = await createLearner(setup)
  const { orderId } = await givenPaidOrder(setup.world, { courseCode, email: learner.email, paymentType: 'deposit' })
  const due = new Date('2030-06-01T22:30:00Z')
  await setup.world.db.updateTable('orders').set({ balance_due_at: due }).where('id', '=', orderId).execute()
  const setZone = (timezone_id: string) =>
    setup.world.db.updateTable('person').set({ timezone_id }).where('id', '=', learner.personId).execute()
  const url = await putFeed(learner)
  const listBalances = async () => (await listEvents(url)).filter(({ isDate }) => isDate)
  await setZone('Asia/Manila')
  const [inManila] = await listBalances()
  expect([inManila!.id, inManila!.localTime, inManila!.summary]).toEqual([
    `balance-${orderId}`,
    '2030-06-02',
    expect.stringMatching(/^Balance due: \$[\d.]+ \(/),
  ])
  await setZone('America/Lima')
  expect((await listBalances())[0]!.localTime).toBe('2030-06-01')
  const freeze = (frozen_at: Date | null) =>
    setup.world.db.updateTable('enrolment').set({ frozen_at }).where('order_id', '=', orderId).execute()
  await freeze(new Date())
  expect(await listBalances()).toEqual([])
  await freeze(null)
  await setup.world.db.updateTable('orders').set({ balance_paid_at: new Date() }).where('id', '=', orderId).execute()
  expect(await listBalances()).toEqual([])
})

test('a repeat gives the same address; a renewal ends the old one, an end every one', async () => {
  const { cohortCode } = await givenClass()
  const learner = await createLearner(setup, cohortCode)
  const stored = async () => {
    const response = await learner.client.call(readCalendarFeed, { auth: 'learner' })
    return response.error === null && response.data.data.url && new URL(response.data.data.url).pathname
  }
  expect(await stored()).toBe(null)
  const [first, again] = await Promise.all([putFeed(learner), putFeed(learner)])
  expect([again, await stored()]).toEqual([first, first])
  const renewed = await putFeed(learner, true)
  expect(renewed).not.toBe(first)
  expect([(await readFeed(first)).statusCode, (await readFeed(renewed)).statusCode]).toEqual([404, 200])
  await learner.client.call(endCalendarFeed, { auth: 'learner' })
  expect([(await readFeed(renewed)).statusCode, await stored()]).toEqual([404, null])
})

test('no guess, foreign id or changed secret opens a feed, and each is the same 404', async () => {
  const learner = await createLearner(setup)
  const url = await putFeed(learner)
  const [, id, mac] = /feed\/(.+)\.(.+)\.ics$/.exec(url)!
  const other = crypto.randomUUID()
  for (const wrong of [
    `${id}.ics`,
    `${id}..ics`,
    `${other}.${mac}.ics`,
    `${id}.${mac!.slice(0, -2)}xx.ics`,
    'x',
    '.ics',
  ]) {
    const { statusCode, body, headers } = await readFeed(`/calendar/feed/${wrong}`)
    expect([wrong, statusCode, JSON.parse(body).errorCode, headers['cache-control']]).toEqual([
      wrong,
      404,
      'NOT_FOUND',
      'no-store',
    ])
  }
})

test('no shared cache stores a feed, an unchanged one is a 304, and a change is not', async () => {
  const { cohortCode, sessionId } = await givenClass()
  const url = await putFeed(await createLearner(setup, cohortCode))
  const first = await readFeed(url)
  expect([first.headers['cache-control'], first.headers['cdn-cache-control']]).toEqual([
    'private, no-cache',
    'no-store',
  ])
  const conditional = () => readFeed(url, { 'if-none-match': String(first.headers.etag) })
  expect([(await conditional()).statusCode, (await conditional()).body]).toEqual([304, ''])
  await setup.world.db.updateTable('cohort_session').set({ title: 'New' }).where('id', '=', sessionId).execute()
  expect((await conditional()).statusCode).toBe(200)
})

test('more than 120 requests an hour for one feed are refused, and another feed is not', async () => {
  const [url, other] = [await putFeed(await createLearner(setup)), await putFeed(await createLearner(setup))]
  const statuses = new Set<number>()
  for (let count = 0; count < 120; count++) statuses.add((await readFeed(url)).statusCode)
  expect([...statuses]).toEqual([200])
  const refused = await readFeed(url)
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await readFeed(other)).statusCode).toBe(200)
})
