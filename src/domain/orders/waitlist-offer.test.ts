import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseParties, getOfferEnd } from './waitlist-offer.ts'

const waitlist = fc
  .array(fc.integer({ min: 1, max: 6 }), { maxLength: 40 })
  .map((parties) => parties.map((seats, entryId) => ({ entryId, seats })))
const freeSeats = fc.integer({ min: 0, max: 30 })
const countSeats = (parties: { seats: number }[]) => parties.reduce((sum, { seats }) => sum + seats, 0)

test('never more seats are offered than are free', () => {
  fc.assert(
    fc.property(freeSeats, waitlist, (free, waiting) => {
      expect(countSeats(chooseParties(free, waiting))).toBeLessThanOrEqual(free)
    }),
  )
})

test('nobody who fits is skipped: a party without an offer does not fit the seats that the parties before it leave', () => {
  fc.assert(
    fc.property(freeSeats, waitlist, (free, waiting) => {
      const chosen = chooseParties(free, waiting)
      for (const party of waiting.filter((one) => !chosen.includes(one))) {
        const before = chosen.filter(({ entryId }) => entryId < party.entryId)
        expect(party.seats).toBeGreaterThan(free - countSeats(before))
      }
    }),
  )
})

test('the parties are asked in the order of the waitlist, and all of them without a limit', () => {
  fc.assert(
    fc.property(freeSeats, waitlist, (free, waiting) => {
      const ids = chooseParties(free, waiting).map(({ entryId }) => entryId)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
      expect(chooseParties(null, waiting)).toEqual(waiting)
    }),
  )
})

test.each([
  [2, [3, 1, 1], [1, 2]],
  [3, [3, 1, 1], [0]],
  [4, [3, 2, 1], [0, 2]],
  [0, [1], []],
])('%i free seats and parties of %j', (free, parties, expected) => {
  const waiting = parties.map((seats, entryId) => ({ entryId, seats }))
  expect(chooseParties(free, waiting).map(({ entryId }) => entryId)).toEqual(expected)
})

test('an offer is valid for 24 hours, and never beyond the end of enrolment', () => {
  const now = new Date('2027-01-12T12:00:00Z')
  expect(getOfferEnd(now, null)).toEqual(new Date('2027-01-13T12:00:00Z'))
  expect(getOfferEnd(now, new Date('2027-02-01T00:00:00Z'))).toEqual(new Date('2027-01-13T12:00:00Z'))
  expect(getOfferEnd(now, new Date('2027-01-12T15:00:00Z'))).toEqual(new Date('2027-01-12T15:00:00Z'))
})
