import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countComputedOrders } from '../../../tests/support/laws.ts'
import { getDepositTerms } from './deposit.ts'
import { listCourseTiers } from './discount.ts'
import { add, money, subtract, times, zero } from './money.ts'
import { computeQuote, createSeatLines, getUnitPrice, type OfferPrice } from './pricing.ts'
import { isChargeable } from './smallest-charge.ts'
import { applyTender, getUsableTender } from './tender.ts'

const usd = (dollars: number) => money(Math.round(dollars * 100), 'USD')
const at = (text: string) => new Date(text)
const offer: OfferPrice = { price: usd(499), discountPrice: null, discountEndsAt: null, deposit: null }
const NOW = at('2026-11-20T09:00:00Z')
const RUN_OPTIONS = countComputedOrders(5_000)
const LADDER = [
  { minFriends: 2, percentOff: 10 },
  { minFriends: 3, percentOff: 15 },
  { minFriends: 4, percentOff: 20 },
]
const units = fc
  .tuple(fc.nat(10_000_000), fc.constantFrom('USD', 'JPY', 'KWD'))
  .map(([minor, currency]) => money(minor, currency))

const orders = units.chain((unit) =>
  fc.record({
    unit: fc.constant(unit),
    seats: fc.integer({ min: 1, max: 10 }),
    groupTiers: fc.constantFrom(LADDER, []),
    promo: fc.option(
      fc
        .oneof(
          fc.integer({ min: 1, max: 100 }).map((percent) => ({ percent })),
          fc.integer({ min: 1, max: 1_000_000 }).map((minor) => ({ amount: money(minor, unit.currency) })),
        )
        .map((off) => ({ code: 'CODE', off })),
    ),
  }),
)

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
    expect(getUnitPrice({ ...offer, ...more }, ends)).toEqual(usd(price))
  })
})

test('a course without the discount for groups costs the full price for each seat, less codes alone', () => {
  fc.assert(
    fc.property(orders, (order) => {
      const groupTiers = listCourseTiers(order.groupTiers, { hasGroupDiscount: false })
      const { discountKind, total, subtotal } = computeQuote({ ...order, groupTiers })
      expect(discountKind).not.toBe('group')
      if (!order.promo) expect(total).toEqual(subtotal)
      expect(
        computeQuote({ ...order, groupTiers: listCourseTiers(order.groupTiers, { hasGroupDiscount: true }) }),
      ).toEqual(computeQuote(order))
    }),
    RUN_OPTIONS,
  )
})

describe('a quote', () => {
  test('adds up: lines, discount and total agree', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const { subtotal, discount, discountKind, total, lines } = computeQuote(order)
        expect(subtotal).toEqual(times(order.unit, order.seats))
        expect(add(total, discount)).toEqual(subtotal)
        expect(Math.min(discount.minor, total.minor)).toBeGreaterThanOrEqual(0)
        const [seats, ...off] = lines
        expect(seats?.amount).toEqual(subtotal)
        expect(off.map((line) => [line.kind, line.amount])).toEqual(discountKind ? [[discountKind, discount]] : [])
      }),
      RUN_OPTIONS,
    )
  })

  test('applies the larger discount, never both, and a promo code never raises the price', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const both = computeQuote(order).total.minor
        const group = computeQuote({ ...order, promo: null }).total.minor
        const promo = computeQuote({ ...order, groupTiers: [] }).total.minor
        expect(both).toBe(Math.min(group, promo))
      }),
      RUN_OPTIONS,
    )
  })

  test('one more seat never costs less, and one more percent off never costs more', () => {
    fc.assert(
      fc.property(orders, fc.integer({ min: 1, max: 99 }), (order, percent) => {
        const own = { ...order, groupTiers: LADDER, promo: null }
        if (order.seats < 10) {
          expect(computeQuote({ ...own, seats: order.seats + 1 }).total.minor).toBeGreaterThanOrEqual(
            computeQuote(own).total.minor,
          )
        }
        const [less, more] = [percent, percent + 1].map((off) =>
          computeQuote({ ...order, promo: { code: 'A', off: { percent: off } } }),
        )
        expect(more!.total.minor).toBeLessThanOrEqual(less!.total.minor)
      }),
      RUN_OPTIONS,
    )
  })

  test.each([
    { seats: 2, promo: null, total: 798, off: null },
    { seats: 3, promo: null, total: 1077.3, off: ['group', 'Group of 3: 10 % off'] },
    { seats: 4, promo: null, total: 1356.6, off: ['group', 'Group of 4: 15 % off'] },
    { seats: 5, promo: null, total: 1596, off: ['group', 'Group of 5: 20 % off'] },
    { seats: 10, promo: null, total: 3192, off: ['group', 'Group of 10: 20 % off'] },
    { seats: 1, promo: { percent: 10 }, total: 359.1, off: ['promo', 'Promo code CODE'] },
    { seats: 1, promo: { amount: usd(20) }, total: 379, off: ['promo', 'Promo code CODE'] },
    { seats: 1, promo: { amount: usd(500) }, total: 0, off: ['promo', 'Promo code CODE'] },
    { seats: 3, promo: { percent: 10 }, total: 1077.3, off: ['group', 'Group of 3: 10 % off'] },
    { seats: 3, promo: { amount: usd(120) }, total: 1077, off: ['promo', 'Promo code CODE'] },
  ])('$seats seats at 399 with $promo are $total', ({ seats, promo, total, off }) => {
    const priced = computeQuote({
      unit: usd(399),
      seats,
      groupTiers: LADDER,
      promo: promo && { code: 'CODE', off: promo },
    })
    expect(priced.total).toEqual(usd(total))
    expect(priced.lines.slice(1).map(({ kind, label }) => [kind, label])).toEqual(off ? [off] : [])
  })

  test('has a line for each seat: they add up to the total, and only the first line carries the remainder', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 10 }), (total, seats) => {
        const lines = createSeatLines({ total, seats })
        expect(lines.map((line) => line.seat)).toEqual(Array.from({ length: seats }, (_, at) => at + 1))
        expect(lines.map((line) => line.amount).reduce(add, zero(total.currency))).toEqual(total)
        const [first, ...others] = lines.map((line) => line.amount.minor)
        for (const other of others) expect(first! - other).toBe(total.minor % seats)
      }),
      RUN_OPTIONS,
    )
    expect(createSeatLines({ total: usd(100), seats: 3 }).map((line) => line.amount.minor)).toEqual([3334, 3333, 3333])
  })

  test('needs 1 to 10 whole seats and a price that is not negative', () => {
    for (const seats of [0, -1, 1.5, 11, Number.NaN])
      expect(() => computeQuote({ unit: usd(99), seats })).toThrow(RangeError)
    expect(() => computeQuote({ unit: usd(-1), seats: 1 })).toThrow(RangeError)
  })
})

describe('paying an order', () => {
  test('uses the gift card first, then credit, for the amount due now and then later, and never changes the price', () => {
    const available = fc.option(fc.nat(20_000_000))
    fc.assert(
      fc.property(orders, available, available, fc.nat(10_000_000), (order, card, credit, perSeat) => {
        const { total, seats } = computeQuote(order)
        const inCurrency = (minor: number | null) => (minor === null ? null : money(minor, total.currency))
        const terms = getDepositTerms({ deposit: inCurrency(perSeat) }, { total, seats }, NOW, null)
        const later = terms ? subtract(total, terms.amount) : zero(total.currency)
        const due = { now: subtract(total, later), later }
        const paid = applyTender(due, { giftCard: inCurrency(card), credit: inCurrency(credit) })

        const all = [paid.giftCard, paid.credit, paid.now, paid.later]
        expect(all.reduce(add)).toEqual(total)
        expect(Math.min(...all.map((part) => part.minor))).toBeGreaterThanOrEqual(0)
        const giftCardUse = Math.min(card ?? 0, total.minor)
        const creditUse = Math.min(credit ?? 0, total.minor - giftCardUse)
        // the part that is too small to charge to a card stays on the gift card or the credit
        const unchargeable = giftCardUse + creditUse - paid.giftCard.minor - paid.credit.minor
        expect(paid.credit.minor).toBe(creditUse - Math.min(unchargeable, creditUse))
        expect(unchargeable).toBeLessThan(50)
        expect(
          applyTender(due, getUsableTender(total, { giftCard: inCurrency(card), credit: inCurrency(credit) })),
        ).toEqual(paid)
        for (const [remaining, fullAmount] of [
          [paid.now, due.now],
          [paid.later, due.later],
        ] as const)
          expect(remaining.minor === 0 || isChargeable(remaining) || remaining.minor === fullAmount.minor).toBe(true)
        // the amount due later is reduced only once nothing is due now
        if (paid.now.minor > 0) expect(paid.later).toEqual(later)
      }),
      RUN_OPTIONS,
    )
  })

  test.each([
    ['a gift card that leaves 30 cents', 39_900, 39_870, 0, { giftCard: 39_850, credit: 0, now: 50 }],
    ['a gift card that leaves 50 cents', 39_900, 39_850, 0, { giftCard: 39_850, credit: 0, now: 50 }],
    ['a gift card that leaves nothing', 39_900, 39_900, 0, { giftCard: 39_900, credit: 0, now: 0 }],
    ['a gift card and credit that leave a cent', 39_900, 30_000, 9_899, { giftCard: 30_000, credit: 9_850, now: 50 }],
    ['a price below what a card takes', 40, 10, 0, { giftCard: 0, credit: 0, now: 40 }],
  ])('%s leaves an amount that a card can be charged', (_title, price, card, own, expected) => {
    const now = money(price, 'USD')
    const later = zero('USD')
    const paid = applyTender({ now, later }, { giftCard: money(card, 'USD'), credit: money(own, 'USD') })
    expect({ giftCard: paid.giftCard.minor, credit: paid.credit.minor, now: paid.now.minor }).toEqual(expected)
  })
})
