/** A series of sessions from its rule to a cohort that sells. docs/contract §37. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCohortForCode } from '#catalogue/catalog/cohort-on-sale.ts'
import { saveUnit } from '#catalogue/drafts/save-unit.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import { givenDraft, givenMaker, givenTeacher, must, publishNow, readDraft } from '../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { addCohort } from './add-cohort.ts'
import { listCourseDates } from './list-course-dates.ts'
import { planSeries } from './plan-series.ts'

let world: World
let ines: ActingPerson
beforeAll(async () => {
  world = await createWorld()
  ines = await givenMaker(world)
})
afterAll(() => world.close())

const RULE = {
  firstDay: '2027-03-09',
  weekdays: [2, 4],
  everyWeeks: 1,
  start: '18:00',
  minutes: 90,
  timezoneId: 'Europe/London',
  skippedDays: ['2027-03-25'],
  count: 6,
}
const COHORT = {
  name: 'Evenings',
  state: 'open',
  seats: 8,
  timezoneId: 'Europe/London',
  enrolClosesAt: null,
  copyOf: null,
  meetingUrl: null,
  proSessions: [],
} as const

async function givenPublished() {
  const courseCode = await givenDraft(world, ines)
  await publishNow(world, ines, courseCode)
  const { cohortCode } = (await readDraft(world, ines, courseCode)).cohorts[0]!
  return { courseCode, cohortCode }
}

const toSessions = ({ sessions }: { sessions: { localStart: string; isSkipped: boolean }[] }) =>
  sessions.filter(({ isSkipped }) => !isSkipped).map(({ localStart }) => ({ localStart, minutes: 90 }))

test('a series becomes a cohort with the prices and the meeting link of the copied one, and a stranger can buy it', async () => {
  const { courseCode, cohortCode } = await givenPublished()
  await world.db
    .updateTable('cohort_session')
    .set({ sealed_meeting_url: world.secrets.seal('https://meet.test/room') })
    .where('cohort_code', '=', cohortCode)
    .execute()
  const plan = must(await planSeries(world, ines, { courseCode, ...RULE }))
  expect(plan).toMatchObject({
    cohortCode: `${courseCode}-2027-03`,
    newLessons: ['Session 2', 'Session 3', 'Session 4', 'Session 5', 'Session 6'],
  })
  expect(plan.sessions.map(({ day, title }) => [day, title])).toEqual([
    ['2027-03-09', 'Live session'],
    ['2027-03-11', 'Session 2'],
    ['2027-03-16', 'Session 3'],
    ['2027-03-18', 'Session 4'],
    ['2027-03-23', 'Session 5'],
    ['2027-03-25', null],
    ['2027-03-30', 'Session 6'],
  ])
  const cohort = { ...COHORT, copyOf: cohortCode, sessions: toSessions(plan) }
  expect(must(await addCohort(world, ines, { courseCode, cohort })).effects).toEqual([])
  const { cohorts, lessons } = must(await listCourseDates(world, ines, courseCode))
  expect(lessons).toHaveLength(6)
  const [added] = cohorts
  expect(added).toMatchObject({
    cohortCode: `${courseCode}-2027-03`,
    name: 'Evenings',
    state: 'open',
    capacity: 8,
    taken: 0,
    price: { amount: '45.00', currency: 'USD' },
  })
  expect(added!.sessions).toHaveLength(6)
  expect(added!.sessions.every(({ hasMeeting }) => hasMeeting)).toBe(true)
  // The clocks change on 28 March: the class keeps its hour.
  expect(added!.sessions.at(-1)!.startsAt).toBe('2027-03-30T17:00:00.000Z')
  const code = added!.cohortCode
  expect(await getCohortForCode(world.db, code, new Date())).toMatchObject({
    startsAt: new Date('2027-03-09T18:00:00Z'),
  })
  expect(await createQuote(world, { cohortCode: code, seats: 1, ip: randomUUID() } as never)).toMatchObject({
    ok: true,
  })

  const again = must(await planSeries(world, ines, { courseCode, ...RULE, count: 1 }))
  expect(again.cohortCode).toBe(`${courseCode}-2027-03B`)
  expect(again.sessions[0]).toMatchObject({ overlap: '“Live session” of Sketch the street' })
})

test('live lessons that a series adds are in the draft, and publishing makes them public', async () => {
  const { courseCode } = await givenPublished()
  const plan = must(await planSeries(world, ines, { courseCode, ...RULE, count: 3 }))
  must(await addCohort(world, ines, { courseCode, cohort: { ...COHORT, sessions: toSessions(plan) } }))
  const draft = await readDraft(world, ines, courseCode)
  expect(draft.changedUnits).toEqual(expect.arrayContaining(['outline']))
  expect(draft.lessons.map(({ key }) => key)).toEqual(['live-session', 'session-2', 'session-3'])
  await publishNow(world, ines, courseCode)
  const rows = await world.db
    .selectFrom('lesson')
    .select(['key', 'state'])
    .where('course_code', '=', courseCode)
    .orderBy('key')
    .execute()
  expect(rows).toEqual([
    { key: 'live-session', state: 'published' },
    { key: 'session-2', state: 'published' },
    { key: 'session-3', state: 'published' },
  ])
})

test('pro sessions are saved beside the series, as buyers are promised them', async () => {
  const { courseCode, cohortCode } = await givenPublished()
  const { body, version } = (await readDraft(world, ines, courseCode)).units.outline as {
    body: { modules: { lessons: object[] }[] }
    version: number
  }
  const guest = { ...body.modules[0]!.lessons[0]!, key: 'guest', title: 'A guest' }
  must(
    await saveUnit(world, ines, {
      courseCode,
      unit: 'outline',
      version,
      body: { ...body, proSessions: [guest] } as never,
    }),
  )
  await publishNow(world, ines, courseCode)
  const before = must(await listCourseDates(world, ines, courseCode))
  expect(before.proLessons).toMatchObject([{ lessonKey: 'guest', title: 'A guest' }])
  const plan = must(await planSeries(world, ines, { courseCode, ...RULE, count: 2 }))
  const add = (localStart: string) =>
    addCohort(world, ines, {
      courseCode,
      cohort: {
        ...COHORT,
        copyOf: cohortCode,
        sessions: toSessions(plan),
        proSessions: [{ lessonKey: 'guest', localStart, minutes: 60 }],
      },
    })
  // London has no 01:30 on that day.
  expect(await add('2027-03-28T01:30')).toMatchObject({
    refusal: { code: 'FIELD_INVALID', fields: { 'proSessions.0.localStart': expect.any(String) } },
  })
  must(await add('2027-03-12T20:00'))
  const [added] = must(await listCourseDates(world, ines, courseCode)).cohorts
  expect(added!.sessions.map(({ startsAt, isPro, lessonKey }) => [startsAt, isPro, lessonKey])).toEqual([
    ['2027-03-09T18:00:00.000Z', false, 'live-session'],
    ['2027-03-11T18:00:00.000Z', false, 'session-2'],
    ['2027-03-12T20:00:00.000Z', true, 'guest'],
  ])
})

test('times that the clocks skip or repeat have the nearest possible ones, and past ones say so', async () => {
  const { courseCode } = await givenPublished()
  const rule = { ...RULE, firstDay: '2027-03-28', weekdays: [7], start: '01:30', count: 1, skippedDays: [] }
  const plan = must(await planSeries(world, ines, { courseCode, ...rule }))
  expect(plan.sessions[0]).toMatchObject({
    fault: 'skipped',
    startsAt: null,
    nearest: ['2027-03-28T00:30', '2027-03-28T02:00'],
  })
  const cohort = { ...COHORT, sessions: [{ localStart: '2027-03-28T01:30', minutes: 90 }] }
  expect(await addCohort(world, ines, { courseCode, cohort })).toMatchObject({
    refusal: { fields: { 'sessions.0.localStart': expect.stringContaining('clocks') } },
  })
  const past = must(await planSeries(world, ines, { courseCode, ...rule, firstDay: '2020-01-05', start: '10:00' }))
  expect(past.sessions[0]).toMatchObject({ fault: 'past' })
  expect(await planSeries(world, ines, { courseCode, ...rule, firstDay: '2027-02-30' })).toMatchObject({
    refusal: { fields: { firstDay: 'This day does not exist' } },
  })
})

test('announced dates have no session, and people who asked for news are the effect of dates that open', async () => {
  const { courseCode } = await givenPublished()
  const announced = { ...COHORT, state: 'announced' as const, seats: null, sessions: [] }
  expect(must(await addCohort(world, ines, { courseCode, cohort: announced })).effects).toEqual([])
  const [first] = must(await listCourseDates(world, ines, courseCode)).cohorts
  expect(first).toMatchObject({ cohortCode: `${courseCode}-2`, state: 'announced', sessions: [] })
  const interest = { kind: 'reminder' as const, course_code: courseCode, email: `${randomUUID()}@understudy.test` }
  await world.db
    .insertInto('interest')
    .values({ ...interest, confirmed_at: new Date() })
    .execute()
  const plan = must(await planSeries(world, ines, { courseCode, ...RULE, count: 1 }))
  const cohort = { ...COHORT, sessions: toSessions(plan) }
  const refusal = await addCohort(world, ines, { courseCode, cohort })
  expect(refusal).toMatchObject({
    refusal: { code: 'EFFECTS_CHANGED', data: { effects: [{ code: 'news-sent', count: 1 }] } },
  })
  expect(must(await listCourseDates(world, ines, courseCode)).cohorts).toHaveLength(2)
  const { effectsHash } = must(await addCohort(world, ines, { courseCode, cohort, preview: true }))
  must(await addCohort(world, ines, { courseCode, cohort, effectsHash }))
  expect(must(await listCourseDates(world, ines, courseCode)).cohorts).toHaveLength(3)
})

test('an assistant reads dates and adds none, and a foreign course is like a missing one', async () => {
  const { courseCode, cohortCode } = await givenPublished()
  const other = await givenPublished()
  const assistant = await givenTeacher(world, courseCode, 'assistant')
  const stranger = await givenMaker(world, 'Otto Other')
  const cohort = { ...COHORT, sessions: [] }
  const call = async (person: ActingPerson) => [
    await listCourseDates(world, person, courseCode),
    await planSeries(world, person, { courseCode, ...RULE }),
    await addCohort(world, person, { courseCode, cohort, preview: true }),
  ]
  for (const outcome of await call(stranger)) expect(outcome).toMatchObject({ refusal: { code: 'COURSE_NOT_FOUND' } })
  const [listed, ...rest] = await call(assistant)
  expect(listed).toMatchObject({ ok: true })
  for (const outcome of rest) expect(outcome).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
  expect(
    await addCohort(world, ines, { courseCode: other.courseCode, cohort: { ...cohort, copyOf: cohortCode } }),
  ).toMatchObject({ refusal: { code: 'COHORT_NOT_FOUND' } })
})
