import { expect, test } from 'vitest'
import { formatMeetings } from './format-meetings.ts'

/** Tuesdays and Thursdays at 14:00 in London, whose clocks change on Sunday, 28 March 2027. */
const LONDON = ['2027-03-23T14:00Z', '2027-03-25T14:00Z', '2027-03-30T13:00Z', '2027-04-01T13:00Z']
const WEEK = ['2027-01-12T12:00Z', '2027-01-14T12:00Z']

test.each([
  { zone: 'Asia/Manila', at: WEEK, expected: 'Tue & Thu, 20:00' },
  { zone: 'Pacific/Auckland', at: WEEK, expected: 'Wed & Fri, 01:00 at night' },
  { zone: 'UTC', at: [...WEEK, '2027-01-15T12:00Z'], expected: 'Tue, Thu & Fri, 12:00' },
  { zone: 'Asia/Kolkata', at: ['2027-01-12T12:00Z'], expected: 'Tue 17:30' },
  { zone: 'Europe/London', at: LONDON, expected: 'Tue & Thu, 14:00' },
  { zone: 'Asia/Kolkata', at: LONDON, expected: 'Tue & Thu, 19:30, from 30 March 18:30' },
  { zone: 'Asia/Tokyo', at: LONDON, expected: 'Tue & Thu, 23:00, from 30 March 22:00' },
  {
    zone: 'Asia/Magadan',
    at: LONDON,
    expected: 'Wed & Fri, 01:00 at night, from 31 March 00:00 at night',
  },
  {
    zone: 'Asia/Vladivostok',
    at: LONDON,
    expected: 'Wed & Fri, 00:00 at night, from 30 March, Tue & Thu, 23:00',
  },
  {
    zone: 'America/New_York',
    at: ['2027-03-09T18:00Z', '2027-03-16T18:00Z', '2027-03-23T18:00Z', '2027-03-30T17:00Z'],
    expected: 'Tue, 13:00, from 16 March 14:00, from 30 March 13:00',
  },
  { zone: 'UTC', at: ['2027-03-27T14:00Z', '2027-03-28T13:00Z'], expected: 'Sat 14:00 & Sun 13:00' },
  {
    zone: 'UTC',
    at: ['2027-03-02T20:00Z', '2027-03-06T10:00Z', '2027-03-09T20:00Z', '2027-03-13T10:00Z'],
    expected: 'Tue 20:00 & Sat 10:00',
  },
  {
    zone: 'UTC',
    at: ['2027-03-01T10:00Z', '2027-03-08T11:00Z', '2027-03-15T12:00Z', '2027-03-22T13:00Z'],
    expected: 'Mon, at different hours',
  },
])('sessions in $zone: "$expected"', ({ zone, at, expected }) => {
  expect(formatMeetings(at, zone)).toBe(expected)
})
