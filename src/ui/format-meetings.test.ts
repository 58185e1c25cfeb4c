import { expect, test } from 'vitest'
import { formatMeetings } from './format-meetings.ts'

/** Tuesdays and Thursdays at 14:00 in London, whose clocks change on Sunday, 28 March 2027. */
const LONDON = ['2027-03-23T14:00Z', '2027-03-25T14:00Z', '2027-03-30T13:00Z', '2027-04-01T13:00Z']
const WEEK = ['2027-01-12T12:00Z', '2027-01-14T12:00Z']

const weekly = (starts: readonly string[], weeks: number) =>
  Array.from({ length: weeks }, (_, week) =>
    starts.map((at) => new Date(Date.parse(at) + week * 7 * 86_400_000).toISOString()),
  ).flat()
/** Saturdays 10:00 and Sundays 14:00 in London, two weeks before the change of the clocks and two from that day on. */
const WEEKENDS = [
  ...weekly(['2027-03-13T10:00Z', '2027-03-14T14:00Z'], 2),
  '2027-03-27T10:00Z',
  ...weekly(['2027-03-28T13:00Z', '2027-04-03T09:00Z'], 2),
]
const ONE_WEEKEND = ['2027-01-16T10:00Z', '2027-01-16T14:00Z', '2027-01-17T10:00Z', '2027-01-17T14:00Z']

test.each([
  { zone: 'UTC', at: ONE_WEEKEND.slice(0, 2), expected: 'Sat 10:00 & 14:00' },
  { zone: 'UTC', at: ONE_WEEKEND.slice(0, 3), expected: 'Sat 10:00 & 14:00, Sun 10:00' },
  { zone: 'UTC', at: ONE_WEEKEND, expected: 'Sat & Sun, 10:00 & 14:00' },
  {
    zone: 'America/Los_Angeles',
    at: ONE_WEEKEND.slice(0, 2),
    expected: 'Sat 02:00 at night & 06:00',
  },
  { zone: 'Pacific/Auckland', at: ONE_WEEKEND.slice(0, 2), expected: 'Sat 23:00 & Sun 03:00 at night' },
  { zone: 'UTC', at: weekly(ONE_WEEKEND, 3), expected: 'Sat & Sun, 10:00 & 14:00' },
  { zone: 'Europe/London', at: WEEKENDS, expected: 'Sat 10:00 & Sun 14:00' },
  {
    zone: 'Asia/Kolkata',
    at: WEEKENDS,
    expected: 'Sat 15:30 & Sun 19:30, from 28 March Sat 14:30 & Sun 18:30',
  },
  {
    zone: 'America/Los_Angeles',
    at: WEEKENDS,
    expected:
      'Sat 02:00 at night & Sun 07:00, from 20 March Sat 03:00 at night & Sun 07:00, from 28 March Sat 02:00 at night & Sun 06:00',
  },
  {
    zone: 'UTC',
    at: weekly(['2027-03-02T20:00Z', '2027-03-04T20:00Z', '2027-03-06T10:00Z'], 2),
    expected: 'Tue & Thu 20:00, Sat 10:00',
  },
  {
    zone: 'UTC',
    at: ['2027-03-06T10:00Z', ...weekly(['2027-03-09T20:00Z', '2027-03-13T10:00Z'], 2)],
    expected: 'Sat 10:00 & Tue 20:00',
  },
  {
    zone: 'UTC',
    at: ['2027-01-17T10:00Z', '2027-01-18T14:00Z'],
    expected: 'Sun 10:00 & Mon 14:00',
  },
  {
    zone: 'UTC',
    at: [1, 2, 3, 4, 5].map((day) => `2027-03-0${day}T${10 + day}:00Z`),
    expected: 'Mon 11:00, Tue 12:00, Wed 13:00, Thu 14:00 & Fri 15:00',
  },
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
  {
    zone: 'Pacific/Auckland',
    at: ['2027-03-01T10:00Z', '2027-03-08T11:00Z', '2027-03-15T12:00Z', '2027-03-22T13:00Z'],
    expected: 'Mon & Tue, at different hours, some at night',
  },
])('sessions in $zone: "$expected"', ({ zone, at, expected }) => {
  expect(formatMeetings(at, zone)).toBe(expected)
})
