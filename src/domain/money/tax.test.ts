import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Money, money } from './money.ts'
import { describeTax, getIncludedTax } from './tax.ts'

const minor = fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 10 ** 13 }))
const currency = fc.constantFrom('USD', 'JPY', 'KWD') as fc.Arbitrary<Money['currency']>
const amount = fc.record({ minor, currency }).map((one) => money(one.minor, one.currency))
const rate = fc.integer({ min: 1, max: 100_000 })

describe('the tax that a price includes (docs/contract §35)', () => {
  test('is amount × rate / (100 % + rate), half a unit up', () => {
    expect(getIncludedTax(money(11_900, 'USD'), 19_000)).toEqual(money(1_900, 'USD'))
    expect(getIncludedTax(money(39_900, 'USD'), 19_000)).toEqual(money(6_371, 'USD'))
    expect(getIncludedTax(money(3, 'USD'), 20_000)).toEqual(money(1, 'USD'))
    expect(getIncludedTax(money(2, 'USD'), 20_000)).toEqual(money(0, 'USD'))
    expect(getIncludedTax(money(1_100, 'JPY'), 10_000)).toEqual(money(100, 'JPY'))
    expect(getIncludedTax(money(1, 'USD'), 100_000)).toEqual(money(1, 'USD'))
  })

  test('is within half a unit of the exact tax, in the currency of the amount, and never more than the amount', () => {
    fc.assert(
      fc.property(amount, rate, (paid, percent) => {
        const tax = getIncludedTax(paid, percent)
        const divisor = BigInt(100_000 + percent)
        const exact = BigInt(paid.minor) * BigInt(percent)
        const twiceOff = 2n * (BigInt(tax.minor) * divisor - exact)
        expect(twiceOff <= divisor && twiceOff > -divisor).toBe(true)
        expect(tax.minor).toBeGreaterThanOrEqual(0)
        expect(tax.minor).toBeLessThanOrEqual(paid.minor)
        expect(tax.currency).toBe(paid.currency)
      }),
    )
  })

  test('does not fall when the amount or the rate rises', () => {
    fc.assert(
      fc.property(amount, rate, fc.nat(5_000), (paid, percent, more) => {
        const tax = getIncludedTax(paid, percent).minor
        expect(getIncludedTax(money(paid.minor + more, paid.currency), percent).minor).toBeGreaterThanOrEqual(tax)
        expect(getIncludedTax(paid, Math.min(percent + more, 100_000)).minor).toBeGreaterThanOrEqual(tax)
      }),
    )
  })

  test('refuses negative amounts and rates that are not whole thousandths of a percent', () => {
    expect(() => getIncludedTax(money(-1, 'USD'), 19_000)).toThrow(RangeError)
    for (const wrong of [0, 0.5, -1, 100_001]) expect(() => getIncludedTax(money(1, 'USD'), wrong)).toThrow(RangeError)
  })

  test('is named with at most three decimals', () => {
    expect(describeTax({ name: 'VAT', rate: 19_000 })).toBe('Includes 19 % VAT')
    expect(describeTax({ name: 'Sales tax', rate: 8_875 })).toBe('Includes 8.875 % Sales tax')
  })
})
