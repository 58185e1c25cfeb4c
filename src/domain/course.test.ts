import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cohort, getCohortStatus, getCourseState, getNextCohort } from './course.ts'

const now = new Date('2026-11-20T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

const cohortWith = (courseCode: string, startsInDays: number | null, more: Partial<Cohort> = {}): Cohort => ({
  cohortCode: courseCode,
  state: 'open',
  capacity: 24,
  waitingParty: null,
  taken: 0,
  startsAt: startsInDays === null ? null : inDays(startsInDays),
  endsAt: startsInDays === null ? null : inDays(startsInDays + 14),
  enrolClosesAt: null,
  ...more,
})
const full = { taken: 24 }
const announced = { state: 'announced' } as const

describe('the status of a cohort (docs/contract §4)', () => {
  test.each([
    { cohort: cohortWith('A', 30), status: 'open', why: 'all seats free' },
    { cohort: cohortWith('A', 30, { taken: 18 }), status: 'open', why: 'six left' },
    { cohort: cohortWith('A', 30, { taken: 19 }), status: 'few-seats', why: 'five left' },
    { cohort: cohortWith('A', 30, full), status: 'full', why: 'no seat left' },
    { cohort: cohortWith('A', 30, { capacity: null, taken: 900 }), status: 'open', why: 'no limit' },
    { cohort: cohortWith('A', 30, announced), status: 'coming-soon', why: 'announced with a date' },
    { cohort: cohortWith('A', null, announced), status: 'coming-soon', why: 'no date yet' },
    { cohort: cohortWith('A', 0), status: 'in-progress', why: 'it starts this moment' },
    {
      cohort: cohortWith('A', -1, announced),
      status: 'in-progress',
      why: 'it has started, although it was never opened',
    },
    { cohort: cohortWith('A', -1, { enrolClosesAt: inDays(1) }), status: 'open', why: 'late enrolment is allowed' },
    { cohort: cohortWith('A', 2, { enrolClosesAt: now }), status: 'in-progress', why: 'enrolment closes this moment' },
    { cohort: cohortWith('A', -14), status: 'ended', why: 'its last session ends this moment' },
    { cohort: cohortWith('A', 30, { state: 'cancelled' }), status: 'ended', why: 'cancelled' },
  ])('$status: $why', ({ cohort, status }) => {
    expect(getCohortStatus(cohort, now)).toBe(status)
  })
})

describe('the next cohort of a course (docs/contract §4, next-course-date)', () => {
  test.each([
    {
      why: 'the earliest open one, whatever the order',
      cohorts: [cohortWith('C', 60), cohortWith('B', 30), cohortWith('A', 90)],
      code: 'B',
    },
    {
      why: 'one with a seat before an earlier full one',
      cohorts: [cohortWith('A', 10, full), cohortWith('B', 30)],
      code: 'B',
    },
    { why: 'few seats are seats', cohorts: [cohortWith('A', 10, { taken: 23 }), cohortWith('B', 30)], code: 'A' },
    {
      why: 'else the earliest full one',
      cohorts: [cohortWith('A', 5, announced), cohortWith('B', 30, full), cohortWith('C', 20, full)],
      code: 'C',
    },
    {
      why: 'else the earliest announced',
      cohorts: [cohortWith('A', null, announced), cohortWith('B', 30, announced)],
      code: 'B',
    },
    { why: 'an undated one, of an on-demand course', cohorts: [cohortWith('A', null)], code: 'A' },
    {
      why: 'else none',
      cohorts: [cohortWith('A', -1), cohortWith('B', -30), cohortWith('C', 30, { state: 'cancelled' })],
      code: undefined,
    },
    { why: 'no cohorts', cohorts: [], code: undefined },
  ])('$why', ({ cohorts, code }) => {
    expect(getNextCohort(cohorts, now)?.cohortCode).toBe(code)
  })

  test('does not depend on the order of the cohorts, and does not change it', () => {
    const cohort = fc.record({
      courseCode: fc.string({ unit: fc.constantFrom('A', 'B', '1', '-'), minLength: 1, maxLength: 4 }),
      startsInDays: fc.option(fc.integer({ min: -30, max: 30 })),
      state: fc.constantFrom('announced', 'open', 'cancelled'),
      taken: fc.constantFrom(0, 20, 24),
    })
    const cohorts = fc
      .uniqueArray(cohort, { selector: (each) => each.courseCode, maxLength: 6 })
      .map((all) => all.map(({ courseCode, startsInDays, ...more }) => cohortWith(courseCode, startsInDays, more)))
    fc.assert(
      fc.property(cohorts, (all) => {
        const before = [...all]
        const chosen = getNextCohort(all, now)
        expect(getNextCohort(all.toReversed(), now)).toBe(chosen)
        expect(all).toEqual(before)
        const earlier = all.filter((each) => chosen?.startsAt && each.startsAt && each.startsAt < chosen.startsAt)
        for (const each of earlier) expect(getCohortStatus(each, now)).not.toBe(getCohortStatus(chosen!, now))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the state of a course and its call to action (docs/contract §4)', () => {
  test.each([
    { cohorts: [cohortWith('A', 30)], delivery: 'live', code: 'open', callToAction: 'enrol' },
    { cohorts: [cohortWith('A', 30, { taken: 20 })], delivery: 'live', code: 'few-seats', callToAction: 'enrol' },
    { cohorts: [cohortWith('A', 30, full)], delivery: 'live', code: 'full', callToAction: 'join-waitlist' },
    { cohorts: [cohortWith('A', 30, announced)], delivery: 'live', code: 'coming-soon', callToAction: 'notify-me' },
    { cohorts: [cohortWith('A', -1), cohortWith('B', 30)], delivery: 'live', code: 'open', callToAction: 'enrol' },
    { cohorts: [cohortWith('A', -1)], delivery: 'live', code: 'in-progress', callToAction: 'remind-me' },
    { cohorts: [cohortWith('A', -30)], delivery: 'live', code: 'ended', callToAction: 'remind-me' },
    { cohorts: [], delivery: 'live', code: 'ended', callToAction: 'remind-me' },
    { cohorts: [cohortWith('A', null)], delivery: 'on-demand', code: 'on-demand', callToAction: 'enrol' },
    {
      cohorts: [cohortWith('A', null, announced)],
      delivery: 'on-demand',
      code: 'coming-soon',
      callToAction: 'notify-me',
    },
  ] as const)('$code, $delivery: $callToAction', ({ cohorts, delivery, code, callToAction }) => {
    expect(getCourseState(cohorts, delivery, now)).toEqual({ code, callToAction })
  })

  test.each([
    { cohorts: [cohortWith('A', 30, { state: 'cancelled' })], why: 'its dates were cancelled', isCancelled: true },
    {
      cohorts: [cohortWith('A', -30), cohortWith('B', 30, { state: 'cancelled' })],
      why: 'the next were',
      isCancelled: true,
    },
    {
      cohorts: [cohortWith('A', -30, { state: 'cancelled' })],
      why: 'they would be over anyway',
      isCancelled: undefined,
    },
  ])('ended, because $why', ({ cohorts, isCancelled }) => {
    expect(getCourseState(cohorts, 'live', now)).toMatchObject({ code: 'ended' })
    expect(getCourseState(cohorts, 'live', now).isCancelled).toBe(isCancelled)
  })
})
