import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, money, times, zero } from './money.ts'
import { type OfferPrice, quote, seatLines, unitPrice } from './pricing.ts'

const usd = (dollars: number) => money(Math.round(dollars * 100), 'USD')
const at = (text: string) => new Date(text)
const offer: OfferPrice = { price: usd(499), discountPrice: null, discountEndsAt: null, deposit: null }
const units = fc
  .tuple(fc.nat(10_000_000), fc.constantFrom('USD', 'JPY', 'KWD'))
  .map(([minor, currency]) => money(minor, currency))

describe('the price of one seat (price rule 2)', () => {
  const ends = at('2027-01-01T00:00:00Z')
  test.each([
    { why: 'no lower price', more: {}, price: 499 },
    { why: 'a lower price that stays', more: { discountPrice: usd(399) }, price: 399 },
    {
      why: 'a lower price, a moment before it ends',
      more: { discountPrice: usd(399), discountEndsAt: new Date(ends.getTime() + 1) },
      price: 399,
    },
    {
      why: 'a lower price, at the moment it ends',
      more: { discountPrice: usd(399), discountEndsAt: ends },
      price: 499,
    },
    { why: 'a lower price of nothing', more: { discountPrice: usd(0) }, price: 0 },
  ])('$why', ({ more, price }) => {
    expect(unitPrice({ ...offer, ...more }, ends)).toEqual(usd(price))
  })
})

describe('a quote', () => {
  test('adds up: its lines are the subtotal, and what is off, due and whole fit together', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 10 }), (unit, seats) => {
        const { subtotal, discount, total, dueNow, lines } = quote(unit, seats)
        expect(subtotal).toEqual(times(unit, seats))
        expect(lines.map((line) => line.amount).reduce(add, zero(unit.currency))).toEqual(subtotal)
        expect(add(total, discount)).toEqual(subtotal)
        expect(dueNow).toEqual(total)
        expect(Math.min(discount.minor, total.minor)).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 5000 },
    )
  })

  test('has a line for each seat: they add up to the total, and only the first may be more, by less than one unit a seat', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 10 }), (total, seats) => {
        const lines = seatLines({ total, seats })
        expect(lines.map((line) => line.seat)).toEqual(Array.from({ length: seats }, (_, at) => at + 1))
        expect(lines.map((line) => line.amount).reduce(add, zero(total.currency))).toEqual(total)
        const [first, ...others] = lines.map((line) => line.amount.minor)
        for (const other of others) expect(first! - other).toBe(total.minor % seats)
      }),
      { numRuns: 5000 },
    )
    expect(seatLines({ total: usd(100), seats: 3 }).map((line) => line.amount.minor)).toEqual([3334, 3333, 3333])
  })

  test('is for 1 to 10 whole seats at no negative price', () => {
    for (const seats of [0, -1, 1.5, 11, Number.NaN]) expect(() => quote(usd(99), seats)).toThrow(RangeError)
    expect(() => quote(usd(-1), 1)).toThrow(RangeError)
  })
})
