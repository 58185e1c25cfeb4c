import { expect, test } from 'vitest'
import { HOLD_LIMIT_MINUTES, HOLD_MINUTES } from './seat-hold.ts'
import { FEW_SEATS, getSeatsLeft, getShownSeats, MAX_SHOWN_SEATS } from './seats.ts'

test.each([
  { capacity: 24, taken: 0, left: 24, shown: null, why: 'many are left: the number is not shown' },
  { capacity: 24, taken: 13, left: 11, shown: null, why: 'eleven are still many' },
  { capacity: 24, taken: 14, left: 10, shown: 10, why: 'ten are shown' },
  { capacity: 24, taken: 24, left: 0, shown: 0, why: 'zero is shown' },
  { capacity: 24, taken: 25, left: 0, shown: 0, why: 'never below zero' },
  { capacity: null, taken: 900, left: null, shown: null, why: 'no limit' },
])('seats left (docs/contract §4): $why', ({ capacity, taken, left, shown }) => {
  expect(getSeatsLeft({ capacity, taken, waitingParty: null })).toBe(left)
  expect(getShownSeats(left)).toBe(shown)
})

test('a hold lasts 15 minutes, 30 at most; few means 5, shown means 10 (docs/contract §4, price rule 7)', () => {
  expect({ HOLD_MINUTES, HOLD_LIMIT_MINUTES, FEW_SEATS, SHOWN_SEATS: MAX_SHOWN_SEATS }).toEqual({
    HOLD_MINUTES: 15,
    HOLD_LIMIT_MINUTES: 30,
    FEW_SEATS: 5,
    SHOWN_SEATS: 10,
  })
})
