import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payByGiftCard } from '#sell/checkout/place-order/order-by-gift-card.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { findGiftCard } from '#sell/gift-cards/find-gift-card.ts'
import { raceRounds } from '../../../tests/support/laws.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { checkoutBody, givenCourse, givenGiftCard, givenPromoCode } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => closeAudited(world))

const many = <Value>(times: number, one: () => Promise<Value>) => Promise.all(Array.from({ length: times }, one))

test.each(raceRounds)(
  '50 buyers at once pay 10 dollars each from one gift card of 100: ten succeed, and its balance is zero (round %i)',
  async () => {
    const courseCode = await givenCourse(world, { seats: null, priceMinor: 1_000 })
    const giftCardCode = await givenGiftCard(world, 100)
    const bodies = await many(50, () => checkoutBody(world, courseCode, undefined, { giftCardCode }))
    const outcomes = await Promise.all(bodies.map((body) => payByGiftCard(world, guest(), body, randomUUID())))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(10)
    const codes = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.code]))
    for (const code of codes) expect(['GIFT_CARD_INVALID', 'PRICE_CHANGED']).toContain(code)
    expect(await findGiftCard(world, giftCardCode, 'here')).toMatchObject({ value: { balance: { minor: 0 } } })
  },
)

const limits = raceRounds.flatMap((round) => [1, 10].map((limit) => ({ limit, round })))
test.each(limits)(
  '100 buyers at once use a promo code with the limit $limit: no more get its price (round $round)',
  async ({ limit }) => {
    const courseCode = await givenCourse(world, { seats: null })
    const promoCode = await givenPromoCode(world, { percent_off: 10 }, limit)
    const bodies = await many(100, () => checkoutBody(world, courseCode, undefined, { promoCode }))
    const outcomes = await Promise.all(bodies.map((body) => placeOrder(world, guest(), body, randomUUID())))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(limit)
    const codes = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.code]))
    expect(new Set(codes)).toEqual(new Set(['PROMO_INVALID']))
  },
)

test('40 groups of three at once for 20 seats, by gift card and by card: six groups get all their seats, no group a part', async () => {
  const courseCode = await givenCourse(world, { seats: 20, priceMinor: 1_000 })
  const giftCardCode = await givenGiftCard(world, 1_000)
  const buy = async (withGiftCard: boolean) => {
    const more = { seats: 3, ...(withGiftCard && { giftCardCode }) }
    const body = await checkoutBody(world, courseCode, undefined, more)
    return (withGiftCard ? payByGiftCard : placeOrder)(world, guest(), body, randomUUID())
  }
  const outcomes = await Promise.all(Array.from({ length: 40 }, (_, at) => buy(at % 2 === 0)))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(6)
  const cohort = await world.db
    .selectFrom('cohort')
    .select('taken')
    .where('cohort_code', '=', courseCode)
    .executeTakeFirst()
  expect(cohort?.taken).toBe(18)
})
