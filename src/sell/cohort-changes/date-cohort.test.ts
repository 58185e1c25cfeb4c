/** A series for announced dates. docs/contract §37. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCourses } from '#catalogue/catalog/courses.ts'
import { addCohort } from '#catalogue/dates/add-cohort.ts'
import { viewOrder } from '#sell/checkout/place-order/view-order.ts'
import { givenPaidOrder } from '../../../tests/world/bought.ts'
import { givenDraft, givenMaker, givenTeacher, must, publishNow, readDraft } from '../../../tests/world/made-course.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { cancelTaughtCohort } from './cancel-taught-cohort.ts'
import { cancelSession } from './change-session.ts'
import { dateCohort } from './date-cohort.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const SERIES = {
  timezoneId: 'Europe/London',
  meetingUrl: 'https://meet.understudy.test/clay',
  proSessions: [],
  isMore: false,
  state: 'open' as const,
  sessions: [
    { localStart: '2099-03-12T18:00', minutes: 90 },
    { localStart: '2099-03-10T18:00', minutes: 90 },
  ],
}

async function givenAnnounced() {
  const ines = await givenMaker(world)
  const courseCode = await givenDraft(world, ines)
  await publishNow(world, ines, courseCode)
  const known = new Set((await readDraft(world, ines, courseCode)).cohorts.map(({ cohortCode }) => cohortCode))
  const cohort = { name: 'Spring', state: 'announced' as const, seats: 8, timezoneId: 'Europe/London' }
  const rest = { enrolClosesAt: null, copyOf: null, meetingUrl: null, sessions: [], proSessions: [] }
  must(await addCohort(world, ines, { courseCode, cohort: { ...cohort, ...rest } }))
  const { cohorts } = await readDraft(world, ines, courseCode)
  return { ines, courseCode, cohortCode: cohorts.find(({ cohortCode }) => !known.has(cohortCode))!.cohortCode }
}

test('announced dates keep their code and seats, and get their sessions in order, with the meeting link', async () => {
  const { ines, courseCode, cohortCode } = await givenAnnounced()
  const listed = must(await dateCohort(world, ines, { cohortCode, series: SERIES, preview: true }))
  must(await dateCohort(world, ines, { cohortCode, series: SERIES, effectsHash: listed.effectsHash }))
  const { cohorts } = await readDraft(world, ines, courseCode)
  expect(cohorts.find((one) => one.cohortCode === cohortCode)).toMatchObject({
    name: 'Spring',
    state: 'open',
    capacity: 8,
    sessions: [{ startsAt: '2099-03-10T18:00:00.000Z' }, { startsAt: '2099-03-12T18:00:00.000Z' }],
  })
  const meetings = await world.db
    .selectFrom('cohort_session')
    .select('id')
    .where('cohort_code', '=', cohortCode)
    .where('sealed_meeting_url', 'is not', null)
    .execute()
  expect(meetings).toHaveLength(2)
  expect(await dateCohort(world, ines, { cohortCode, series: SERIES })).toMatchObject({
    refusal: { fields: { sessions: 'These dates have sessions already. Move those instead' } },
  })
})

test('dates with a session get another one: the other stays, the lesson and the link follow, and a second try adds nothing', async () => {
  const ines = await givenMaker(world)
  const courseCode = await givenDraft(world, ines)
  const [cohort] = (await readDraft(world, ines, courseCode)).cohorts
  const { cohortCode, sessions: before } = cohort!
  const more = { ...SERIES, isMore: true, state: 'announced' as const, meetingUrl: null }
  const add = (localStart: string, meetingUrl: string | null = null) =>
    dateCohort(world, ines, { cohortCode, series: { ...more, meetingUrl, sessions: [{ localStart, minutes: 120 }] } })
  const readSessions = async () => (await readDraft(world, ines, courseCode)).cohorts[0]!.sessions
  must(await add('2099-04-11T10:00', SERIES.meetingUrl))
  expect(await readSessions()).toMatchObject([
    before[0]!,
    { title: 'Session 2', startsAt: '2099-04-11T09:00:00.000Z', endsAt: '2099-04-11T11:00:00.000Z', hasMeeting: true },
  ])
  expect(await add('2099-04-11T10:00')).toMatchObject({
    refusal: { fields: { 'sessions.0.localStart': 'These dates have a session at this time already' } },
  })
  // Before that one, with its link.
  must(await add('2099-01-05T10:00'))
  expect((await readSessions()).map(({ title, hasMeeting }) => [title, hasMeeting])).toEqual(
    expect.arrayContaining([
      ['Session 2', true],
      ['Session 3', true],
    ]),
  )
  const draft = await readDraft(world, ines, courseCode)
  expect(draft.cohorts[0]).toMatchObject({ state: cohort!.state, capacity: cohort!.capacity })
  const outline = draft.units.outline.body as { modules: { lessons: { kind: string }[] }[] }
  expect(outline.modules.flatMap(({ lessons }) => lessons).filter(({ kind }) => kind === 'live')).toHaveLength(3)
})

test('a session that was cancelled leaves its lesson to the next one, and learners hear of it', async () => {
  const ines = await givenMaker(world)
  const courseCode = await givenDraft(world, ines)
  await publishNow(world, ines, courseCode)
  const { cohortCode } = (await readDraft(world, ines, courseCode)).cohorts[0]!
  const read = async () => (await readDraft(world, ines, courseCode)).cohorts[0]!.sessions
  const add = async (localStart: string) => {
    const series = { ...SERIES, isMore: true, sessions: [{ localStart, minutes: 90 }] }
    const listed = must(await dateCohort(world, ines, { cohortCode, series, preview: true }))
    must(await dateCohort(world, ines, { cohortCode, series, effectsHash: listed.effectsHash }))
    return listed.effects.map(({ code }) => code)
  }
  await add('2099-03-12T18:00')
  const { orderId, checkoutToken } = await givenPaidOrder(world, { courseCode: cohortCode })
  const readCancelled = async () => must(await viewOrder(world, guest(checkoutToken), orderId)).cancelledSessions
  expect(await readCancelled()).toEqual([])
  const [, second] = await read()
  const cancelled = must(await cancelSession(world, ines, { sessionId: second!.sessionId, preview: true }))
  must(await cancelSession(world, ines, { sessionId: second!.sessionId, effectsHash: cancelled.effectsHash }))
  expect(await readCancelled()).toEqual([
    { title: 'Session 2', startsAt: second!.startsAt, timezoneId: 'Europe/London' },
  ])
  expect(await add('2099-03-19T18:00')).toContain('learners-emailed')
  expect(await readCancelled()).toEqual([])
  expect((await read()).map(({ lessonKey, startsAt }) => [lessonKey, startsAt.slice(0, 10)])).toEqual([
    ['live-session', '2027-02-13'],
    [second!.lessonKey, '2099-03-19'],
  ])
})

test('the page has the lengths of the sessions, and leaves out a lesson whose session was cancelled', async () => {
  const ines = await givenMaker(world)
  const courseCode = await givenDraft(world, ines)
  const { cohortCode } = (await readDraft(world, ines, courseCode)).cohorts[0]!
  const series = { ...SERIES, isMore: true, sessions: [{ localStart: '2099-03-12T18:00', minutes: 90 }] }
  must(await dateCohort(world, ines, { cohortCode, series }))
  await publishNow(world, ines, courseCode)
  const read = async () => {
    const course = (await loadCourses(world.db, [courseCode], world.clock())).get(courseCode)!
    const items = course.definition.curriculum.flatMap((group) => group.items)
    return items.map(({ title, minutes }) => [title, minutes])
  }
  expect(await read()).toEqual([
    ['Live session', 120],
    ['Session 2', 90],
  ])
  const [, second] = (await readDraft(world, ines, courseCode)).cohorts[0]!.sessions
  const listed = must(await cancelSession(world, ines, { sessionId: second!.sessionId, preview: true }))
  must(await cancelSession(world, ines, { sessionId: second!.sessionId, effectsHash: listed.effectsHash }))
  expect(await read()).toEqual([['Live session', 120]])
})

test('dates of a draft are deleted without a reason; the only ones keep price and seats for a first date', async () => {
  const ines = await givenMaker(world)
  const courseCode = await givenDraft(world, ines)
  const first = (await readDraft(world, ines, courseCode)).cohorts[0]!.cohortCode
  const cohort = { name: '', state: 'open' as const, seats: 8, timezoneId: 'Europe/London', enrolClosesAt: null }
  const { sessions } = SERIES
  must(
    await addCohort(world, ines, {
      courseCode,
      cohort: { ...cohort, copyOf: first, meetingUrl: null, sessions, proSessions: [] },
    }),
  )
  const remove = async (cohortCode: string) => {
    const listed = must(await cancelTaughtCohort(world, ines, { cohortCode, preview: true }))
    must(await cancelTaughtCohort(world, ines, { cohortCode, effectsHash: listed.effectsHash }))
    return (await readDraft(world, ines, courseCode)).cohorts
  }
  const [left, ...others] = await remove(first)
  expect(others).toEqual([])
  expect(left!.sessions).toHaveLength(2)
  const readEnd = () =>
    world.db
      .selectFrom('cohort')
      .select('enrol_closes_at')
      .where('cohort_code', '=', left!.cohortCode)
      .executeTakeFirstOrThrow()
  await world.db
    .updateTable('cohort')
    .set({ enrol_closes_at: new Date('2099-03-01T10:00:00Z') })
    .where('cohort_code', '=', left!.cohortCode)
    .execute()
  expect(await remove(left!.cohortCode)).toMatchObject([
    { cohortCode: left!.cohortCode, state: 'announced', capacity: 8, price: { amount: '45.00' }, sessions: [] },
  ])
  expect(await readEnd()).toEqual({ enrol_closes_at: null })
  // Once the course was published, a reason is needed again.
  const published = await givenDraft(world, ines, 'Ink the street')
  await publishNow(world, ines, published)
  const { cohortCode } = (await readDraft(world, ines, published)).cohorts[0]!
  const listed = must(await cancelTaughtCohort(world, ines, { cohortCode, preview: true }))
  expect(await cancelTaughtCohort(world, ines, { cohortCode, effectsHash: listed.effectsHash })).toMatchObject({
    refusal: { fields: { reason: 'Reason is required' } },
  })
})

test('dates without a number of seats are not opened by planning them: nobody has chosen that there is no limit', async () => {
  const ines = await givenMaker(world)
  const courseCode = await givenDraft(world, ines)
  const { cohort_code: cohortCode } = await world.db
    .selectFrom('cohort')
    .select('cohort_code')
    .where('course_code', '=', courseCode)
    .executeTakeFirstOrThrow()
  await world.db.deleteFrom('cohort_session').where('cohort_code', '=', cohortCode).execute()
  await world.db
    .updateTable('cohort')
    .set({ capacity: null, state: 'announced', starts_at: null, ends_at: null })
    .where('cohort_code', '=', cohortCode)
    .execute()
  expect(await dateCohort(world, ines, { cohortCode, series: SERIES, preview: true })).toMatchObject({
    refusal: { code: 'FIELD_INVALID', fields: { state: expect.stringContaining('choose their seats') } },
  })
  must(await dateCohort(world, ines, { cohortCode, series: { ...SERIES, state: 'announced' }, preview: true }))
})

test('a wrong time, a wrong link and a role that is too low are refused, and a foreign cohort is a missing one', async () => {
  const { ines, courseCode, cohortCode } = await givenAnnounced()
  const plan = (person: typeof ines, series: object = {}) =>
    dateCohort(world, person, { cohortCode, series: { ...SERIES, ...series } })
  const skipped = [{ localStart: '2099-03-29T01:30', minutes: 60 }]
  expect(await plan(ines, { sessions: skipped })).toMatchObject({ refusal: { code: 'FIELD_INVALID' } })
  expect(await plan(ines, { meetingUrl: 'no link' })).toMatchObject({ refusal: { code: 'MEETING_INVALID' } })
  const assistant = await givenTeacher(world, courseCode, 'assistant')
  expect(await plan(assistant)).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
  expect(await plan(await givenMaker(world))).toMatchObject({ refusal: { code: 'COHORT_NOT_FOUND' } })
})
