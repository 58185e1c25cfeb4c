import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getMoneyOutcome } from './money-outcome.ts'

const minor = fc.integer({ min: 0, max: 100_000 })
const sums = fc.record({ paidMinor: minor, refundedMinor: minor, disputedMinor: minor, lostMinor: minor })

test('an order is called complete exactly while nothing of its money went back, is disputed or was lost', () => {
  fc.assert(
    fc.property(sums, (money) => {
      const isUntouched = money.refundedMinor + money.disputedMinor + money.lostMinor === 0
      expect(getMoneyOutcome(money) === 'complete').toBe(isUntouched)
    }),
  )
})

test('an open dispute comes before a lost one, and both before refunds', () => {
  const all = { paidMinor: 300, refundedMinor: 100, disputedMinor: 100, lostMinor: 100 }
  expect(getMoneyOutcome(all)).toBe('disputed')
  expect(getMoneyOutcome({ ...all, disputedMinor: 0 })).toBe('lost')
  expect(getMoneyOutcome({ ...all, disputedMinor: 0, lostMinor: 0 })).toBe('part-refunded')
  expect(getMoneyOutcome({ ...all, disputedMinor: 0, lostMinor: 0, refundedMinor: 300 })).toBe('refunded')
})
