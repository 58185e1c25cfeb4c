import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getDecimals } from './currency.ts'
import { type ExchangeRate, formatEstimate, getMultiplier, toEstimate, toLocalPrice } from './local-price.ts'
import { money } from './money.ts'

const usd = (minor: number) => money(minor, 'USD')
const prices = fc.nat(10_000_000).map(usd)
const rates: fc.Arbitrary<ExchangeRate> = fc.record({
  currency: fc.constantFrom('PHP', 'JPY', 'KWD', 'EUR', 'NGN'),
  perUsd: fc.integer({ min: 1, max: 5_000_000_000 }).map((millionths) => (millionths / 1e6).toFixed(6)),
  stepMinor: fc.constantFrom(1, 50, 100, 10_000, 100_000),
})
const rate = (currency: string, perUsd: string, stepMinor: number): ExchangeRate => ({ currency, perUsd, stepMinor })

test.each([
  [39_900, rate('PHP', '58.4', 10_000), money(2_330_000, 'PHP')],
  [39_900, rate('JPY', '152', 100), money(60_600, 'JPY')],
  [39_900, rate('EUR', '0.86', 100), money(34_300, 'EUR')],
  [9900, rate('KWD', '0.307', 1000), money(30_000, 'KWD')],
  [250, rate('EUR', '1', 100), money(300, 'EUR')],
  [1, rate('NGN', '1455', 100_000), money(100_000, 'NGN')],
  [0, rate('NGN', '1455', 100_000), money(0, 'NGN')],
])('%d cents by %j read as %j', (minor, by, expected) => {
  expect(toLocalPrice(usd(minor), by)).toEqual(expected)
})

describe('a local price', () => {
  test('is a whole number of steps, at most half a step from the exact amount: rounded once', () => {
    fc.assert(
      fc.property(prices, rates, (price, by) => {
        const { minor, currency } = toLocalPrice(price, by)
        expect(currency).toBe(by.currency)
        expect(minor % by.stepMinor).toBe(0)
        // In units of a hundred-millionth of a minor unit, so that the test rounds nothing.
        const millionths = BigInt(by.perUsd.replace('.', ''))
        const exact = BigInt(price.minor) * millionths * 10n ** BigInt(getDecimals(currency))
        const off = BigInt(minor) * 100_000_000n - exact
        const isLeastStep = minor === by.stepMinor && off > 0n
        if (!isLeastStep) expect(2n * (off < 0n ? -off : off) <= BigInt(by.stepMinor) * 100_000_000n).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })

  test('keeps the order of prices, and is zero only for a price of zero', () => {
    fc.assert(
      fc.property(prices, prices, rates, (one, other, by) => {
        const [less, more] = [one, other].sort((a, b) => a.minor - b.minor)
        expect(toLocalPrice(less!, by).minor).toBeLessThanOrEqual(toLocalPrice(more!, by).minor)
        expect(toLocalPrice(one, by).minor === 0).toBe(one.minor === 0)
      }),
    )
  })

  test('is the price itself without a rate, and for a price in another currency', () => {
    fc.assert(
      fc.property(prices, rates, (price, by) => {
        expect(toLocalPrice(price, null)).toEqual(price)
        expect(toLocalPrice(money(price.minor, 'EUR'), by)).toEqual(money(price.minor, 'EUR'))
      }),
    )
  })
})

describe('an estimate', () => {
  test.each([
    [39_900, rate('EUR', '0.86', 100), 'about €343'],
    [39_900, rate('PHP', '58.4', 10_000), 'about ₱23,300'],
    [39_900, rate('JPY', '152', 100), 'about ¥60,600'],
    [39_900, rate('KWD', '0.307', 1000), 'about KWD 122'],
    [39_900, rate('AUD', '1.39', 100), 'about A$555'],
    [39_900, rate('CAD', '1.39', 100), 'about CA$555'],
    [39_900, rate('SGD', '1.3653', 100), 'about SGD 545'],
    [39_900, rate('MXN', '18.5', 10_000), 'about MX$7,400'],
  ])('of %d cents by %j reads %s', (minor, by, words) => {
    expect(formatEstimate(toEstimate(usd(minor), by)!).replace('\u00a0', ' ')).toBe(words)
  })

  test.each(Intl.supportedValuesOf('currency'))('in %s does not look like the charged dollars', (currency) => {
    expect(formatEstimate(money(54_500, currency))).not.toMatch(/^about \$/)
  })

  test('is a local price, and none without a rate, for nothing, for less than a step, and in another currency', () => {
    fc.assert(
      fc.property(prices, rates, (price, by) => {
        const estimate = toEstimate(price, by)
        if (estimate) expect(estimate).toEqual(toLocalPrice(price, by))
        else expect(toLocalPrice(price, by).minor).toBeLessThanOrEqual(by.stepMinor)
      }),
    )
    expect(toEstimate(usd(39_900), null)).toBeNull()
    expect(toEstimate(usd(0), rate('EUR', '0.86', 100))).toBeNull()
    expect(toEstimate(usd(116), rate('EUR', '0.86', 100))).toBeNull()
    expect(toEstimate(usd(117), rate('EUR', '0.86', 100))).toEqual(money(100, 'EUR'))
    expect(toEstimate(money(39_900, 'EUR'), rate('EUR', '0.86', 100))).toBeNull()
  })
})

test('converting there and back gives the same amount, and without a rate the multiplier is 1', () => {
  fc.assert(
    fc.property(rates, (by) => {
      expect(getMultiplier(by, false) * getMultiplier(by, true)).toBeCloseTo(1, 12)
      expect([getMultiplier(null, false), getMultiplier(null, true)]).toEqual([1, 1])
    }),
  )
})

test.each(['0', '-1', '', 'x', '1.2345678', '1e3'])('a rate of "%s" throws', (perUsd) => {
  expect(() => toLocalPrice(usd(100), rate('EUR', perUsd, 1))).toThrow(RangeError)
})
