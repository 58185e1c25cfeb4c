import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalsOf } from './currency.ts'
import { localPrice, multiplierOf, type Rate } from './local-price.ts'
import { money } from './money.ts'

const usd = (minor: number) => money(minor, 'USD')
const prices = fc.nat(10_000_000).map(usd)
const rates: fc.Arbitrary<Rate> = fc.record({
  currency: fc.constantFrom('PHP', 'JPY', 'KWD', 'EUR', 'NGN'),
  perUsd: fc.integer({ min: 1, max: 5_000_000_000 }).map((millionths) => (millionths / 1e6).toFixed(6)),
  stepMinor: fc.constantFrom(1, 50, 100, 10_000, 100_000),
})
const rate = (currency: string, perUsd: string, stepMinor: number): Rate => ({ currency, perUsd, stepMinor })

test.each([
  [39_900, rate('PHP', '58.4', 10_000), money(2_330_000, 'PHP')],
  [39_900, rate('JPY', '152', 100), money(60_600, 'JPY')],
  [39_900, rate('EUR', '0.86', 100), money(34_300, 'EUR')],
  [9900, rate('KWD', '0.307', 1000), money(30_000, 'KWD')],
  [250, rate('EUR', '1', 100), money(300, 'EUR')],
  [1, rate('NGN', '1455', 100_000), money(100_000, 'NGN')],
  [0, rate('NGN', '1455', 100_000), money(0, 'NGN')],
])('%d cents by %j read as %j', (minor, by, expected) => {
  expect(localPrice(usd(minor), by)).toEqual(expected)
})

describe('the law of a local price', () => {
  test('it is whole steps, and no further than half a step from what the rate says: rounded once', () => {
    fc.assert(
      fc.property(prices, rates, (price, by) => {
        const { minor, currency } = localPrice(price, by)
        expect(currency).toBe(by.currency)
        expect(minor % by.stepMinor).toBe(0)
        // In units of a hundred-millionth of a minor unit, so that nothing is rounded here.
        const millionths = BigInt(by.perUsd.replace('.', ''))
        const exact = BigInt(price.minor) * millionths * 10n ** BigInt(decimalsOf(currency))
        const off = BigInt(minor) * 100_000_000n - exact
        const isLeastStep = minor === by.stepMinor && off > 0n
        if (!isLeastStep) expect(2n * (off < 0n ? -off : off) <= BigInt(by.stepMinor) * 100_000_000n).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })

  test('what costs more never reads as less, and only nothing reads as nothing', () => {
    fc.assert(
      fc.property(prices, prices, rates, (one, other, by) => {
        const [less, more] = [one, other].sort((a, b) => a.minor - b.minor)
        expect(localPrice(less!, by).minor).toBeLessThanOrEqual(localPrice(more!, by).minor)
        expect(localPrice(one, by).minor === 0).toBe(one.minor === 0)
      }),
    )
  })

  test('without a rate it is the price itself, and so is a price in another currency', () => {
    fc.assert(
      fc.property(prices, rates, (price, by) => {
        expect(localPrice(price, null)).toEqual(price)
        expect(localPrice(money(price.minor, 'EUR'), by)).toEqual(money(price.minor, 'EUR'))
      }),
    )
  })
})

test('there and back is where one began, and without a rate nothing is multiplied', () => {
  fc.assert(
    fc.property(rates, (by) => {
      expect(multiplierOf(by, false) * multiplierOf(by, true)).toBeCloseTo(1, 12)
      expect([multiplierOf(null, false), multiplierOf(null, true)]).toEqual([1, 1])
    }),
  )
})

test.each(['0', '-1', '', 'x', '1.2345678', '1e3'])('a rate of "%s" is a mistake of ours', (perUsd) => {
  expect(() => localPrice(usd(100), rate('EUR', perUsd, 1))).toThrow(RangeError)
})
