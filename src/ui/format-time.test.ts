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
  { form: 'class-start', zone: 'Pacific/Auckland', expected: 'Wed 13 January, 01:00 at night' },
] as const)('$form in $zone is "$told"', ({ form, zone, expected }) => {
  expect(formatTime(start, zone, form)).toBe(expected)
})

test('midnight is 00:00, not 24:00', () => {
  expect(formatTime('2027-01-12T00:00:00Z', 'UTC', 'time')).toBe('00:00')
})

describe('dates from one to another', () => {
  test.each([
    { form: 'date-range', zone: 'UTC', end: '2027-01-30T12:00:00Z', expected: '12 to 30 January' },
    { form: 'date-pair', zone: 'UTC', end: '2027-01-30T12:00:00Z', expected: '12 and 30 January' },
    { form: 'date-range', zone: 'UTC', end: '2027-01-31T20:00:00Z', expected: '12 to 31 January' },
    { form: 'date-range', zone: 'Asia/Manila', end: '2027-01-31T20:00:00Z', expected: '12 January to 1 February' },
    { form: 'date-range', zone: 'UTC', end: '2027-01-12T20:00:00Z', expected: 'Tue 12 January' },
    { form: 'date-pair', zone: 'UTC', end: '2027-01-12T20:00:00Z', expected: '12 January' },
    { form: 'date-range', zone: 'Asia/Tokyo', end: '2027-01-12T16:00:00Z', expected: 'Tue 12 January' },
    { form: 'date-range', zone: 'America/New_York', end: '2027-01-13T03:00:00Z', expected: 'Tue 12 January' },
    { form: 'date-range', zone: 'UTC', end: '2027-01-13T03:00:00Z', expected: '12 to 13 January' },
  ] as const)('$form until $end in $zone is "$expected"', ({ form, zone, end, expected }) => {
    expect(formatTime(start, zone, form, end)).toBe(expected)
  })
})

describe('the hours of a session', () => {
  test.each([
    { form: 'long', zone: 'UTC', expected: 'Tue 12 January, 12:00–\u206013:30' },
    { form: 'short', zone: 'Asia/Manila', expected: 'Tue 12 Jan, 20:00–\u206021:30' },
    { form: 'time', zone: 'Pacific/Auckland', expected: '01:00–\u206002:30 at night' },
    { form: 'long', zone: 'Pacific/Auckland', expected: 'Wed 13 January, 01:00–\u206002:30 at night' },
    { form: 'time', zone: 'Asia/Vladivostok', expected: '22:00–\u206023:30' },
    { form: 'time', zone: 'Asia/Magadan', expected: '23:00–\u206000:30' },
  ] as const)('$form in $zone are "$expected"', ({ form, zone, expected }) => {
    expect(formatTime(start, zone, form, '2027-01-12T13:30:00Z')).toBe(expected)
  })
})
