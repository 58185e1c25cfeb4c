import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, money, times, zero } from './money.ts'
import { depositTerms, type OfferPrice, quote, unitPrice } from './pricing.ts'

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

  test('is for 1 to 10 whole seats at no negative price', () => {
    for (const seats of [0, -1, 1.5, 11, Number.NaN]) expect(() => quote(usd(99), seats)).toThrow(RangeError)
    expect(() => quote(usd(-1), 1)).toThrow(RangeError)
  })
})

describe('a deposit (price rule 6)', () => {
  const now = at('2026-11-20T09:00:00Z')
  const withDeposit = { ...offer, discountPrice: usd(399), deposit: usd(99) }

  test('leaves a balance that is due 7 days before the first session', () => {
    expect(depositTerms(withDeposit, now, at('2027-01-12T12:00:00Z'))).toEqual({
      dueNow: usd(99),
      dueLater: usd(300),
      dueAt: at('2027-01-05T12:00:00Z'),
    })
  })

  test('of an on-demand course leaves a balance that is due in 30 days', () => {
    expect(depositTerms(withDeposit, now, null)?.dueAt).toEqual(at('2026-12-20T09:00:00Z'))
  })

  test.each([
    { why: 'the offer has none', terms: depositTerms(offer, now, null) },
    { why: 'the balance would be due already', terms: depositTerms(withDeposit, now, at('2026-11-27T09:00:00Z')) },
    { why: 'it would pay everything', terms: depositTerms({ ...withDeposit, discountPrice: usd(99) }, now, null) },
    { why: 'the course is free', terms: depositTerms({ ...withDeposit, discountPrice: usd(0) }, now, null) },
  ])('is not offered when $why', ({ terms }) => {
    expect(terms).toBeNull()
  })

  test('and its balance are the whole price, whatever the two are', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 100_000 }), (price, deposit) => {
        const terms = depositTerms({ ...offer, price: money(price, 'USD'), deposit: money(deposit, 'USD') }, now, null)
        expect(terms === null).toBe(deposit >= price)
        if (!terms) return
        expect(add(terms.dueNow, terms.dueLater)).toEqual(money(price, 'USD'))
        expect(Math.min(terms.dueNow.minor, terms.dueLater.minor)).toBeGreaterThan(0)
      }),
    )
  })
})
