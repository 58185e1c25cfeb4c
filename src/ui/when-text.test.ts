import { describe, expect, test } from 'vitest'
import { whenText } from './when-text.ts'

const start = '2027-01-12T12:00:00Z'

test.each([
  { form: 'long', zone: 'Asia/Manila', told: 'Tue 12 January, 20:00' },
  { form: 'long', zone: 'Europe/London', told: 'Tue 12 January, 12:00' },
  { form: 'short', zone: 'America/New_York', told: 'Tue 12 Jan, 07:00' },
  { form: 'day-short', zone: 'Pacific/Auckland', told: 'Wed 13 Jan' },
  { form: 'date-year', zone: 'UTC', told: '12 January 2027' },
  { form: 'weekday-time', zone: 'Asia/Kolkata', told: 'Tue 17:30' },
] as const)('$form in $zone is "$told"', ({ form, zone, told }) => {
  expect(whenText(start, zone, form)).toBe(told)
})

test.each([
  { zone: 'Asia/Manila', told: 'Tue & Thu, 20:00' },
  { zone: 'Pacific/Auckland', told: 'Wed & Fri, 01:00' },
])('the days of a week are those of the zone: $told in $zone', ({ zone, told }) => {
  expect(whenText(start, zone, 'weekdays-time', '2027-01-14T12:00:00Z')).toBe(told)
})

test('three days have one “and”', () => {
  const others = '2027-01-14T12:00:00Z 2027-01-15T12:00:00Z'
  expect(whenText(start, 'UTC', 'weekdays-time', others)).toBe('Tue, Thu & Fri, 12:00')
})

test('midnight is 00:00, not 24:00', () => {
  expect(whenText('2027-01-12T00:00:00Z', 'UTC', 'time')).toBe('00:00')
})

describe('the first of two dates', () => {
  test('leaves its month to the second', () => {
    expect(whenText(start, 'UTC', 'until', '2027-01-30T12:00:00Z')).toBe('12')
  })

  test('keeps it where the months differ in the zone asked for', () => {
    const end = '2027-01-31T20:00:00Z'
    expect(whenText(start, 'UTC', 'until', end)).toBe('12')
    expect(whenText(start, 'Asia/Manila', 'until', end)).toBe('12 January')
  })
})
