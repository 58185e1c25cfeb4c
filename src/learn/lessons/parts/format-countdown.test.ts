import { expect, test } from 'vitest'
import { formatCountdown } from './format-countdown.ts'

const now = new Date('2027-01-12T12:00:00Z')

test.each([
  ['2027-03-05T12:00:00Z', '52 days'],
  ['2027-01-14T12:00:00Z', '2 days'],
  ['2027-01-14T11:59:59Z', '47:59:59'],
  ['2027-01-12T15:12:09Z', '03:12:09'],
  ['2027-01-12T12:08:12Z', '08:12'],
  ['2027-01-12T12:00:00Z', 'Now'],
  ['2027-01-12T11:30:00Z', 'Now'],
])('the countdown to %s reads %s', (startsAt, text) => {
  expect(formatCountdown(startsAt, now)).toBe(text)
})
