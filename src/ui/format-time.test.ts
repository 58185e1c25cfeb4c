import { describe, expect, test } from 'vitest'
import { formatTime } from './format-time.ts'

const start = '2027-01-12T12:00:00Z'

test.each([
  { form: 'long', zone: 'Asia/Manila', expected: 'Tue 12 January, 20:00' },
  { form: 'long', zone: 'Europe/London', expected: 'Tue 12 January, 12:00' },
  { form: 'short', zone: 'America/New_York', expected: 'Tue 12 Jan, 07:00' },
  { form: 'day-short', zone: 'Pacific/Auckland', expected: 'Wed 13 Jan' },
  { form: 'date-year', zone: 'UTC', expected: '12 January 2027' },
  { form: 'class-time', zone: 'Asia/Kolkata', expected: '17:30' },
  { form: 'class-time', zone: 'Pacific/Auckland', expected: '01:00 at night' },
] as const)('$form in $zone is "$told"', ({ form, zone, expected }) => {
  expect(formatTime(start, zone, form)).toBe(expected)
})

test('midnight is 00:00, not 24:00', () => {
  expect(formatTime('2027-01-12T00:00:00Z', 'UTC', 'time')).toBe('00:00')
})

describe('the first of two dates', () => {
  test('omits its month', () => {
    expect(formatTime(start, 'UTC', 'until', '2027-01-30T12:00:00Z')).toBe('12')
  })

  test('keeps its month if the second date is in another month in that zone', () => {
    const end = '2027-01-31T20:00:00Z'
    expect(formatTime(start, 'UTC', 'until', end)).toBe('12')
    expect(formatTime(start, 'Asia/Manila', 'until', end)).toBe('12 January')
  })
})
