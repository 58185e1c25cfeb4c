/** Something to sell in a test, and what a browser posts to buy it. */
import { randomBytes, randomUUID } from 'node:crypto'
import { money } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/transaction.ts'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import type { CheckoutBody } from '#sell/checkout/wire.ts'
import { issueGiftCard } from '#sell/gift-cards/issue-gift-card.ts'

type CohortFacts = {
  kind?: 'course' | 'workshop' | 'masterclass'
  seats?: number | null
  priceMinor?: number
  depositMinor?: number
  startsInDays?: number
  state?: 'open' | 'announced'
}

/** A course with one cohort and one offer; answers the course code, which is the offer code too. */
export async function givenCourse(
  { db }: Pick<Deps, 'db'>,
  {
    kind = 'course',
    seats = 10,
    priceMinor = 39_900,
    depositMinor,
    startsInDays = 30,
    state = 'open',
  }: CohortFacts = {},
): Promise<string> {
  const prefix = `T${randomBytes(4).toString('hex').toUpperCase()}`
  const courseCode = `${prefix}-1`
  const startsAt = new Date(Date.now() + startsInDays * 86_400_000)
  const endsAt = new Date(startsAt.getTime() + 90 * 60_000)
  await db
    .insertInto('course')
    .values({
      course_code: prefix,
      position: 1,
      kind,
      delivery_type: 'live',
      title: 'A course',
      definition: '{}',
      published_at: new Date(),
    })
    .execute()
  await db
    .insertInto('cohort')
    .values({
      cohort_code: courseCode,
      course_code: prefix,
      state,
      capacity: seats,
      timezone_id: 'Europe/London',
      starts_at: startsAt,
      ends_at: endsAt,
    })
    .execute()
  await db
    .insertInto('offer')
    .values({
      offer_code: courseCode,
      cohort_code: courseCode,
      currency: 'USD',
      price_minor: priceMinor,
      deposit_minor: depositMinor ?? null,
    })
    .execute()
  return courseCode
}

type OrderInput = Partial<
  Pick<
    CheckoutBody,
    | 'seats'
    | 'promoCode'
    | 'giftCardCode'
    | 'paymentType'
    | 'waitlistToken'
    | 'referralCode'
    | 'attribution'
    | 'firstTouch'
  >
>

/** The body that a browser posts for one or more seats, with a new quote. */
export async function checkoutBody(
  deps: Deps,
  courseCode: string,
  email = `buyer-${randomUUID()}@understudy.test`,
  input: OrderInput = {},
): Promise<CheckoutBody> {
  const options = await createQuote(deps, { cohortCode: courseCode, ip: randomUUID(), ...input })
  return {
    quoteId: options.ok ? options.value.quoteId : randomUUID(),
    courseCode,
    paymentType: 'full',
    name: 'Demo Buyer',
    email,
    timezoneId: 'Asia/Manila',
    consent: { terms: true },
    ...input,
  }
}

/** A gift card that is given away; answers its code. */
export async function givenGiftCard(deps: Deps, dollars: number): Promise<string> {
  const order = await transact(deps.db, (tx) => issueGiftCard(deps, tx, money(dollars * 100, 'USD')))
  return order!.code
}

type Off = { percent_off: number } | { amount_off_minor: number }

/** A promo code of one's own; answers it. */
export async function givenPromoCode({ db }: Deps, off: Off, useLimit: number | null = null): Promise<string> {
  const code = `P${randomBytes(4).toString('hex').toUpperCase()}`
  await db
    .insertInto('promo_code')
    .values({ code, label: 'Off', currency: 'USD', use_limit: useLimit, ...off })
    .execute()
  return code
}

export const cards = {
  good: { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' },
  declined: { number: '4000000000000002', expMonth: 12, expYear: 2040, cvc: '123' },
  noFunds: { number: '4000000000009995', expMonth: 12, expYear: 2040, cvc: '123' },
  asks: { number: '4000002500003155', expMonth: 12, expYear: 2040, cvc: '123' },
  failsLater: { number: '4000000000000341', expMonth: 12, expYear: 2040, cvc: '123' },
  asksLater: { number: '4000002760003184', expMonth: 12, expYear: 2040, cvc: '123' },
  late: { number: '4000000000000077', expMonth: 12, expYear: 2040, cvc: '123' },
}
