import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../../../../tests/world/api.ts'
import { unknownOffer } from '../../../../tests/world/catalogue.ts'
import { says } from '../../../../tests/world/identity.ts'
import { checkoutBody, givenCourse, givenGiftCard, givenPromoCode } from '../../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../../tests/world/world.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { createQuote } from './create-quote.ts'

let world: World
let api: Api
beforeAll(async () => {
  world = await createWorld()
  const row = { currency: 'USD', label: 'Off' }
  await world.db
    .insertInto('promo_code')
    .values([
      { ...row, code: 'TEN', percent_off: 10 },
      { ...row, code: 'HALF', percent_off: 50, min_seats: 2 },
      { ...row, code: 'ALL', percent_off: 100 },
      { ...row, code: 'YEN', amount_off_minor: 500, currency: 'JPY' },
    ])
    .execute()
  api = await startApi(world)
})
afterAll(async () => {
  await api.close()
  await world.close()
})

const usd = (amount: string) => ({ amount, currency: 'USD' })
const IN_30_DAYS = 30
const ask = (body: object) => api.post('/api/v1/sign-up-payment-options', body)

async function dataFor(body: object) {
  const response = await ask(body)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body.data
}

const giftCard = (dollars: number) => givenGiftCard(world, dollars)
const givenDeposit = (dollars = 99, startsInDays = IN_30_DAYS) =>
  givenCourse(world, { startsInDays, depositMinor: dollars * 100 })

describe('sign-up-payment-options (docs/contract §5)', () => {
  test('one seat at its price: one payment type, by card, PayPal or gift card, and a quote of 15 minutes', async () => {
    const data = await dataFor({ courseCode: await givenCourse(world) })
    expect(data).toEqual({
      quoteId: expect.any(String),
      expiresAt: expect.any(String),
      currency: 'USD',
      seats: 1,
      seatsRemaining: 10,
      options: [
        {
          paymentType: 'full',
          paymentMethods: ['card', 'paypal', 'gift-card'],
          lines: [{ kind: 'seats', label: '1 seat', amount: usd('399.00') }],
          subtotal: usd('399.00'),
          discount: usd('0.00'),
          total: usd('399.00'),
          giftCardApplied: usd('0.00'),
          creditApplied: usd('0.00'),
          dueNow: usd('399.00'),
          dueLater: [],
        },
      ],
      tax: null,
      groupTiers: [
        { minFriends: 2, percentOff: 10 },
        { minFriends: 3, percentOff: 15 },
        { minFriends: 4, percentOff: 20 },
      ],
      promo: null,
      giftCard: null,
      credit: null,
      referral: null,
      isEnrolled: false,
      localPrice: usd('399.00'),
      refund: { daysBefore: 7, latePercent: 50, daysAfter: 14 },
    })
    const minutes = (Date.parse(data.expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThan(15.1)
  })

  test('friends, a code, a gift card and a deposit, and every amount of each way to pay', async () => {
    const courseCode = await givenDeposit()
    const giftCardCode = await giftCard(320)
    const data = await dataFor({ courseCode, seats: 3, promoCode: ' ten ', giftCardCode })
    const priced = {
      lines: [
        { kind: 'seats', label: '3 seats', amount: usd('1197.00') },
        { kind: 'group', label: 'Group of 3: 10 % off', amount: usd('119.70') },
      ],
      subtotal: usd('1197.00'),
      discount: usd('119.70'),
      total: usd('1077.30'),
      giftCardApplied: usd('320.00'),
      creditApplied: usd('0.00'),
    }
    expect(data).toMatchObject({
      seats: 3,
      promo: { code: 'TEN', label: 'Off', isApplied: false },
      giftCard: { balance: usd('320.00') },
      localPrice: usd('1077.30'),
      options: [
        { paymentType: 'full', ...priced, dueNow: usd('757.30'), dueLater: [] },
        // 3 × 99 is due now, and the card pays for all of it and 23 of the rest
        {
          paymentType: 'deposit',
          paymentMethods: ['gift-card'],
          ...priced,
          dueNow: usd('0.00'),
          dueLater: [{ dueAt: expect.any(String), amount: usd('757.30') }],
        },
      ],
    })
    const daysBefore = IN_30_DAYS - (Date.parse(data.options[1].dueLater[0].dueAt) - Date.now()) / 86_400_000
    expect(daysBefore).toBeCloseTo(7, 1)
  })

  test('a deposit whose balance would be due already is not offered', async () => {
    const data = await dataFor({ courseCode: await givenDeposit(99, 7) })
    expect(data.options.map((option: { paymentType: string }) => option.paymentType)).toEqual(['full'])
  })

  test('an order that a code makes free has no way to pay', async () => {
    const data = await dataFor({ courseCode: await givenCourse(world), promoCode: 'ALL' })
    expect(data.options).toMatchObject([{ total: usd('0.00'), dueNow: usd('0.00'), paymentMethods: [] }])
  })

  test('own credit needs its owner, pays at most what there is, and comes after the gift card', async () => {
    const courseCode = await givenCourse(world)
    expect(await ask({ courseCode, credit: usd('20.00') })).toMatchObject(
      says(401, 'CREDIT_SIGN_IN', 'Please log in to use your credit.'),
    )
    for (const none of [0, usd('0.00')])
      expect(await dataFor({ courseCode, credit: none })).toMatchObject({ options: [{ creditApplied: usd('0.00') }] })
    for (const credit of [-1, 0.005, 'all', null])
      expect(await ask({ courseCode, credit })).toMatchObject({ status: 400, body: { errorCode: 'FIELD_INVALID' } })
    expect(await ask({ courseCode, credit: 20 })).toMatchObject({ status: 401 })
    const personId = await someoneWithCredit(50)
    const of = (credit: object) =>
      createQuote(world, {
        cohortCode: courseCode,
        ip: '192.0.2.1',
        personId,
        credit: credit as ReturnType<typeof usd>,
      })
    expect(await of(usd('20.00'))).toMatchObject({
      value: { options: [{ creditApplied: usd('20.00'), dueNow: usd('379.00') }] },
    })
    expect(await of(usd('9999.00'))).toMatchObject({ value: { options: [{ creditApplied: usd('50.00') }] } })
    for (const wrong of [usd('-1.00'), usd('x'), { amount: '1.00', currency: 'PHP' }])
      expect(await of(wrong)).toMatchObject({
        refusal: { code: 'FIELD_INVALID', fields: { credit: expect.any(String) } },
      })
  })

  test('the stored quote equals the response', async () => {
    const courseCode = await givenDeposit()
    const giftCardCode = await giftCard(50)
    const { quoteId } = await dataFor({ courseCode, seats: 2, promoCode: 'HALF', giftCardCode })
    const row = await world.db.selectFrom('quote').selectAll().where('id', '=', quoteId).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      seats: 2,
      unit_minor: 39_900,
      subtotal_minor: 79_800,
      total_minor: 39_900,
      discount_kind: 'promo',
      promo_code: 'HALF',
      deposit_minor: 19_800,
      gift_card_minor: 5_000,
    })
  })
})

describe('a buyer whose order is still open', () => {
  const clientKey = randomUUID()
  const place = async (courseCode: string, more: object = {}) => {
    const body = { ...(await checkoutBody(world, courseCode, undefined, more)), clientKey }
    expect(await placeOrder(world, guest(), body, randomUUID())).toMatchObject({ ok: true })
  }

  test('sees the price of the last seats, which the own order holds; nobody else does', async () => {
    const courseCode = await givenCourse(world, { seats: 3, depositMinor: 9_900 })
    await place(courseCode, { seats: 2 })
    expect(await ask({ courseCode, seats: 2 })).toMatchObject({ status: 409, body: { errorCode: 'SEATS_TAKEN' } })
    const data = await dataFor({ courseCode, seats: 2, clientKey })
    expect(data.options.map(({ paymentType }: { paymentType: string }) => paymentType)).toEqual(['full', 'deposit'])
    expect(await ask({ courseCode, seats: 4, clientKey })).toMatchObject({
      status: 409,
      body: { data: { seatsRemaining: 3 } },
    })
  })

  test('gets nothing of it for free, because a free enrolment does not replace the order', async () => {
    const courseCode = await givenCourse(world, { seats: 1 })
    await place(courseCode)
    const promoCode = await givenPromoCode(world, { percent_off: 100 }, 9)
    expect((await dataFor({ courseCode, clientKey })).options).toHaveLength(1)
    expect(await ask({ courseCode, clientKey, promoCode })).toMatchObject({
      status: 409,
      body: { errorCode: 'SEATS_TAKEN' },
    })
  })

  test('may use the promo code and the gift card again, which the own order has reserved', async () => {
    const courseCode = await givenCourse(world)
    const codes = { promoCode: await givenPromoCode(world, { percent_off: 10 }, 1), giftCardCode: await giftCard(50) }
    await place(courseCode, codes)
    expect((await ask({ courseCode, promoCode: codes.promoCode })).body.errorCode).toBe('PROMO_INVALID')
    expect((await ask({ courseCode, giftCardCode: codes.giftCardCode })).body.errorCode).toBe('GIFT_CARD_INVALID')
    expect(await dataFor({ courseCode, clientKey, ...codes })).toMatchObject({
      options: [{ discount: usd('39.90'), giftCardApplied: usd('50.00') }],
    })
  })
})

describe('refused', () => {
  const INVALID_PROMO = says(
    404,
    'PROMO_INVALID',
    'We can’t use this code here. Check its spelling. It may have ended, or be for another course, for more seats or for a first course.',
  )
  const INVALID_CARD = says(
    404,
    'GIFT_CARD_INVALID',
    'We can’t use this gift card. Check its code in the e-mail that brought it. It may also be used up.',
  )
  test.each<[string, object, object]>([
    ['an unknown course', { courseCode: 'NOPE' }, says(404, 'COURSE_NOT_FOUND', 'We couldn’t find this course.')],
    ['an unknown offer', { offerCode: 'NOPE' }, unknownOffer],
    ['an unknown promo code', { promoCode: 'NOPE' }, INVALID_PROMO],
    ['a promo code for more seats', { promoCode: 'HALF' }, INVALID_PROMO],
    ['a promo code of another currency', { promoCode: 'YEN' }, INVALID_PROMO],
    ['an unknown gift card', { giftCardCode: 'GIFT-0000-0000-0000-0000' }, INVALID_CARD],
    ['no seat', { seats: 0 }, { status: 400 }],
    ['eleven seats', { seats: 11 }, { status: 400 }],
    ['half a seat', { seats: 1.5 }, { status: 400 }],
    ['a course code that is none', { courseCode: 7 }, { status: 400 }],
  ])('%s', async (_what, change, refusal) => {
    await world.db.deleteFrom('rate_limit').execute()
    expect(await ask({ courseCode: await givenCourse(world), ...change })).toMatchObject(refusal)
  })

  test('more seats than are left, and how many those are', async () => {
    expect(await ask({ courseCode: await givenCourse(world, { seats: 2 }), seats: 3 })).toMatchObject({
      status: 409,
      body: { errorCode: 'SEATS_TAKEN', data: { seatsRemaining: 2 } },
    })
  })

  test('ten unknown codes from one address, promo codes and gift cards together, wherever they are tried', async () => {
    await world.db.deleteFrom('rate_limit').execute()
    const courseCode = await givenCourse(world)
    const card = await giftCard(10)
    const balance = (code: string) => api.call('/api/v1/gift-cards/balance', { headers: { 'x-gift-card': code } })
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await ask({ courseCode, promoCode: randomUUID() })).toMatchObject(INVALID_PROMO)
      expect(await ask({ courseCode, giftCardCode: randomUUID() })).toMatchObject(INVALID_CARD)
      expect(await balance(randomUUID())).toMatchObject(INVALID_CARD)
    }
    expect(await balance(card), 'a right one is no guess').toMatchObject({ body: { data: { balance: usd('10.00') } } })
    expect(await api.call('/api/v1/promo-code?code=NOPE')).toMatchObject(INVALID_PROMO)
    for (const response of [
      await balance(card),
      await ask({ courseCode, giftCardCode: card }),
      await ask({ courseCode, promoCode: 'TEN' }),
    ]) {
      expect(response).toMatchObject({ status: 429, body: { errorCode: 'RATE_LIMITED' } })
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })
})

async function someoneWithCredit(dollars: number): Promise<string> {
  const person = await world.db
    .insertInto('person')
    .values({ email: `${randomUUID()}@understudy.test`, name: 'Cora' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('ledger_account')
    .values({ id: `credit:${person.id}:USD`, kind: 'credit', currency: 'USD', balance: -dollars * 100 })
    .execute()
  return person.id
}
