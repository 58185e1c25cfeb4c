import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenOrder, givenPaidOrder, refundFirstSeat, sendRefunds } from '../../../tests/world/bought.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { getFigures } from './figures.ts'

/** A Wednesday; in Manila it is Thursday since an hour. */
const NOW = new Date('2027-01-13T17:00:00Z')

let own: Identity
beforeAll(async () => {
  own = await createIdentityWorld()
})
afterAll(() => own.close())

const load = (zone = 'UTC') => getFigures({ db: own.world.db, clock: () => NOW }, zone)
const usd = (amount: string) => ({ amount, currency: 'USD' })
const placedAt = (orderId: string, at: string) =>
  own.world.db
    .updateTable('orders')
    .set({ created_at: new Date(at) })
    .where('id', '=', orderId)
    .execute()

test('without sales every figure is zero', async () => {
  const none = { orders: 0, seats: 0, kept: [] }
  expect(await load()).toEqual({
    today: { since: '2027-01-13', ...none },
    week: { since: '2027-01-11', ...none },
    due: { orders: 0, late: 0, amount: [] },
    refunds: { waiting: 0, amount: [] },
  })
})

test('what was sold today and since Monday is counted by the days of the reader’s zone', async () => {
  const courseCode = await givenCourse(own.world, { seats: null })
  const group = await givenPaidOrder(own.world, { courseCode, seats: 3 })
  const single = await givenPaidOrder(own.world, { courseCode })
  const before = await givenPaidOrder(own.world, { courseCode })
  await placedAt((await givenOrder(own.world, { courseCode })).orderId, '2027-01-13T09:00:00Z')
  await placedAt(group.orderId, '2027-01-13T16:30:00Z')
  await placedAt(single.orderId, '2027-01-13T15:30:00Z')
  await placedAt(before.orderId, '2027-01-10T23:30:00Z')

  const inLondon = await load('Europe/London')
  expect(inLondon.today).toMatchObject({ since: '2027-01-13', orders: 2, seats: 4 })
  expect(inLondon.week).toMatchObject({ since: '2027-01-11', orders: 2, seats: 4, kept: inLondon.today.kept })
  const inManila = await load('Asia/Manila')
  expect(inManila.today).toMatchObject({ since: '2027-01-14', orders: 1, seats: 3 })
  expect(inManila.week).toMatchObject({ since: '2027-01-11', orders: 3, seats: 5 })
  const paid = await own.world.db
    .selectFrom('payment')
    .select((is) => is.fn.sum<number>('amount_minor').as('minor'))
    .where('order_id', 'in', [group.orderId, single.orderId, before.orderId])
    .where('state', '=', 'complete')
    .executeTakeFirstOrThrow()
  expect(inManila.week.kept).toEqual([usd((Number(paid.minor) / 100).toFixed(2))])
})

test('the rest of a deposit is still to come until it is paid, and late when its day is over', async () => {
  const courseCode = await givenCourse(own.world, { depositMinor: 9_900 })
  const { orderId } = await givenPaidOrder(own.world, { courseCode, paymentType: 'deposit' })
  const dueAt = (at: string) =>
    own.world.db
      .updateTable('orders')
      .set({ balance_due_at: new Date(at) })
      .where('id', '=', orderId)
      .execute()
  await dueAt('2027-02-01T12:00:00Z')
  expect((await load()).due).toEqual({ orders: 1, late: 0, amount: [usd('300.00')] })
  await dueAt('2027-01-13T16:59:00Z')
  expect((await load()).due).toEqual({ orders: 1, late: 1, amount: [usd('300.00')] })
})

test('a refund is pending until the provider has accepted it', async () => {
  const { orderId } = await givenPaidOrder(own.world)
  await refundFirstSeat(own.world, (await own.admin()).id, orderId)
  expect((await load()).refunds).toEqual({ waiting: 1, amount: [usd('399.00')] })
  await sendRefunds(own.world, orderId)
  expect((await load()).refunds).toEqual({ waiting: 0, amount: [] })
})

test('the figures take three statements', async () => {
  let statements = 0
  const db = own.world.db.withPlugin({
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await getFigures({ db, clock: () => NOW }, 'UTC')
  expect(statements).toBe(3)
})
