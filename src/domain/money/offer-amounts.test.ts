import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getSeatDeposit } from './deposit.ts'
import { money } from './money.ts'
import { listChangeFaults, listOfferFaults, type OfferAmounts } from './offer-amounts.ts'
import { getUnitPrice } from './pricing.ts'

const minor = fc.integer({ min: 0, max: 99_999_999 })
const amounts: fc.Arbitrary<OfferAmounts> = fc.oneof(
  fc.record({ price: minor, before: fc.option(minor), early: fc.option(minor), deposit: fc.option(minor) }),
  fc
    .uniqueArray(minor, { minLength: 4, maxLength: 4 })
    .map((some) => some.toSorted((a, b) => a - b))
    .map(([deposit, early, price, before]) => ({ price: price!, before: before!, early: early!, deposit: deposit! })),
)
const END = new Date('2027-01-01T00:00:00Z')
const START = new Date('2027-03-01T00:00:00Z')

test('an offer without faults charges at most its price, strikes through more, and always has a deposit to pay', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: -3, max: 3 }), (offer, seconds) => {
      fc.pre(Object.keys(listOfferFaults(offer)).length === 0)
      const now = new Date(END.getTime() + seconds * 1000)
      const toMoney = (minor: number | null) => (minor === null ? null : money(minor, 'USD'))
      const price = {
        price: money(offer.price, 'USD'),
        discountPrice: toMoney(offer.early),
        discountEndsAt: offer.early === null ? null : END,
        deposit: toMoney(offer.deposit),
      }
      const { minor: charged } = getUnitPrice(price, now)
      expect(charged).toBe(offer.early !== null && seconds < 0 ? offer.early : offer.price)
      expect(charged).toBeLessThanOrEqual(offer.price)
      if (offer.before !== null) expect(offer.before).toBeGreaterThan(charged)
      const deposit = getSeatDeposit(price, now, START)
      expect(deposit?.amount.minor ?? null).toBe(offer.deposit)
      if (deposit) expect(deposit.amount.minor).toBeLessThan(charged)
    }),
  )
})

test('each fault is named at its own amount', () => {
  const right = { price: 100, before: 200, early: 80, deposit: 20 }
  expect(listOfferFaults(right)).toEqual({})
  expect(Object.keys(listOfferFaults({ ...right, before: 100 }))).toEqual(['before'])
  expect(Object.keys(listOfferFaults({ ...right, early: 100 }))).toEqual(['early'])
  expect(Object.keys(listOfferFaults({ ...right, deposit: 0 }))).toEqual(['deposit'])
  expect(Object.keys(listOfferFaults({ ...right, deposit: 80 }))).toEqual(['deposit'])
  expect(Object.keys(listOfferFaults({ ...right, deposit: 100 }))).toEqual(['deposit'])
  expect(listOfferFaults({ price: 0, before: 100, early: null, deposit: null })).toEqual({})
})

test('amounts that stay as they are have no fault, and each change of them does', () => {
  const stored = { price: 100, before: null, early: null, deposit: 100 }
  expect(listChangeFaults(stored, stored)).toEqual({})
  expect(Object.keys(listChangeFaults({ ...stored, before: 90 }, stored))).toEqual(['before'])
  expect(Object.keys(listChangeFaults({ ...stored, price: 90 }, stored))).toEqual(['deposit'])
  expect(Object.keys(listChangeFaults({ ...stored, deposit: 110 }, stored))).toEqual(['deposit'])
  expect(listChangeFaults({ ...stored, price: 120 }, stored)).toEqual({})
  expect(Object.keys(listChangeFaults(stored, null))).toEqual(['deposit'])
})
