/** A series for announced dates. docs/contract §37. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCohort } from '#catalogue/dates/add-cohort.ts'
import { givenDraft, givenMaker, givenTeacher, must, publishNow, readDraft } from '../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
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
