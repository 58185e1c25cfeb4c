import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countComputedOrders } from '../../../tests/support/laws.ts'
import { add, money, zero } from '../money/money.ts'
import { splitByWeights } from '../money/split.ts'
import { POLICY_FIGURES, REFUND_POLICIES } from './refund-policy.ts'
import { calculateLineBalances, getRefundWindow, listOrderRefundSteps, splitRefund } from './refund-terms.ts'

const START = new Date('2027-01-12T12:00:00Z')
const daysBefore = (days: number) => new Date(START.getTime() - days * 86_400_000)
const usd = (minor: number) => money(minor, 'USD')

describe('the refund window (price rule 9)', () => {
  test.each([
    [7.001, 100],
    [7, 50],
    [0.001, 50],
    [0, 0],
    [-3, 0],
  ])('%d days before the first session, %d percent is refunded', (days, percent) => {
    const facts = { firstSessionAt: START, movedTo: null, boughtAt: daysBefore(60) }
    expect(getRefundWindow(facts, POLICY_FIGURES.standard, daysBefore(days)).percent).toBe(percent)
  })

  test.each([
    ['half is left', 3, { percent: 100, until: daysBefore(-7), isMoved: true }],
    ['the course has begun', -3, { percent: 100, until: daysBefore(-7), isMoved: true }],
    ['the moved session has begun', -7, { percent: 0, until: START, isMoved: false }],
  ])('a session that moved after the purchase gives all until it starts: %s', (_what, days, expected) => {
    const facts = { firstSessionAt: START, movedTo: daysBefore(-7), boughtAt: daysBefore(60) }
    expect(getRefundWindow(facts, POLICY_FIGURES.standard, daysBefore(days))).toEqual(expected)
  })

  test.each([
    [13.99, 100],
    [14, 0],
  ])('%d days after an on-demand purchase, %d percent is refunded', (days, percent) => {
    const facts = { firstSessionAt: null, movedTo: null, boughtAt: START }
    expect(getRefundWindow(facts, POLICY_FIGURES.standard, daysBefore(-days)).percent).toBe(percent)
  })

  test('the steps that an order shows say the same as the window, at each moment and after each move', () => {
    const days = fc.integer({ min: -40, max: 40 })
    fc.assert(
      fc.property(
        fc.constantFrom(...REFUND_POLICIES),
        fc.option(days),
        fc.option(days),
        days,
        (policy, first, moved, today) => {
          const now = daysBefore(today - 0.5)
          const movedTo = moved === null || daysBefore(moved) <= now ? null : daysBefore(moved)
          const firstSessionAt = first === null ? null : daysBefore(first)
          const facts = { firstSessionAt, movedTo, boughtAt: daysBefore(41) }
          const figures = POLICY_FIGURES[policy]
          const { percent, until } = getRefundWindow(facts, figures, now)
          const step = listOrderRefundSteps(facts, figures).find((one) => now < one.until)
          expect(step ?? null).toEqual(percent === 0 ? null : { percent, until })
        },
      ),
      countComputedOrders(2_000),
    )
  })
})

describe('a split', () => {
  test('adds up, gives no part more than its weight, and each part its share to within one unit', () => {
    const weights = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(weights, fc.nat(100_000), (parts, share) => {
        const all = parts.reduce((sum, part) => sum + part, 0)
        const amount = usd(Math.floor((all * share) / 100_000))
        const split = splitByWeights(amount, parts)
        expect(split.reduce(add, zero('USD'))).toEqual(amount)
        for (const [at, part] of split.entries()) {
          expect(part.minor).toBeLessThanOrEqual(parts[at]!)
          if (all > 0) expect(Math.abs(part.minor - (amount.minor * parts[at]!) / all)).toBeLessThan(1)
        }
      }),
      countComputedOrders(2_000),
    )
  })

  test('gives the remaining units to the largest remainders, and to the first of equal ones', () => {
    expect(splitByWeights(usd(100), [1, 1, 1]).map((part) => part.minor)).toEqual([34, 33, 33])
    expect(splitByWeights(usd(6), [1, 3, 3]).map((part) => part.minor)).toEqual([1, 3, 2])
    expect(splitByWeights(usd(0), [0, 0]).map((part) => part.minor)).toEqual([0, 0])
    expect(() => splitByWeights(usd(1), [0])).toThrow(RangeError)
  })
})

describe('lines', () => {
  const line = (id: string, amount: number, more = {}) => ({ id, amount, refunded: 0, waived: 0, ...more })

  test('that are paid in full can be refunded in full', () => {
    const [one] = calculateLineBalances([line('a', 35_910), line('b', 35_910)], usd(71_820), 50)
    expect(one).toMatchObject({
      captured: usd(35_910),
      refundable: usd(35_910),
      unpaid: usd(0),
      policyAmount: usd(17_955),
    })
  })

  test('of a deposit are refunded by their share, and a closed line is not counted again', () => {
    const lines = [line('a', 39_900), line('b', 39_900, { refunded: 9_900, waived: 30_000 }), line('c', 39_900)]
    expect(calculateLineBalances(lines, usd(29_700), 100)).toMatchObject([
      { captured: usd(9_900), refundable: usd(9_900), unpaid: usd(30_000) },
      { captured: usd(9_900), refundable: usd(0), unpaid: usd(0) },
      { captured: usd(9_900), refundable: usd(9_900), unpaid: usd(30_000) },
    ])
    expect(calculateLineBalances(lines, usd(89_700), 100)).toMatchObject([
      { captured: usd(39_900), unpaid: usd(0) },
      { captured: usd(9_900), refundable: usd(0) },
      { captured: usd(39_900) },
    ])
  })

  test('keep their refunded amount when the balance is split again and their share would be a unit smaller', () => {
    const lines = [line('a', 17_178), line('b', 1), line('c', 4_657), line('d', 19_715)]
    const paid = usd(16_244)
    for (const at of [2, 1, 0, 3]) {
      const { refundable, unpaid } = calculateLineBalances(lines, paid, 100)[at]!
      lines[at] = { ...lines[at]!, refunded: refundable.minor, waived: unpaid.minor }
    }
    expect(lines.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(paid.minor)
    for (const { refundable } of calculateLineBalances(lines, paid, 100)) expect(refundable.minor).toBe(0)
  })

  test('have captured amounts that add up to any paid amount, and nothing below zero', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(amounts, fc.nat(1000), fc.constantFrom(0, 50, 100), (all, share, percent) => {
        const total = all.reduce((sum, amount) => sum + amount, 0)
        const paid = usd(Math.floor((total * share) / 1000))
        const balances = calculateLineBalances(
          all.map((amount, at) => line(String(at), amount)),
          paid,
          percent,
        )
        expect(balances.map(({ captured }) => captured).reduce(add)).toEqual(paid)
        for (const { refundable, unpaid, policyAmount } of balances) {
          expect(Math.min(refundable.minor, unpaid.minor, policyAmount.minor)).toBeGreaterThanOrEqual(0)
          expect(policyAmount.minor).toBeLessThanOrEqual(refundable.minor)
        }
      }),
      countComputedOrders(2_000),
    )
  })
})

test('a refund is split between card and gift card by the refundable amount of each, and never exceeds it', () => {
  const payments = [
    { method: 'gift-card', leftMinor: 10_000 },
    { method: 'card', leftMinor: 29_900 },
  ]
  expect(splitRefund(usd(19_950), payments).map(({ payment, amount }) => [payment.method, amount.minor])).toEqual([
    ['gift-card', 5_000],
    ['card', 14_950],
  ])
  expect(splitRefund(usd(39_900), payments).map(({ amount }) => amount.minor)).toEqual([10_000, 29_900])
})

test('for any payment and any series of refunds, never more is refunded than was paid', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 10 })
  const refunds = fc.array(fc.tuple(fc.nat(9), fc.nat(1000)), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(amounts, fc.nat(1000), fc.nat(1000), refunds, (all, share, byCard, refundRequests) => {
      const total = all.reduce((sum, amount) => sum + amount, 0)
      const paid = Math.floor((total * share) / 1000)
      const left = [Math.floor((paid * byCard) / 1000)]
      left.push(paid - left[0]!)
      const lines = all.map((amount, at) => ({ id: String(at), amount, refunded: 0, waived: 0 }))
      for (const [which, part] of refundRequests) {
        const line = lines[which % lines.length]!
        const { refundable, unpaid } = calculateLineBalances(lines, usd(paid), 100)[which % lines.length]!
        expect(Math.min(refundable.minor, unpaid.minor)).toBeGreaterThanOrEqual(0)
        const amount = part > 800 ? refundable : usd(Math.floor((refundable.minor * part) / 1000))
        // A refund of the full refundable amount ends the seat, and its unpaid part is waived.
        const isWhole = amount.minor > 0 && amount.minor === refundable.minor
        const parts = splitRefund(
          amount,
          left.map((leftMinor, at) => ({ leftMinor, at })),
        )
        for (const { payment, amount: partAmount } of parts) left[payment.at]! -= partAmount.minor
        line.refunded += amount.minor
        if (isWhole && line.waived === 0) line.waived = unpaid.minor
        expect(Math.min(...left)).toBeGreaterThanOrEqual(0)
        expect(lines.reduce((sum, { refunded }) => sum + refunded, 0) + left[0]! + left[1]!).toBe(paid)
      }
    }),
    countComputedOrders(2_000),
  )
})
