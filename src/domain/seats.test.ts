import { expect, test } from 'vitest'
import { FEW_SEATS, HOLD_LIMIT_MINUTES, HOLD_MINUTES, SHOWN_SEATS, seatsLeft, seatsShown } from './seats.ts'

test.each([
  { capacity: 24, taken: 0, left: 24, shown: null, why: 'many are left: the number is not told' },
  { capacity: 24, taken: 13, left: 11, shown: null, why: 'eleven are still many' },
  { capacity: 24, taken: 14, left: 10, shown: 10, why: 'ten are told' },
  { capacity: 24, taken: 24, left: 0, shown: 0, why: 'none is told too' },
  { capacity: 24, taken: 25, left: 0, shown: 0, why: 'never below zero' },
  { capacity: null, taken: 900, left: null, shown: null, why: 'no limit' },
])('seats left (§4): $why', ({ capacity, taken, left, shown }) => {
  expect(seatsLeft(capacity, taken)).toBe(left)
  expect(seatsShown(left)).toBe(shown)
})

test('a hold lives 15 minutes, 30 at most; few are 5, told are 10 (§4, price rule 7)', () => {
  expect({ HOLD_MINUTES, HOLD_LIMIT_MINUTES, FEW_SEATS, SHOWN_SEATS }).toEqual({
    HOLD_MINUTES: 15,
    HOLD_LIMIT_MINUTES: 30,
    FEW_SEATS: 5,
    SHOWN_SEATS: 10,
  })
})
