import { describe, expect, test } from 'vitest'
import type { CourseDates, DatedCohort, Series } from '#catalogue/dates/wire.ts'
import {
  countWeeksApart,
  createSeriesForm,
  getSeriesFaults,
  listProSessions,
  listSessions,
  proposeProSessions,
  toSeriesInput,
} from './series-form.ts'

const session = (startsAt: string, isCancelled = false) => ({
  sessionId: startsAt,
  lessonKey: startsAt,
  title: 'Evening',
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + 90 * 60_000).toISOString(),
  timezoneId: 'Asia/Manila',
  isCancelled,
  isPro: false,
  hasMeeting: true,
})
const COHORT: DatedCohort = {
  cohortCode: 'NG-2027-01',
  name: 'Midday',
  state: 'open',
  capacity: 24,
  taken: 3,
  waiting: 0,
  timezoneId: 'Asia/Manila',
  enrolClosesAt: null,
  price: { amount: '399.00', currency: 'USD' },
  // A Tuesday and a Thursday at 18:00 in Manila.
  sessions: [session('2027-01-12T10:00:00Z'), session('2027-01-13T10:00:00Z', true), session('2027-01-14T10:00:00Z')],
}
const DATES: CourseDates = { cohorts: [COHORT], lessons: [{ title: 'One', minutes: 75 }], proLessons: [] }

describe('weeks apart', () => {
  test.each([
    [['2027-01-12'], 1],
    [['2027-01-12', '2027-01-14'], 1],
    [['2027-01-12', '2027-01-19'], 1],
    [['2027-01-12', '2027-01-26', '2027-02-09'], 2],
    [['2027-01-12', '2027-01-14', '2027-01-26', '2027-01-28'], 2],
    [['2027-01-12', '2027-01-26', '2027-02-23'], 2],
    [['2027-01-12', '2027-01-19', '2027-02-02'], 1],
    [['2027-01-04', '2027-02-07', '2027-03-01'], 4],
    [['2027-01-12', '2027-12-14'], 1],
  ])('%j are %d', (days, weeks) => {
    expect(countWeeksApart(days)).toBe(weeks)
  })
})

const planned = (localStart: string, fault: 'skipped' | null = null) => ({
  day: localStart.slice(0, 10),
  isSkipped: false,
  title: 'Evening',
  localStart,
  startsAt: null,
  endsAt: null,
  fault,
  nearest: [],
  overlap: null,
})
const PLAN: Series = {
  sessions: [
    planned('2027-03-09T18:00'),
    { ...planned('2027-03-11T18:00'), isSkipped: true },
    planned('2027-03-16T18:00', 'skipped'),
  ],
  cohortCode: 'NG-2027-03',
  newLessons: [],
}

describe('the form of a series', () => {
  test('takes days, hour, length, number and seats of the dates that are taught again', () => {
    expect(createSeriesForm(DATES, COHORT)).toMatchObject({
      weekdays: [2, 4],
      start: '18:00',
      minutes: '90',
      zone: 'Asia/Manila',
      count: '2',
      seats: '24',
      firstDay: '',
    })
    expect(createSeriesForm(DATES, null)).toMatchObject({ weekdays: [], minutes: '75', count: '1', seats: '' })
  })

  test('is planned once it is whole, on the weekday of its first day if none is chosen', () => {
    const form = createSeriesForm(DATES, null)
    expect(toSeriesInput(form)).toBeNull()
    const whole = { ...form, firstDay: '2027-03-09', start: '18:00' }
    expect(toSeriesInput(whole)).toMatchObject({ weekdays: [2], count: 1, everyWeeks: 1 })
    for (const count of ['0', '201', 'six', '1.5']) expect(toSeriesInput({ ...whole, count })).toBeNull()
  })

  test('is not sent while a session has a time that cannot be, or seats are missing', () => {
    const form = { ...createSeriesForm(DATES, COHORT), firstDay: '2027-03-09' }
    expect(getSeriesFaults(form, PLAN, {})).toEqual({ plan: expect.stringContaining('can’t be') })
    const moved = { '2027-03-16T18:00': '2027-03-16T19:00' }
    expect(getSeriesFaults(form, PLAN, moved)).toEqual({})
    expect(listSessions(PLAN, moved, 90)).toEqual([
      { localStart: '2027-03-09T18:00', minutes: 90 },
      { localStart: '2027-03-16T19:00', minutes: 90 },
    ])
    expect(getSeriesFaults({ ...form, seats: '' }, PLAN, moved)).toEqual({ seats: expect.any(String) })
    expect(getSeriesFaults({ ...form, isAnnounced: true, firstDay: '' }, null, {})).toEqual({})
  })
})

describe('pro sessions', () => {
  const proLessons = [
    { lessonKey: 'guest', title: 'A guest', minutes: 60 },
    { lessonKey: 'later', title: 'Another guest', minutes: 45 },
  ]
  // The third day after the first session, at 20:00 in Manila, for 90 minutes.
  const guest = { ...session('2027-01-15T12:00:00Z'), lessonKey: 'guest', isPro: true }
  const copied = { ...COHORT, sessions: [...COHORT.sessions, guest] }

  test('follow the first session by as many days as before, and one without a date has to be chosen or left out', () => {
    const proposed = proposeProSessions({ proLessons }, copied, '2027-03-09')
    expect(proposed).toEqual([
      { lessonKey: 'guest', title: 'A guest', minutes: 90, day: '2027-03-12', start: '20:00' },
      { lessonKey: 'later', title: 'Another guest', minutes: 45, day: '', start: '' },
    ])
    expect(Object.keys(listProSessions(proposed, {}).faults)).toEqual(['pro-later'])
    expect(listProSessions(proposed, { guest: { start: '21:00' }, later: { isLeftOut: true } })).toEqual({
      proSessions: [{ lessonKey: 'guest', localStart: '2027-03-12T21:00', minutes: 90 }],
      faults: {},
    })
  })
})
