/** A learner's orders (docs/contract §5), over HTTP on a real database. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { cancelCohort } from '#sell/payments/cancel-cohort.ts'
import { givenOrder, givenPaidOrder, refundFirstSeat } from '../../../tests/world/bought.ts'
import { createDisputeWorld } from '../../../tests/world/dispute-world.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { givenSession } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { listPurchases } from './list-purchases.ts'
import type { Purchase } from './wire/purchases.ts'

let identity: Identity
beforeAll(async () => {
  identity = await createIdentityWorld()
})
afterAll(() => identity.close())

type Page = { purchases: Purchase[]; next: string | null }
async function listAs(email: string, after?: string): Promise<Page> {
  const headers = await identity.as(email)
  const response = await identity.api.call(`/api/v1/purchases${after ? `?after=${after}` : ''}`, { headers })
  expect(response.status).toBe(200)
  return response.body.data
}
const buy = (email: string, input: Parameters<typeof givenPaidOrder>[1] = {}) =>
  givenPaidOrder(identity.world, { email, ...input })
const START = Date.now()
const inDays = (days: number) => new Date(START + days * 86_400_000)
const usd = (amount: string) => ({ amount, currency: 'USD' })
const numbers = ({ purchases }: Page) => purchases.map(({ order }) => order.orderId)

test('a learner sees the own paid orders, the newest first, with the refund that the policy gives today', async () => {
  const email = await identity.known()
  const far = await buy(email)
  const near = await buy(email, { courseCode: await givenCourse(identity.world, { startsInDays: 3 }), seats: 2 })
  const begun = await buy(email, { courseCode: await givenCourse(identity.world, { startsInDays: 5 }) })
  await identity.world.db
    .updateTable('cohort')
    .set({ starts_at: new Date(Date.now() - 60_000) })
    .where('cohort_code', '=', begun.courseCode)
    .execute()
  const page = await listAs(email)
  expect(numbers(page)).toEqual([begun.orderId, near.orderId, far.orderId])
  expect(page.purchases).toMatchObject([
    { outcome: 'complete', refund: { percent: 0, amount: usd('0.00'), parts: [] } },
    { outcome: 'complete', refund: { percent: 50, amount: usd('399.00') }, order: { friends: [{ seat: 2 }] } },
    {
      title: 'A course',
      course: { deliveryType: 'live', timezoneId: 'Europe/London' },
      refund: {
        percent: 100,
        amount: usd('399.00'),
        waived: usd('0.00'),
        parts: [{ method: 'card', amount: usd('399.00'), card: { brand: 'Visa', last4: '4242' } }],
      },
    },
  ])
})

test('a deposit can go back, and its balance is then no longer due', async () => {
  const email = await identity.known()
  await buy(email, { depositMinor: 9_900, paymentType: 'deposit' })
  const { purchases } = await listAs(email)
  expect(purchases).toMatchObject([
    { order: { totals: { due: usd('300.00') } }, refund: { amount: usd('99.00'), waived: usd('300.00') } },
  ])
})

test('a session that moved after the purchase gives all back until it starts, also once the course has begun', async () => {
  const email = await identity.known()
  const { db } = identity.world
  const courseCode = await givenCourse(identity.world, { startsInDays: 3 })
  const { sessionId } = await givenSession(identity.world, courseCode, { startsAt: inDays(5) })
  await buy(email, { courseCode })
  const other = await identity.known()
  const move = (startsAt: Date) =>
    db
      .updateTable('cohort_session')
      .set({ starts_at: startsAt, ends_at: new Date(startsAt.getTime() + 3_600_000) })
      .where('id', '=', sessionId)
      .execute()
  await move(inDays(6))
  await buy(other, { courseCode })
  const moved = { amount: usd('399.00'), percent: 100, until: inDays(6).toISOString(), isMoved: true }
  expect((await listAs(email)).purchases).toMatchObject([{ refund: moved }])
  expect((await listAs(other)).purchases).toMatchObject([{ refund: { percent: 50, isMoved: false } }])
  await db
    .updateTable('cohort')
    .set({ starts_at: inDays(-1) })
    .where('cohort_code', '=', courseCode)
    .execute()
  expect((await listAs(email)).purchases).toMatchObject([{ refund: moved }])
  expect((await listAs(other)).purchases).toMatchObject([{ refund: { percent: 0 } }])
  await move(inDays(5))
  expect((await listAs(email)).purchases).toMatchObject([{ refund: { percent: 0, isMoved: false } }])
})

test('a refunded seat gives nothing more, and the order says what became of its money', async () => {
  const email = await identity.known()
  const admin = await identity.admin()
  const order = await buy(email, { seats: 2 })
  await refundFirstSeat(identity.world, admin.id, order.orderId)
  expect((await listAs(email)).purchases).toMatchObject([
    { outcome: 'part-refunded', refund: { amount: usd('399.00') } },
  ])
})

test('cancelled dates have no refund to ask for', async () => {
  const email = await identity.known()
  const admin = await identity.admin()
  const { courseCode } = await buy(email)
  const cancelled = await cancelCohort(identity.world, admin.id, courseCode, 'The teacher is ill')
  expect(cancelled.ok).toBe(true)
  expect((await listAs(email)).purchases).toMatchObject([{ refund: null, order: { cancellation: {} } }])
})

test('a disputed order says so, and has no refund to ask for', async () => {
  const { disputed, dashboard, world, close } = await createDisputeWorld('the sandbox')
  const { order } = await disputed()
  const { email } = await world.db
    .updateTable('person')
    .set({ email_verified_at: new Date() })
    .from('orders')
    .whereRef('orders.email', '=', 'person.email')
    .where('orders.id', '=', order.orderId)
    .returning('person.email')
    .executeTakeFirstOrThrow()
  const { id: personId } = (await personByEmail(world.db, email))!
  const learner = {
    kind: 'person',
    personId,
    sessionId: randomUUID(),
    audience: 'learner',
    roles: ['learner'],
  } as const
  expect((await listPurchases(dashboard.deps, learner, null)).purchases).toMatchObject([
    { outcome: 'disputed', refund: null, order: { disputed: { status: 'open' } } },
  ])
  await close()
})

test('another person’s orders and unpaid ones that a stranger placed are never listed, nor is an admin’s token taken', async () => {
  const [email, other] = [await identity.known(), await identity.known()]
  const mine = await buy(email)
  const stranger = await givenOrder(identity.world, { email: other })
  expect(numbers(await listAs(other))).toEqual([])
  expect(numbers(await listAs(other, mine.orderId))).toEqual([])
  expect(numbers(await listAs(email))).toEqual([mine.orderId])
  expect(stranger.orderId).toBeTruthy()
  expect(await identity.api.call('/api/v1/purchases')).toMatchObject({ status: 401 })
  const { headers } = await identity.admin()
  expect(await identity.api.call('/api/v1/purchases', { headers })).toMatchObject({ status: 401 })
})

test('an address that the account has not confirmed shows nothing', async () => {
  const email = await identity.known()
  await buy(email)
  const headers = await identity.as(email)
  const unconfirmed = { email_verified_at: null, password_hash: null }
  await identity.world.db.updateTable('person').set(unconfirmed).where('email', '=', email).execute()
  const response = await identity.api.call('/api/v1/purchases', { headers })
  expect(response.body.data).toEqual({ purchases: [], next: null })
})

test('ten orders are a page, and the next page goes on after them', async () => {
  const email = await identity.known()
  const placed: string[] = []
  for (let count = 0; count < 11; count++) placed.unshift((await buy(email)).orderId)
  const first = await listAs(email)
  expect(numbers(first)).toEqual(placed.slice(0, 10))
  expect(first.next).toBe(placed[9])
  expect(await listAs(email, first.next!)).toMatchObject({
    purchases: [{ order: { orderId: placed[10] } }],
    next: null,
  })
  expect(numbers(await listAs(email, randomUUID()))).toEqual([])
})
