import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getDecimals } from './currency.ts'
import {
  add,
  equal,
  formatMoney,
  formatWithSymbol,
  fromDecimal,
  money,
  smaller,
  subtract,
  times,
  toDecimal,
  toMajor,
  toWire,
  zero,
} from './money.ts'

const currencies = fc.constantFrom('USD', 'EUR', 'PHP', 'JPY', 'KRW', 'BHD', 'KWD')
const minors = fc.integer({ min: -1e12, max: 1e12 })
const threeAmounts = fc
  .tuple(currencies, minors, minors, minors)
  .map(([currency, ...all]) => all.map((minor) => money(minor, currency)))

describe('sums', () => {
  test('do not depend on the order, and subtraction undoes addition', () => {
    fc.assert(
      fc.property(threeAmounts, ([a, b, c]) => {
        expect(add(add(a!, b!), c!)).toEqual(add(a!, add(b!, c!)))
        expect(add(a!, b!)).toEqual(add(b!, a!))
        expect(subtract(add(a!, b!), b!)).toEqual(a)
        expect(add(a!, zero(a!.currency))).toEqual(a)
      }),
      { numRuns: 5000 },
    )
  })

  test('times equals repeated addition', () => {
    fc.assert(
      fc.property(currencies, minors, fc.integer({ min: 1, max: 10 }), (currency, minor, seats) => {
        const one = money(minor, currency)
        const all = Array.from({ length: seats }, () => one)
        expect(times(one, seats)).toEqual(all.reduce(add, zero(currency)))
      }),
    )
  })

  test('smaller is one of the two, and no more than either', () => {
    fc.assert(
      fc.property(threeAmounts, ([a, b]) => {
        expect(smaller(a!, b!).minor).toBe(Math.min(a!.minor, b!.minor))
        expect(equal(smaller(a!, b!), smaller(b!, a!))).toBe(true)
      }),
    )
  })

  test('of two currencies are refused, not converted', () => {
    const [usd, php] = [money(100, 'USD'), money(100, 'PHP')]
    for (const operation of [add, subtract, smaller, equal])
      expect(() => operation(usd, php)).toThrow('mixed currencies')
  })

  test('that are not safe whole numbers are refused, not rounded', () => {
    for (const minor of [0.5, Number.NaN, Infinity, 2 ** 53]) expect(() => money(minor, 'USD')).toThrow(RangeError)
    expect(() => times(money(100, 'USD'), 1.5)).toThrow(RangeError)
    expect(() => add(money(Number.MAX_SAFE_INTEGER, 'USD'), money(1, 'USD'))).toThrow(RangeError)
  })
})

describe('as text (docs/contract §2)', () => {
  test.each([
    [39_900, 'USD', '399.00'],
    [5, 'USD', '0.05'],
    [0, 'USD', '0.00'],
    [-150, 'USD', '-1.50'],
    [399, 'JPY', '399'],
    [0, 'JPY', '0'],
    [1_234, 'KWD', '1.234'],
    [7, 'KWD', '0.007'],
  ])('%i of %s is %s', (minor, currency, text) => {
    expect(toDecimal(money(minor, currency))).toBe(text)
    expect(fromDecimal(text, currency)).toEqual(money(minor, currency))
    expect(toWire(money(minor, currency))).toEqual({ amount: text, currency })
  })

  test('a written amount is read back exactly', () => {
    fc.assert(
      fc.property(currencies, fc.maxSafeInteger(), (currency, minor) => {
        const amount = money(minor, currency)
        expect(fromDecimal(toDecimal(amount), currency)).toEqual(amount)
      }),
      { numRuns: 5000 },
    )
  })

  test('an amount can have fewer decimals, but never too many', () => {
    expect(fromDecimal('399', 'USD')).toEqual(money(39_900, 'USD'))
    expect(fromDecimal('399.5', 'USD')).toEqual(money(39_950, 'USD'))
    for (const text of ['399.005', '1,000.00', '1e3', '', '.5', '5.', ' 5', '+5', '٥', '99999999999999999']) {
      expect(() => fromDecimal(text, 'USD'), text).toThrow(RangeError)
    }
    expect(() => fromDecimal('399.0', 'JPY')).toThrow(RangeError)
  })

  test('display fields are plain numbers in major units', () => {
    expect([money(39_900, 'USD'), money(39_950, 'USD'), money(399, 'JPY')].map(toMajor)).toEqual([399, 399.5, 399])
  })
})

test('decimals follow ISO 4217, and a lower-case or malformed code is refused', () => {
  expect(['USD', 'JPY', 'UGX', 'BHD', 'IQD', 'HUF'].map(getDecimals)).toEqual([2, 0, 0, 3, 3, 2])
  for (const code of ['usd', 'US', 'USDX', '']) expect(() => getDecimals(code)).toThrow(RangeError)
})

test('an amount is written with its currency and its thousands grouped', () => {
  expect(formatMoney(money(127_245, 'USD'))).toBe('USD 1,272.45')
  expect(formatMoney(money(99_900, 'USD'))).toBe('USD 999.00')
  expect(formatMoney(money(123_456_789_00, 'USD'))).toBe('USD 123,456,789.00')
  expect(formatMoney(money(39_900, 'JPY'))).toBe('JPY 39,900')
  expect(formatMoney(money(0, 'USD'))).toBe('USD 0.00')
  expect(formatWithSymbol(money(127_245, 'USD'))).toBe('$1,272.45')
  expect(formatWithSymbol(money(-39_900, 'USD'))).toBe('-$399.00')
  expect(formatWithSymbol(money(39_900, 'JPY'))).toBe('¥39,900')
})
