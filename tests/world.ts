/** The world of a test: real verbs on a real database, with as much around them as they need and no more. */
import { randomBytes, randomUUID } from 'node:crypto'
import { readConfig } from '#config.ts'
import { paymentOptionsFor } from '#features/checkout/options.ts'
import type { CheckoutBody } from '#features/checkout/wire.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { openLog } from '#platform/log.ts'
import { openMailer } from '#platform/mail/mailer.ts'
import { openGateway } from '#platform/payments/gateway.ts'
import { openSecrets } from '#platform/secrets.ts'
import { openTestDatabase } from './database.ts'

export type World = Deps & { close(): Promise<void> }

export async function openWorld(connections = 10): Promise<World> {
  const { db, url, close } = await openTestDatabase(connections)
  const log = openLog('silent')
  const config = readConfig({ MODE: 'demo' })
  const secrets = openSecrets(randomBytes(32))
  const jobs = openJobs(url, log)
  await jobs.start()
  const gateway = openGateway(config, { db, jobs, secrets })
  return {
    config,
    log,
    db,
    jobs,
    secrets,
    mailer: openMailer(config),
    gateway,
    clock: () => new Date(),
    async close() {
      await jobs.stop()
      await close()
    },
  }
}

export const guest = (checkoutToken: string | null = null): Actor => ({ kind: 'guest', checkoutToken })

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
  const options = await paymentOptionsFor(deps, { courseCode })
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
