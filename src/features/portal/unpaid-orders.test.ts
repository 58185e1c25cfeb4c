import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#features/checkout/audit.ts'
import { findLostCharges, reconcile } from '#features/checkout/reconcile.ts'
import { type Identity, openIdentity, PASSWORD } from '../../../tests/identity.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/selling.ts'

let own: Identity
beforeAll(async () => {
  own = await openIdentity()
})
afterAll(async () => {
  const violations = (await audit(own.world)).filter(({ id, violations }) => id !== 'Q6' && violations.length > 0)
  await own.close()
  expect(violations).toEqual([])
})

type Placed = { orderId: string; checkoutToken: string; clientSecret: string; courseCode: string }

/** An order over the API: of a guest, or of whoever the headers say. */
async function place(email: string, headers: Record<string, string> = {}, more: object = {}): Promise<Placed> {
  const courseCode = await givenCourse(own.world, { depositMinor: 9_900 })
  const body = { ...(await checkoutBody(own.world, courseCode, email, { seats: 3 })), ...more }
  const told = await own.post('sign-up-payment/card', body, { 'idempotency-key': randomUUID(), ...headers })
  expect(told.status).toBe(200)
  return { ...told.body.data, courseCode }
}

async function pay({ orderId, checkoutToken, clientSecret }: Placed) {
  await own.world.gateway!.sandbox.confirm({ clientSecret, ...cards.good })
  return (await own.api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)).body
}

const get = async (path: string, headers: Record<string, string>) => own.api.call(`/api/v1/${path}`, { headers })
const infoOf = async (headers: Record<string, string>) => (await get('signed-up-info', headers)).body.data
const remove = (email: string, headers: Record<string, string>) =>
  own.post('delete-account', { email, password: PASSWORD }, headers)
const enrolmentsIn = (courseCode: string) =>
  own.world.db.selectFrom('enrolment').selectAll().where('course_code', '=', courseCode).execute()
const takenIn = async (courseCode: string) =>
  (await own.world.db.selectFrom('cohort').select('taken').where('course_code', '=', courseCode).executeTakeFirst())
    ?.taken

describe('an unpaid order that a stranger placed with a learner’s address', () => {
  test('is not hers: not in her portal, not to be looked at, paid or given friends by her, not in her export', async () => {
    const email = await own.known()
    const headers = await own.as(email)
    const { orderId } = await place(email, {}, { friends: [{ email: 'friend-of-a-stranger@cruz.test' }] })
    expect((await infoOf(headers)).pendingOrders).toEqual([])
    const notFound = { status: 404, body: { errorCode: 'ORDER_NOT_FOUND' } }
    for (const path of [`orders/${orderId}`, `verify-payment?orderId=${orderId}`])
      expect(await get(path, headers)).toMatchObject(notFound)
    expect(await own.post(`orders/${orderId}/pay`, { paymentMethod: 'card' }, headers)).toMatchObject(notFound)
    const body = { ...(await checkoutBody(own.world, 'NG')), orderId }
    const key = { 'idempotency-key': randomUUID() }
    expect(await own.post('sign-up-payment/card', body, { ...headers, ...key })).toMatchObject(notFound)
    expect((await get('account-export', headers)).body.data.orders).toEqual([])
  })

  test('does not keep her from deleting her account; a charge that arrives later goes back in full and seats nobody', async () => {
    const email = await own.known()
    const headers = await own.as(email)
    const placed = await place(email)
    expect(await remove(email, headers)).toMatchObject({ status: 204 })
    expect(await pay(placed)).toMatchObject({ status: 'pending' })
    await reconcile(own.world, 0)
    const told = await pay(placed)
    expect(told).toMatchObject({
      status: 'failed',
      data: { failureCode: 'ORDER_CLOSED_REFUNDED', enrolmentIds: [] },
    })
    expect(told.data.refunded.amount).toBe('1077.30')
    expect(await enrolmentsIn(placed.courseCode)).toEqual([])
    expect(await takenIn(placed.courseCode)).toBe(0)
    const person = await own.world.db.selectFrom('person').select('id').where('email', '=', email).execute()
    expect(person, 'nobody comes back').toEqual([])
  })

  test('is closed to its own checkout token once the account is deleted: another card, a gift card', async () => {
    const email = await own.known()
    const placed = await place(email)
    await remove(email, await own.as(email))
    const token = { authorization: `Bearer ${placed.checkoutToken}` }
    expect(await own.post(`orders/${placed.orderId}/pay`, { paymentMethod: 'card' }, token)).toMatchObject({
      status: 409,
      body: { errorCode: 'ORDER_CLOSED' },
    })
  })

  test('is hers once it is paid', async () => {
    const email = await own.known()
    const headers = await own.as(email)
    const placed = await place(email)
    expect(await pay(placed)).toMatchObject({ status: 'complete' })
    expect((await infoOf(headers)).courseCodes).toEqual([placed.courseCode])
    expect(await get(`orders/${placed.orderId}`, headers)).toMatchObject({ status: 200 })
    expect((await get('account-export', headers)).body.data.orders).toHaveLength(1)
  })
})

test('an unpaid order that she placed signed in is hers on every device, and keeps her account until it has ended', async () => {
  const email = await own.known()
  const placed = await place('other@cruz.test', await own.as(email))
  const elsewhere = await own.as(email)
  expect((await infoOf(elsewhere)).pendingOrders).toMatchObject([{ orderId: placed.orderId }])
  expect(await get(`orders/${placed.orderId}`, elsewhere)).toMatchObject({ status: 200 })
  expect((await get('account-export', elsewhere)).body.data.orders).toHaveLength(1)
  expect(await remove(email, elsewhere)).toMatchObject({ status: 409, body: { errorCode: 'ORDER_OPEN' } })
  const stranger = await own.as(await own.known())
  expect(await get(`orders/${placed.orderId}`, stranger)).toMatchObject({ status: 404 })
})

test('a charge for an order that lapsed before the account was deleted goes back in full', async () => {
  const email = await own.known()
  const headers = await own.as(email)
  const placed = await place(email)
  const { db } = own.world
  await db.deleteFrom('seat_hold').where('order_id', '=', placed.orderId).execute()
  await db.updateTable('cohort').set({ taken: 0 }).where('course_code', '=', placed.courseCode).execute()
  await db.updateTable('orders').set({ state: 'expired' }).where('id', '=', placed.orderId).execute()
  await remove(email, headers)
  await pay(placed)
  await reconcile(own.world, 0)
  expect(await pay(placed)).toMatchObject({ status: 'failed', data: { failureCode: 'ORDER_CLOSED_REFUNDED' } })
  expect(await enrolmentsIn(placed.courseCode)).toEqual([])
})

test('a balance that arrives after the account was deleted goes back in full', async () => {
  const email = await own.known()
  const placed = await place(email, {}, { paymentType: 'deposit' })
  await pay(placed)
  const token = { authorization: `Bearer ${placed.checkoutToken}` }
  const begun = await own.post(`orders/${placed.orderId}/pay`, { paymentMethod: 'card' }, token)
  expect(begun.status).toBe(200)
  // A provider that charges what it had called dead: nothing keeps the account by then.
  const { paymentId, clientSecret } = begun.body.data
  await own.world.db.updateTable('payment').set({ state: 'cancelled' }).where('id', '=', paymentId).execute()
  expect(await remove(email, await own.as(email))).toMatchObject({ status: 204 })
  await own.world.gateway!.sandbox.confirm({ clientSecret, ...cards.good })
  await findLostCharges(own.world)
  await reconcile(own.world, 0)
  const told = await own.api.call(`/api/v1/verify-payment?paymentId=${paymentId}`, { headers: token })
  expect(told.body).toMatchObject({ status: 'failed', data: { failureCode: 'ORDER_CLOSED_REFUNDED' } })
})

test('an account that is deleted while its order is being paid: no deleted person has a seat, whoever is first', async () => {
  for (let round = 0; round < 6; round++) {
    const email = await own.known()
    const headers = await own.as(email)
    const placed = await place(email)
    const [gone] = await Promise.all([remove(email, headers), pay(placed)])
    expect(gone.status).toBe(204)
    const seated = own.world.db
      .selectFrom('enrolment')
      .innerJoin('person', 'person.id', 'enrolment.person_id')
      .select('enrolment.id')
      .where('enrolment.course_code', '=', placed.courseCode)
      .where('enrolment.state', '=', 'active')
      .where('person.deleted_at', 'is not', null)
    expect(await seated.execute()).toEqual([])
  }
  await reconcile(own.world, 0)
})
