import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getDepositTerms, getSeatDeposit } from './deposit.ts'
import { money } from './money.ts'
import type { OfferPrice } from './pricing.ts'

const usd = (dollars: number) => money(Math.round(dollars * 100), 'USD')
const at = (text: string) => new Date(text)
const offer: OfferPrice = { price: usd(499), discountPrice: null, discountEndsAt: null, deposit: null }

describe('a deposit (price rule 6)', () => {
  const now = at('2026-11-20T09:00:00Z')
  const withDeposit = { ...offer, discountPrice: usd(399), deposit: usd(99) }

  test('leaves a balance that is due 7 days before the first session', () => {
    expect(getSeatDeposit(withDeposit, now, at('2027-01-12T12:00:00Z'))).toEqual({
      amount: usd(99),
      balanceDueAt: at('2027-01-05T12:00:00Z'),
    })
  })

  test('of an on-demand course leaves a balance that is due in 30 days', () => {
    expect(getSeatDeposit(withDeposit, now, null)?.balanceDueAt).toEqual(at('2026-12-20T09:00:00Z'))
  })

  test.each([
    { why: 'the offer has none', terms: getSeatDeposit(offer, now, null) },
    { why: 'the balance would be due already', terms: getSeatDeposit(withDeposit, now, at('2026-11-27T09:00:00Z')) },
    { why: 'it would pay everything', terms: getSeatDeposit({ ...withDeposit, discountPrice: usd(99) }, now, null) },
    { why: 'the course is free', terms: getSeatDeposit({ ...withDeposit, discountPrice: usd(0) }, now, null) },
  ])('is not offered when $why', ({ terms }) => {
    expect(terms).toBeNull()
  })

  test('is offered exactly where it leaves something to pay', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 100_000 }), (price, deposit) => {
        const terms = getSeatDeposit(
          { ...offer, price: money(price, 'USD'), deposit: money(deposit, 'USD') },
          now,
          null,
        )
        expect(terms === null).toBe(deposit >= price)
        if (!terms) return
        expect(terms.amount).toEqual(money(deposit, 'USD'))
      }),
    )
  })

  test('is for each seat, and at most the price after its discount', () => {
    const perSeat = { deposit: usd(99) }
    expect(getDepositTerms(perSeat, { total: usd(1077.3), seats: 3 }, now, null)?.amount).toEqual(usd(297))
    expect(getDepositTerms(perSeat, { total: usd(290), seats: 3 }, now, null)).toBeNull()
  })
})
