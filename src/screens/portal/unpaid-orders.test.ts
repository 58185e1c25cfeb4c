import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#screens/admin/audit-money.ts'
import { reconcile, syncLostCharges } from '#sell/payments/reconcile.ts'
import { createIdentityWorld, type Identity, PASSWORD } from '../../../tests/world/identity.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/world/selling.ts'

let identityWorld: Identity
beforeAll(async () => {
  identityWorld = await createIdentityWorld()
})
afterAll(async () => {
  const violations = (await audit(identityWorld.world)).filter(
    ({ id, violations }) => id !== 'Q6' && violations.length > 0,
  )
  await identityWorld.close()
  expect(violations).toEqual([])
})

type PlacedOrder = { orderId: string; checkoutToken: string; clientSecret: string; courseCode: string }

/** Places an order through the API as a guest, or as the person of the headers. */
async function placeTestOrder(
  email: string,
  headers: Record<string, string> = {},
  extraInput: object = {},
): Promise<PlacedOrder> {
  const courseCode = await givenCourse(identityWorld.world, { depositMinor: 9_900 })
  const body = { ...(await checkoutBody(identityWorld.world, courseCode, email, { seats: 3 })), ...extraInput }
  const response = await identityWorld.post('sign-up-payment/card', body, {
    'idempotency-key': randomUUID(),
    ...headers,
  })
  expect(response.status).toBe(200)
  return { ...response.body.data, courseCode }
}

async function pay({ orderId, checkoutToken, clientSecret }: PlacedOrder) {
  await identityWorld.world.gateway!.sandbox.confirm({ clientSecret, ...cards.good })
  return (await identityWorld.api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)).body
}

const get = async (path: string, headers: Record<string, string>) =>
  identityWorld.api.call(`/api/v1/${path}`, { headers })
const getInfo = async (headers: Record<string, string>) => (await get('signed-up-info', headers)).body.data
const deleteAccount = (email: string, headers: Record<string, string>) =>
  identityWorld.post('delete-account', { email, password: PASSWORD }, headers)
const listCohortEnrolments = (courseCode: string) =>
  identityWorld.world.db.selectFrom('enrolment').selectAll().where('cohort_code', '=', courseCode).execute()
const countTakenSeats = async (courseCode: string) =>
  (
    await identityWorld.world.db
      .selectFrom('cohort')
      .select('taken')
      .where('cohort_code', '=', courseCode)
      .executeTakeFirst()
  )?.taken

describe('an unpaid order that a stranger placed with a learner’s address', () => {
  test('is hidden from her: she cannot see it in her portal or export, view it, pay it or add friends', async () => {
    const email = await identityWorld.known()
    const headers = await identityWorld.as(email)
    const { orderId } = await placeTestOrder(email, {}, { friends: [{ email: 'friend-of-a-stranger@cruz.test' }] })
    expect((await getInfo(headers)).pendingOrders).toEqual([])
    const notFound = { status: 404, body: { errorCode: 'ORDER_NOT_FOUND' } }
    for (const path of [`orders/${orderId}`, `verify-payment?orderId=${orderId}`])
      expect(await get(path, headers)).toMatchObject(notFound)
    expect(await identityWorld.post(`orders/${orderId}/pay`, { paymentMethod: 'card' }, headers)).toMatchObject(
      notFound,
    )
    const body = { ...(await checkoutBody(identityWorld.world, 'NG')), orderId }
    expect(
      await identityWorld.post('sign-up-payment/card', body, { ...headers, 'idempotency-key': randomUUID() }),
    ).toMatchObject(notFound)
    expect((await get('account-export', headers)).body.data.orders).toEqual([])
  })

  test('does not block the deletion of her account; a later charge is refunded in full and creates no enrolment', async () => {
    const email = await identityWorld.known()
    const headers = await identityWorld.as(email)
    const placed = await placeTestOrder(email)
    expect(await deleteAccount(email, headers)).toMatchObject({ status: 204 })
    expect(await pay(placed)).toMatchObject({ status: 'pending' })
    await reconcile(identityWorld.world, 0)
    const response = await pay(placed)
    expect(response).toMatchObject({
      status: 'failed',
      data: { failureCode: 'ORDER_CLOSED_REFUNDED', enrolmentIds: [] },
    })
    expect(response.data.refunded.amount).toBe('1077.30')
    expect(await listCohortEnrolments(placed.courseCode)).toEqual([])
    expect(await countTakenSeats(placed.courseCode)).toBe(0)
    const person = await identityWorld.world.db.selectFrom('person').select('id').where('email', '=', email).execute()
    expect(person, 'no account is created again').toEqual([])
  })

  test('accepts no further payment through its checkout token once the account is deleted', async () => {
    const email = await identityWorld.known()
    const placed = await placeTestOrder(email)
    await deleteAccount(email, await identityWorld.as(email))
    const token = { authorization: `Bearer ${placed.checkoutToken}` }
    expect(await identityWorld.post(`orders/${placed.orderId}/pay`, { paymentMethod: 'card' }, token)).toMatchObject({
      status: 409,
      body: { errorCode: 'ORDER_CLOSED' },
    })
  })

  test('belongs to her account once it is paid', async () => {
    const email = await identityWorld.known()
    const headers = await identityWorld.as(email)
    const placed = await placeTestOrder(email)
    expect(await pay(placed)).toMatchObject({ status: 'complete' })
    expect((await getInfo(headers)).courseCodes).toEqual([placed.courseCode])
    expect(await get(`orders/${placed.orderId}`, headers)).toMatchObject({ status: 200 })
    expect((await get('account-export', headers)).body.data.orders).toHaveLength(1)
  })
})

test('an unpaid order placed while logged in is visible on every device and blocks the deletion of the account', async () => {
  const email = await identityWorld.known()
  const placed = await placeTestOrder('other@cruz.test', await identityWorld.as(email))
  const otherDevice = await identityWorld.as(email)
  expect((await getInfo(otherDevice)).pendingOrders).toMatchObject([{ orderId: placed.orderId }])
  expect(await get(`orders/${placed.orderId}`, otherDevice)).toMatchObject({ status: 200 })
  expect((await get('account-export', otherDevice)).body.data.orders).toHaveLength(1)
  expect(await deleteAccount(email, otherDevice)).toMatchObject({ status: 409, body: { errorCode: 'ORDER_OPEN' } })
  const stranger = await identityWorld.as(await identityWorld.known())
  expect(await get(`orders/${placed.orderId}`, stranger)).toMatchObject({ status: 404 })
})

test('a charge for an order that expired before the account was deleted is refunded in full', async () => {
  const email = await identityWorld.known()
  const headers = await identityWorld.as(email)
  const placed = await placeTestOrder(email)
  const { db } = identityWorld.world
  await db.deleteFrom('seat_hold').where('order_id', '=', placed.orderId).execute()
  await db.updateTable('cohort').set({ taken: 0 }).where('cohort_code', '=', placed.courseCode).execute()
  await db.updateTable('orders').set({ state: 'expired' }).where('id', '=', placed.orderId).execute()
  await deleteAccount(email, headers)
  await pay(placed)
  await reconcile(identityWorld.world, 0)
  expect(await pay(placed)).toMatchObject({ status: 'failed', data: { failureCode: 'ORDER_CLOSED_REFUNDED' } })
  expect(await listCohortEnrolments(placed.courseCode)).toEqual([])
})

test('a balance paid after the account was deleted is refunded in full', async () => {
  const email = await identityWorld.known()
  const placed = await placeTestOrder(email, {}, { paymentType: 'deposit' })
  await pay(placed)
  const token = { authorization: `Bearer ${placed.checkoutToken}` }
  const balancePayment = await identityWorld.post(`orders/${placed.orderId}/pay`, { paymentMethod: 'card' }, token)
  expect(balancePayment.status).toBe(200)
  // The provider charges a payment that it reported as cancelled. Without a pending payment, the account can be deleted.
  const { paymentId, clientSecret } = balancePayment.body.data
  await identityWorld.world.db.updateTable('payment').set({ state: 'cancelled' }).where('id', '=', paymentId).execute()
  expect(await deleteAccount(email, await identityWorld.as(email))).toMatchObject({ status: 204 })
  await identityWorld.world.gateway!.sandbox.confirm({ clientSecret, ...cards.good })
  await syncLostCharges(identityWorld.world)
  await reconcile(identityWorld.world, 0)
  const response = await identityWorld.api.call(`/api/v1/verify-payment?paymentId=${paymentId}`, { headers: token })
  expect(response.body).toMatchObject({ status: 'failed', data: { failureCode: 'ORDER_CLOSED_REFUNDED' } })
})

test('deleting an account during a payment never leaves a deleted person with a seat', async () => {
  for (let round = 0; round < 6; round++) {
    const email = await identityWorld.known()
    const headers = await identityWorld.as(email)
    const placed = await placeTestOrder(email)
    const [deletion] = await Promise.all([deleteAccount(email, headers), pay(placed)])
    expect(deletion.status).toBe(204)
    const activeEnrolments = identityWorld.world.db
      .selectFrom('enrolment')
      .innerJoin('person', 'person.id', 'enrolment.person_id')
      .select('enrolment.id')
      .where('enrolment.cohort_code', '=', placed.courseCode)
      .where('enrolment.state', '=', 'active')
      .where('person.deleted_at', 'is not', null)
    expect(await activeEnrolments.execute()).toEqual([])
  }
  await reconcile(identityWorld.world, 0)
})
