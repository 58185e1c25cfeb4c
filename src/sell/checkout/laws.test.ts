/** The laws of every order, tried on random orders: a slice here, all of them by `npm run u -- prove laws`. */

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { money } from '#domain/money/money.ts'
import { getMinimumCharge } from '#domain/money/smallest-charge.ts'
import { POLICY_FIGURES } from '#domain/orders/refund-policy.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { countComputedOrders, countPlacedOrders } from '../../../tests/support/laws.ts'
import { givenCourse, givenGiftCard, givenPromoCode } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { payByGiftCard } from './place-order/order-by-gift-card.ts'
import { placeOrder } from './place-order/place-order.ts'
import { splitAmountsDue } from './pricing/amounts-due.ts'
import { computePrice } from './pricing/compute-price.ts'
import { createQuote } from './pricing/create-quote.ts'
import { CheckoutBody } from './wire.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const DAY_MS = 86_400_000
const TIERS = [
  { minFriends: 2, percentOff: 10 },
  { minFriends: 3, percentOff: 15 },
  { minFriends: 4, percentOff: 20 },
]
const usd = (minor: number) => money(minor, 'USD')
const minor = fc.nat(1_000_000)
const some = minor.map((amount) => (amount % 3 === 0 ? null : usd(amount)))

const lawInput = fc.record({
  price: minor.map(usd),
  deposit: some,
  seats: fc.integer({ min: 1, max: 10 }),
  startsInDays: fc.option(fc.integer({ min: 0, max: 60 })),
  promo: fc.option(
    fc.oneof(
      fc.integer({ min: 1, max: 100 }).map((percent) => ({ code: 'CODE', off: { percent } })),
      minor.map((amount) => ({ code: 'CODE', off: { amount: usd(amount + 1) } })),
    ),
  ),
  giftCard: some,
  credit: some,
  isReferred: fc.boolean(),
})
type LawInput = typeof lawInput extends fc.Arbitrary<infer Value> ? Value : never

function reckon(one: LawInput, groupTiers = TIERS) {
  const { price, deposit, seats, startsInDays, promo, giftCard, credit, isReferred } = one
  return computePrice(
    { groupTiers, referral: { percent: 10, rewardDollars: 20 } },
    {
      cohort: { startsAt: startsInDays === null ? null : new Date(NOW.getTime() + startsInDays * DAY_MS) },
      offer: { price, discountPrice: null, discountEndsAt: null, deposit },
      seats,
      codes: {
        promo: promo && { ...promo, label: 'Off', minSeats: 1 },
        giftCard: giftCard && { id: 'card', balance: giftCard },
        credit: credit && { personId: 'owner', amount: credit },
        referral: isReferred ? { code: 'FRVEND23', problem: null, isTyped: false } : null,
      } as Parameters<typeof computePrice>[1]['codes'],
      tax: null,
      refund: POLICY_FIGURES.standard,
      now: NOW,
    },
  )
}

describe('every order', () => {
  test('the displayed amount is charged: by card, gift card and credit, in full or as a deposit', () => {
    fc.assert(
      fc.property(lawInput, (one) => {
        const { options, row } = reckon(one)
        for (const { paymentType, paid, quote } of options) {
          const { dueNow, tender } = splitAmountsDue(row, paymentType === 'deposit')
          const by = (method: string) => tender.find((part) => part.method === method)?.amount ?? usd(0)
          expect([dueNow, by('gift-card'), by('credit')]).toEqual([paid.now, paid.giftCard, paid.credit])
          const parts = [paid.giftCard, paid.credit, paid.now, paid.later].map((part) => part.minor)
          expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
          expect(parts.reduce((sum, part) => sum + part)).toBe(quote.total.minor)
        }
      }),
      countComputedOrders(2_000),
    )
  })

  test('the price does not depend on the order of codes and rules', () => {
    const shuffled = fc.shuffledSubarray(TIERS, { minLength: TIERS.length })
    const names = fc.shuffledSubarray(
      ['promo', 'giftCard', 'credit', 'isReferred', 'seats', 'price', 'deposit', 'startsInDays'],
      {
        minLength: 8,
      },
    )
    fc.assert(
      fc.property(lawInput, names, shuffled, (one, order, tiers) => {
        const turned = Object.fromEntries(order.map((name) => [name, one[name as keyof LawInput]])) as LawInput
        expect(reckon(turned, tiers)).toEqual(reckon(one))
      }),
      countComputedOrders(2_000),
    )
  })

  test('amounts, price, state or role that a client sends are ignored', () => {
    const body = {
      quoteId: randomUUID(),
      courseCode: 'NG',
      paymentType: 'full',
      name: 'Demo Buyer',
      email: 'buyer@understudy.test',
      timezoneId: 'Asia/Manila',
      consent: { terms: true },
    }
    const own = new Set(Object.keys(CheckoutBody.shape))
    const forged = fc.dictionary(
      fc.oneof(fc.constantFrom(...FORGED), fc.string()).filter((name) => !own.has(name)),
      fc.anything(),
    )
    fc.assert(
      fc.property(forged, (lies) => {
        expect(CheckoutBody.parse({ ...lies, ...body })).toEqual(CheckoutBody.parse(body))
      }),
      countComputedOrders(2_000),
    )
  })
})

const FORGED = ['total', 'price', 'amount', 'amountMinor', 'discount', 'unit', 'dueNow', 'status', 'role', 'isAdmin']

describe('every placed order', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld(20)
  })
  afterAll(async () => {
    const violations = (await audit(world)).filter((answer) => answer.violations.length > 0)
    await world.close()
    expect(violations).toEqual([])
  })

  test('the charge equals the displayed price, even with forged amounts in the request', async () => {
    const orders = fc.record({
      priceMinor: fc.integer({ min: 1, max: 100_000 }),
      depositMinor: fc.option(fc.integer({ min: 1, max: 50_000 }), { nil: undefined }),
      seats: fc.integer({ min: 1, max: 5 }),
      percentOff: fc.option(fc.integer({ min: 1, max: 99 })),
      giftCard: fc.option(fc.integer({ min: 1, max: 3_000 })),
      wantsDeposit: fc.boolean(),
      forged: fc.dictionary(fc.constantFrom(...FORGED), fc.constantFrom(0, 1, -1, '0.01', 'complete', 'admin')),
    })
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const { shown, charged } = await submitOrder(world, order)
        expect(charged).toEqual(shown)
      }),
      countPlacedOrders(40),
    )
  })
})

type Order = {
  priceMinor: number
  depositMinor: number | undefined
  seats: number
  percentOff: number | null
  giftCard: number | null
  wantsDeposit: boolean
  forged: Record<string, unknown>
}

const cents = (amount: { amount: string }) => Math.round(Number(amount.amount) * 100)

/** In decimals, as the browser shows them; what is charged as the payments say it. */
async function submitOrder(world: World, { priceMinor, depositMinor, seats, percentOff, giftCard, ...order }: Order) {
  const courseCode = await givenCourse(world, { seats: null, priceMinor, ...(depositMinor && { depositMinor }) })
  const codes = {
    seats,
    ...(percentOff && { promoCode: await givenPromoCode(world, { percent_off: percentOff }) }),
    ...(giftCard && { giftCardCode: await givenGiftCard(world, giftCard) }),
  }
  const quoted = await createQuote(world, { cohortCode: courseCode, ip: randomUUID(), ...codes })
  if (!quoted.ok) throw new Error(quoted.refusal.code)
  const { options, quoteId } = quoted.value
  const option = options.find(({ paymentType }) => (paymentType === 'deposit') === order.wantsDeposit) ?? options[0]!
  const body = CheckoutBody.parse({
    ...order.forged,
    ...codes,
    quoteId,
    courseCode,
    paymentType: option.paymentType,
    name: 'Demo Buyer',
    email: `buyer-${randomUUID()}@understudy.test`,
    timezoneId: 'Asia/Manila',
    consent: { terms: true },
  })
  const pay = Number(option.dueNow.amount) > 0 ? placeOrder : payByGiftCard
  const outcome = await pay(world, guest(), body, randomUUID())
  // A price that is nothing is given, not sold; and no card is charged less than it takes.
  const isUnsold =
    Number(option.total.amount) === 0 || (cents(option.dueNow) > 0 && cents(option.dueNow) < getMinimumCharge('USD'))
  if (!outcome.ok && outcome.refusal.code === 'METHOD_NOT_AVAILABLE' && isUnsold) return { shown: null, charged: null }
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  const payments = await world.db
    .selectFrom('payment')
    .select(['method', 'amount_minor'])
    .where('order_id', '=', outcome.value.orderId)
    .where('amount_minor', '>', 0)
    .execute()
  const by = (method: string) => payments.find((payment) => payment.method === method)?.amount_minor ?? 0
  return {
    shown: { card: cents(option.dueNow), giftCard: cents(option.giftCardApplied) },
    charged: { card: by('card'), giftCard: by('gift-card') },
  }
}
