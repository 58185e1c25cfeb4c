import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BillLine, createBill, createPriceLines, isTakenOff } from './bill.ts'
import { describeDiscount } from './discount.ts'
import { money, zero } from './money.ts'
import { computeQuote, describeSeats } from './pricing.ts'

const usd = (minor: number) => money(minor, 'USD')
const at = new Date('2027-01-02T00:00:00Z')
const card = { brand: 'Visa', last4: '4242' }
const TIERS = [
  { minFriends: 2, percentOff: 10 },
  { minFriends: 3, percentOff: 15 },
]

const bought = fc.record({
  unit: fc.integer({ min: 0, max: 100_000 }),
  seats: fc.integer({ min: 1, max: 10 }),
  noun: fc.constantFrom('seat', 'place'),
  off: fc.option(
    fc.oneof(
      fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ amount: fc.integer({ min: 1, max: 100_000 }).map(usd) }),
    ),
  ),
  referralPercent: fc.constantFrom(0, 10),
})

const sum = (lines: readonly BillLine[], kinds: readonly string[]) =>
  lines
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((all, { kind, amount }) => all + (isTakenOff(kind) ? -amount.minor : amount.minor), 0)

test('an order’s price lines are those of its quote, word for word', () => {
  fc.assert(
    fc.property(bought, ({ unit, seats, noun, off, referralPercent }) => {
      const promo = off && { code: 'SPRING', off }
      const quote = computeQuote({ unit: usd(unit), seats, noun, groupTiers: TIERS, promo, referralPercent })
      const { subtotal, total, discountKind, lines } = quote
      // An order stores only these.
      const stored = { subtotal, total, discountKind, promoCode: discountKind === 'promo' ? 'SPRING' : null }
      expect(createPriceLines({ kind: 'seats', label: describeSeats(seats, noun), seats, ...stored })).toEqual(lines)
    }),
  )
})

test('the lines of any bill add up: price to total, payments to paid, and refunds to the rest', () => {
  const moved = fc
    .record({
      method: fc.constantFrom('card', 'paypal', 'gift-card', 'credit'),
      minor: fc.integer({ min: 1, max: 99_999 }),
    })
    .map(({ method, minor }) => ({ method, card: method === 'card' ? card : null, amount: usd(minor), at }))
  const refund = moved.map((one) => ({ ...one, status: 'sent' as const }))
  const minors = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9_999 }))
  const disputes = fc.record({ lost: minors.map(usd), disputed: minors.map(usd) })
  fc.assert(
    fc.property(
      bought,
      fc.array(moved),
      fc.array(refund),
      disputes,
      ({ unit, seats, noun, off }, payments, refunds, taken) => {
        const promo = off && { code: 'SPRING', off }
        const { lines: price, total } = computeQuote({ unit: usd(unit), seats, noun, groupTiers: TIERS, promo })
        const bill = createBill({
          price,
          total,
          tax: null,
          payments,
          refunds,
          ...taken,
          waived: zero('USD'),
          due: null,
        })
        expect(sum(bill, ['seats', 'group', 'promo', 'referral'])).toBe(sum(bill, ['total']))
        expect(sum(bill, ['payment'])).toBe(sum(bill, ['paid']))
        const isLess = refunds.length > 0 || taken.lost.minor > 0 || taken.disputed.minor > 0
        expect(bill.some(({ kind }) => kind === 'kept')).toBe(isLess)
        if (isLess) expect(sum(bill, ['paid', 'refund', 'lost', 'disputed'])).toBe(sum(bill, ['kept']))
        // A payment never stands before the total.
        expect(bill.findIndex(({ kind }) => kind === 'total')).toBe(price.length)
      },
    ),
  )
})

test('a percentage is named only where the amounts allow one alone', () => {
  const describe = (subtotal: number, amount: number) =>
    describeDiscount('group', { seats: 3, subtotal: usd(subtotal), amount: usd(amount), promoCode: null })
  expect(describe(119_700, 11_970)).toBe('Group of 3: 10 % off')
  expect(describe(119_700, 11_971)).toBe('Group of 3')
  expect(describe(30, 3)).toBe('Group of 3')
})
