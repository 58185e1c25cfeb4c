/** Something to sell in a test, and what a browser posts to buy it. */
import { randomBytes, randomUUID } from 'node:crypto'
import { paymentOptionsFor } from '#features/checkout/options.ts'
import type { CheckoutBody } from '#features/checkout/wire.ts'
import type { Deps } from '#http/deps.ts'

type Run = { seats?: number | null; priceMinor?: number; startsInDays?: number; state?: 'open' | 'announced' }

/** A course with one run and one offer; answers the course code, which is the offer code too. */
export async function givenCourse(
  { db }: Deps,
  { seats = 10, priceMinor = 39_900, startsInDays = 30, state = 'open' }: Run = {},
): Promise<string> {
  const prefix = `T${randomBytes(4).toString('hex').toUpperCase()}`
  const courseCode = `${prefix}-1`
  const startsAt = new Date(Date.now() + startsInDays * 86_400_000)
  const endsAt = new Date(startsAt.getTime() + 90 * 60_000)
  await db
    .insertInto('course')
    .values({
      prefix_code: prefix,
      position: 1,
      kind: 'course',
      delivery_type: 'live',
      title: 'A course',
      definition: '{}',
    })
    .execute()
  await db
    .insertInto('cohort')
    .values({
      course_code: courseCode,
      prefix_code: prefix,
      state,
      capacity: seats,
      timezone_id: 'Europe/London',
      starts_at: startsAt,
      ends_at: endsAt,
    })
    .execute()
  await db
    .insertInto('offer')
    .values({ offer_code: courseCode, course_code: courseCode, currency: 'USD', price_minor: priceMinor })
    .execute()
  return courseCode
}

/** What a browser posts for one seat, with a quote that was just asked for. */
export async function checkoutBody(
  deps: Deps,
  courseCode: string,
  email = `buyer-${randomUUID()}@understudy.test`,
): Promise<CheckoutBody> {
  const options = await paymentOptionsFor(deps, { courseCode, ip: '192.0.2.1' })
  return {
    quoteId: options.ok ? options.value.quoteId : randomUUID(),
    courseCode,
    paymentType: 'full',
    name: 'Demo Buyer',
    email,
    timezoneId: 'Asia/Manila',
    consent: { terms: true },
  }
}

export const cards = {
  good: { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' },
  declined: { number: '4000000000000002', expMonth: 12, expYear: 2040, cvc: '123' },
  noFunds: { number: '4000000000009995', expMonth: 12, expYear: 2040, cvc: '123' },
  asks: { number: '4000002500003155', expMonth: 12, expYear: 2040, cvc: '123' },
  late: { number: '4000000000000077', expMonth: 12, expYear: 2040, cvc: '123' },
}
