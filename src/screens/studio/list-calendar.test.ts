/** The calendar of a teacher. docs/contract §37. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCohort } from '#catalogue/dates/add-cohort.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { givenDraft, givenMaker, givenTeacher, must } from '../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { listCalendar } from './list-calendar.ts'

let world: World
let ines: ActingPerson
beforeAll(async () => {
  world = await createWorld()
  ines = await givenMaker(world)
})
afterAll(() => world.close())

const WEEK = { from: '2027-02-08T00:00:00Z', until: '2027-02-15T00:00:00Z' }
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

test('a teacher sees the own sessions of a week, with overlaps, and nobody else’s', async () => {
  // One session on Saturday 13 February, 10:00 to 12:00.
  const [first, second] = [await givenDraft(world, ines), await givenDraft(world, ines, 'Bread at home')]
  const otto = await givenMaker(world, 'Otto Other')
  await givenDraft(world, otto, 'Other things')
  const cohort = { ...COHORT, sessions: [{ localStart: '2027-02-10T18:00', minutes: 60 }] }
  must(await addCohort(world, ines, { courseCode: first, cohort }))
  const { sessions, next } = must(await listCalendar(world, ines, WEEK))
  expect(
    sessions.map(({ startsAt, course, overlap, mayMove }) => [startsAt, course.coursePrefixCode, overlap, mayMove]),
  ).toEqual([
    ['2027-02-10T18:00:00.000Z', first, null, true],
    expect.arrayContaining(['2027-02-13T10:00:00.000Z', true]),
    expect.arrayContaining(['2027-02-13T10:00:00.000Z', true]),
  ])
  const overlaps = sessions.slice(1).map(({ course, overlap }) => [course.coursePrefixCode, overlap])
  expect(overlaps.toSorted()).toEqual(
    [
      [first, '“Live session” of Bread at home'],
      [second, '“Live session” of Sketch the street'],
    ].toSorted(),
  )
  expect(next).toBeNull()
  const before = { from: '2027-02-01T00:00:00Z', until: WEEK.from }
  expect(must(await listCalendar(world, ines, before))).toEqual({ sessions: [], next: '2027-02-10T18:00:00.000Z' })
  expect(must(await listCalendar(world, otto, WEEK)).sessions.map(({ course }) => course.title)).toEqual([
    'Other things',
  ])
})

test('an assistant sees the sessions and may not move them, and a span has an end', async () => {
  const courseCode = await givenDraft(world, ines, 'Clay')
  const assistant = await givenTeacher(world, courseCode, 'assistant')
  const { sessions } = must(await listCalendar(world, assistant, WEEK))
  expect(sessions).toMatchObject([{ course: { coursePrefixCode: courseCode }, mayMove: false, hasMeeting: false }])
  expect(await listCalendar(world, ines, { from: WEEK.from, until: '2027-06-01T00:00:00Z' })).toMatchObject({
    refusal: { code: 'FIELD_INVALID' },
  })
})
