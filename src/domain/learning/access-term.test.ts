import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countComputedOrders } from '../../../tests/support/laws.ts'
import { toZoneTime } from '../schedule.ts'
import { extendAccessEnd, formatAccessTerm, getAccessEnd } from './access-term.ts'

const term = {
  accessDays: 365,
  activatedAt: new Date('2027-01-02T10:00:00Z'),
  cohortEndsAt: new Date('2027-03-01T13:00:00Z'),
  timezoneId: 'Europe/Berlin',
}

test.each([
  [365, 'live', 'Access for a year after the last session'],
  [90, 'on-demand', 'Access for 90 days'],
  [1, 'on-demand', 'Access for 1 day'],
  [null, 'live', 'Access without an end'],
])('%s days of access to a course (%s) are “%s”', (accessDays, deliveryType, text) => {
  expect(formatAccessTerm({ accessDays, deliveryType })).toBe(text)
})

test('access ends the course’s days after the end of the cohort, on demand after the activation', () => {
  expect(getAccessEnd(term)).toEqual(new Date('2028-02-29T13:00:00Z'))
  expect(getAccessEnd({ ...term, cohortEndsAt: null })).toEqual(new Date('2028-01-02T10:00:00Z'))
  expect(getAccessEnd({ ...term, accessDays: null })).toBeNull()
})

test('an enrolment in an ended cohort has its full term from the activation', () => {
  expect(getAccessEnd({ ...term, accessDays: 2, activatedAt: new Date('2027-06-01T08:00:00Z') })).toEqual(
    new Date('2027-06-03T08:00:00Z'),
  )
})

test('access ends at the same local time on the other side of a clock change', () => {
  const end = getAccessEnd({ ...term, accessDays: 30 })
  expect(end && toZoneTime(end, 'Europe/Berlin')).toMatchObject({ localDate: '2027-03-31', localTime: '14:00' })
})

test.each([0, -1, 1.5, Number.NaN])('%s days are refused', (accessDays) => {
  expect(() => getAccessEnd({ ...term, accessDays })).toThrow(RangeError)
})

test('law: a later change never shortens access', () => {
  const ends = fc.option(fc.date({ noInvalidDate: true }))
  const value = (end: Date | null) => end?.getTime() ?? Number.POSITIVE_INFINITY
  fc.assert(
    fc.property(ends, ends, (current, proposed) => {
      expect(value(extendAccessEnd(current, proposed))).toBe(Math.max(value(current), value(proposed)))
    }),
    countComputedOrders(1000),
  )
})
