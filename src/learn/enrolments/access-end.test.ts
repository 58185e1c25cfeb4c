import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { givenOrder } from '../../../tests/world/bought.ts'
import { cards, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { extendAccessOfCourse } from './access-end.ts'

const DAY_MS = 86_400_000
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function enrol(cohortCode: string) {
  await giveSeat(world, cohortCode, { email: `${randomUUID()}@understudy.test`, name: 'Ana', timezoneId: 'UTC' })
  return getEnd(cohortCode)
}

async function getEnd(cohortCode: string) {
  const row = await world.db
    .selectFrom('enrolment')
    .select('access_ends_at')
    .where('cohort_code', '=', cohortCode)
    .where('state', '=', 'active')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return row.access_ends_at
}

const setCohort = (cohortCode: string, dates: { starts_at: Date | null; ends_at: Date | null }) =>
  world.db.updateTable('cohort').set(dates).where('cohort_code', '=', cohortCode).execute()
const setDays = (cohortCode: string, access_days: number | null) =>
  world.db.updateTable('course').set({ access_days }).where('course_code', '=', cohortCode.slice(0, -2)).execute()

test('an enrolment gets access until the days after the end of its cohort, on demand after its activation', async () => {
  const live = await givenCourse(world)
  const { ends_at } = await world.db
    .selectFrom('cohort')
    .select('ends_at')
    .where('cohort_code', '=', live)
    .executeTakeFirstOrThrow()
  await setDays(live, 28)
  const days = ((await enrol(live))!.getTime() - ends_at!.getTime()) / DAY_MS
  expect(Math.round(days)).toBe(28)

  const onDemand = await givenCourse(world)
  await setCohort(onDemand, { starts_at: null, ends_at: null })
  await setDays(onDemand, 10)
  expect(Math.round(((await enrol(onDemand))!.getTime() - Date.now()) / DAY_MS)).toBe(10)
  await setDays(onDemand, null)
  expect(await enrol(onDemand)).toBeNull()
})

test('a cohort that moves extends access, and never shortens it', async () => {
  const cohort = await givenCourse(world)
  const before = (await enrol(cohort))!
  const [starts_at, ends_at] = [new Date(Date.now() + 90 * DAY_MS), new Date(Date.now() + 100 * DAY_MS)]
  await setCohort(cohort, { starts_at, ends_at })
  await extendAccessOfCourse(world, cohort.slice(0, -2))
  const later = (await getEnd(cohort))!
  expect(later.getTime()).toBeGreaterThan(before.getTime() + 60 * DAY_MS)
  await setCohort(cohort, { starts_at: new Date(Date.now() + DAY_MS), ends_at: new Date(Date.now() + 2 * DAY_MS) })
  await setDays(cohort, 1)
  await extendAccessOfCourse(world, cohort.slice(0, -2))
  expect(await getEnd(cohort)).toEqual(later)
})

test.each([
  ['for ever', null, null],
  ['for a year', 365, 365],
  ['for ten days', 10, 30],
] as const)('access that was sold %s is not shortened by a rule of before the payment', async (_name, sold, given) => {
  const cohort = await givenCourse(world)
  const course_code = cohort.slice(0, -2)
  await setDays(cohort, sold)
  const document = JSON.stringify({ rules: { accessDays: sold } })
  const version = {
    course_code,
    number: 1,
    document,
    sha256: Buffer.alloc(32),
    unit_hashes: '{}',
    source: 'seed' as const,
  }
  await world.db.insertInto('course_version').values(version).execute()
  const { orderId, checkoutToken, clientSecret } = await givenOrder(world, { courseCode: cohort })
  await setDays(cohort, 30)
  await world.gateway!.sandbox!.confirm({ clientSecret, ...cards.good })
  await checkPayment(world, guest(checkoutToken), { orderId })
  const end = await getEnd(cohort)
  if (given === null) return expect(end).toBeNull()
  const { ends_at } = await world.db
    .selectFrom('cohort')
    .select('ends_at')
    .where('cohort_code', '=', cohort)
    .executeTakeFirstOrThrow()
  expect(Math.round((end!.getTime() - ends_at!.getTime()) / DAY_MS)).toBe(given)
})
