import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenOrder, givenPaidOrder, refundFirstSeat, sendRefunds } from '../../../tests/bought.ts'
import { type Admin, type Identity, openIdentity } from '../../../tests/identity.ts'
import { givenCourse } from '../../../tests/selling.ts'
import { figures } from './figures.ts'

/** A Wednesday; in Manila it is Thursday since an hour. */
const NOW = new Date('2027-01-13T17:00:00Z')

let own: Identity
let admin: Admin
beforeAll(async () => {
  own = await openIdentity()
  admin = await own.admin()
})
afterAll(() => own.close())

const told = (zone = 'UTC') => figures({ db: own.world.db, clock: () => NOW }, zone)
const usd = (amount: string) => ({ amount, currency: 'USD' })
const placedAt = (orderId: string, at: string) =>
  own.world.db
    .updateTable('orders')
    .set({ created_at: new Date(at) })
    .where('id', '=', orderId)
    .execute()

test('nothing sold is told as nothing', async () => {
  const none = { orders: 0, seats: 0, taken: [] }
  expect(await told()).toEqual({
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

  const inLondon = await told('Europe/London')
  expect(inLondon.today).toMatchObject({ since: '2027-01-13', orders: 2, seats: 4 })
  expect(inLondon.week).toMatchObject({ since: '2027-01-11', orders: 2, seats: 4, taken: inLondon.today.taken })
  const inManila = await told('Asia/Manila')
  expect(inManila.today).toMatchObject({ since: '2027-01-14', orders: 1, seats: 3 })
  expect(inManila.week).toMatchObject({ since: '2027-01-11', orders: 3, seats: 5 })
  const paid = await own.world.db
    .selectFrom('payment')
    .select((is) => is.fn.sum<number>('amount_minor').as('minor'))
    .where('order_id', 'in', [group.orderId, single.orderId, before.orderId])
    .where('state', '=', 'complete')
    .executeTakeFirstOrThrow()
  expect(inManila.week.taken).toEqual([usd((Number(paid.minor) / 100).toFixed(2))])
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
  expect((await told()).due).toEqual({ orders: 1, late: 0, amount: [usd('300.00')] })
  await dueAt('2027-01-13T16:59:00Z')
  expect((await told()).due).toEqual({ orders: 1, late: 1, amount: [usd('300.00')] })
})

test('a refund is under way until the provider has taken it', async () => {
  const { orderId } = await givenPaidOrder(own.world)
  await refundFirstSeat(own.world, admin.id, orderId)
  expect((await told()).refunds).toEqual({ waiting: 1, amount: [usd('399.00')] })
  await sendRefunds(own.world, orderId)
  expect((await told()).refunds).toEqual({ waiting: 0, amount: [] })
})

test('three statements, and an admin alone may ask', async () => {
  let statements = 0
  const db = own.world.db.withPlugin({
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await figures({ db, clock: () => NOW }, 'UTC')
  expect(statements).toBe(3)

  const path = '/api/v1/admin/figures?timezoneId=Asia/Manila'
  expect((await own.api.call(path, { headers: admin.headers })).body.data.week.orders).toBeGreaterThanOrEqual(0)
  expect(await own.api.call(path)).toMatchObject({ status: 401, body: { errorCode: 'TOKEN_REQUIRED' } })
  const learner = await own.as(await own.known())
  expect(await own.api.call(path, { headers: learner })).toMatchObject({ status: 401 })
  expect(await own.api.call('/api/v1/admin/figures?timezoneId=Mars/Olympus', { headers: admin.headers })).toMatchObject(
    {
      status: 400,
      body: { errorCode: 'TIMEZONE_INVALID' },
    },
  )
})
