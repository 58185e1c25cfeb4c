import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetSecondFactor } from '#people/accounts/second-factor/second-factor.ts'
import { grantAdminRole } from '#people/accounts/sign-up/grant-admin-role.ts'
import { leaveMessage } from '#people/support/leave-message.ts'
import { givenPaidOrder, type Paid } from '../../../tests/world/bought.ts'
import { type Admin, createIdentityWorld, fresh, type Identity, PASSWORD } from '../../../tests/world/identity.ts'

let identityWorld: Identity
let admin: Admin
let paidOrder: Paid
beforeAll(async () => {
  identityWorld = await createIdentityWorld()
  admin = await identityWorld.admin()
  paidOrder = await givenPaidOrder(identityWorld.world)
})
afterAll(() => identityWorld.close())

const get = (path: string, headers: Record<string, string> = admin.headers) =>
  identityWorld.api.call(`/api/v1/${path}`, { headers })
const log = async (query: Record<string, string> = {}) =>
  (await get(`admin/audit-log?${new URLSearchParams(query)}`)).body.data
const actions = async (query: Record<string, string>): Promise<string[]> =>
  (await log(query)).entries.map((entry: { action: string }) => entry.action)
const post = (path: string, body: object) =>
  identityWorld.post(path, body, { ...admin.headers, 'idempotency-key': randomUUID() })

test('only an admin with an admin token can read the log', async () => {
  const learner = await identityWorld.as(await identityWorld.known())
  expect(await get('admin/audit-log', {})).toMatchObject({ status: 401, body: { errorCode: 'TOKEN_REQUIRED' } })
  expect(await get('admin/audit-log', learner)).toMatchObject({ status: 401, body: { errorCode: 'TOKEN_INVALID' } })
})

test('viewing an order, its invoice or the order list is recorded with request and network', async () => {
  expect(await get(`admin/orders/${paidOrder.orderId}`)).toMatchObject({ status: 200 })
  expect((await get(`orders/${paidOrder.orderId}`)).status).toBe(200)
  expect((await get(`orders/${paidOrder.orderId}/invoice`)).status).toBe(200)
  await get(`admin/orders?q=${paidOrder.email}&status=complete`)
  await get('admin/orders/export?status=complete')
  expect(await actions({ actor: admin.id, object: paidOrder.orderId })).toEqual(['invoice-downloaded', 'order-viewed'])
  const { entries } = await log({ actor: admin.id })
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'orders-exported', details: { status: 'complete', count: expect.any(Number) } },
    { action: 'orders-listed', details: { search: true, status: 'complete' } },
  ])
  const [viewed] = (await log({ action: 'order-viewed', object: paidOrder.orderId })).entries
  expect(viewed).toMatchObject({
    actor: { kind: 'admin', personId: admin.id, name: 'Demo Person' },
    object: { kind: 'order', id: paidOrder.orderId, label: expect.stringMatching(/^U-\d+$/) },
    network: expect.stringMatching(/^[0-9a-f]{8}$/),
    requestId: expect.any(String),
  })
  expect(await actions({ object: viewed.object.label })).toContain('order-viewed')
  expect(JSON.stringify(entries)).not.toContain(paidOrder.email)
})

test('changes alone are listed without what was only viewed', async () => {
  const all = await actions({ actor: admin.id })
  const changes = await actions({ actor: admin.id, only: 'changes' })
  expect(all).toContain('order-viewed')
  expect(changes).toEqual(all.filter((action) => !['order-viewed', 'orders-listed'].includes(action)))
  expect(changes).toEqual(expect.arrayContaining(['orders-exported', 'invoice-downloaded']))
})

test('a buyer viewing their own order is not recorded', async () => {
  const other = await givenPaidOrder(identityWorld.world)
  expect((await get(`orders/${other.orderId}`, { authorization: `Bearer ${other.checkoutToken}` })).status).toBe(200)
  expect(await actions({ object: other.orderId })).toEqual([])
})

test('refunds, receipts sent again and ended seats are recorded in the same transaction', async () => {
  const lines = await identityWorld.world.db
    .selectFrom('order_line')
    .select('id as lineId')
    .where('order_id', '=', paidOrder.orderId)
    .execute()
  expect((await post(`orders/${paidOrder.orderId}/receipt`, { reason: 'lost' })).status).toBe(200)
  const preview = { lines, reason: 'She broke her leg', preview: true }
  expect((await post(`orders/${paidOrder.orderId}/refunds`, preview)).status).toBe(200)
  expect(await actions({ action: 'refund-made' })).toEqual([])
  const refundResponse = await post(`orders/${paidOrder.orderId}/refunds`, { lines, reason: 'She broke her leg' })
  expect(refundResponse.status).toBe(200)
  const [refund] = (await log({ action: 'refund-made', object: paidOrder.orderId })).entries
  expect(refund).toMatchObject({ actor: { personId: admin.id }, details: { amount: '399.00', currency: 'USD' } })

  const other = await givenPaidOrder(identityWorld.world)
  const { id } = await identityWorld.world.db
    .selectFrom('enrolment')
    .select('id')
    .where('order_id', '=', other.orderId)
    .executeTakeFirstOrThrow()
  await post(`enrolments/${id}/cancel`, { reason: 'x', refund: 'window' })
  expect(await actions({ object: other.orderId })).toEqual(['seat-ended'])
  const third = await givenPaidOrder(identityWorld.world)
  await post(`cohorts/${third.courseCode}/cancel`, { reason: 'The teacher is ill' })
  expect(await actions({ object: third.courseCode })).toEqual(['cohort-cancelled'])
  expect(await actions({ action: 'receipt-sent-again' })).toEqual(['receipt-sent-again'])
})

test('successful and refused admin log-ins are recorded', async () => {
  const other = await identityWorld.admin()
  expect(await actions({ actor: other.id })).toEqual(['admin-logged-in'])
  await identityWorld.post('log-in', { email: other.email, password: 'not this one', isCommunityAdmin: true })
  await identityWorld.post('log-in', { email: fresh(), password: PASSWORD, isCommunityAdmin: true })
  await identityWorld.post('log-in', { email: other.email, password: 'not this one' })
  const { entries } = await log({ action: 'admin-log-in-failed' })
  expect(entries.map((entry: { actor: object; object: { id: string } }) => [entry.actor, entry.object.id])).toEqual([
    [{ kind: 'unknown', personId: null, name: null }, null],
    [{ kind: 'unknown', personId: null, name: null }, other.id],
  ])
})

test('roles granted and second factors removed at the command line are recorded under the operator', async () => {
  const email = await identityWorld.known()
  await grantAdminRole(identityWorld.world, { email, name: 'Ada' })
  await resetSecondFactor(identityWorld.world, email)
  expect((await actions({ actor: 'operator' })).slice(0, 2)).toEqual(['second-factor-removed', 'role-given'])
})

test('exporting data and deleting an account are recorded', async () => {
  const email = await identityWorld.known()
  const headers = await identityWorld.as(email)
  const id = (await get('user-profile', headers)).body.user_id
  expect((await get('account-export', headers)).status).toBe(200)
  expect((await identityWorld.post('delete-account', { email, password: PASSWORD }, headers)).status).toBe(204)
  expect(await actions({ actor: id })).toEqual(['account-deleted', 'account-exported'])
})

test('reading, answering and closing a conversation are recorded', async () => {
  const email = fresh()
  await leaveMessage(identityWorld.world, { email, message: 'Hello?', page: '/', ip: randomUUID() })
  const { id } = await identityWorld.world.db
    .selectFrom('support_conversation')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect((await get('support-inbox')).status).toBe(200)
  expect((await get(`support-inbox/${id}`)).status).toBe(200)
  await post(`support-inbox/${id}/answers`, { message: 'Hello.' })
  await post(`support-inbox/${id}/close`, {})
  expect(await actions({ object: id })).toEqual(['conversation-closed', 'conversation-answered', 'conversation-viewed'])
  expect(await actions({ action: 'inbox-listed' })).toEqual(['inbox-listed'])
})

test('the pages of the log do not overlap, and a day filter follows the time zone', async () => {
  const [day, nextDay] = ['2026-03-01', '2026-03-02']
  const event = { actor_kind: 'operator', action: 'role-given', object_kind: 'account' } as const
  const rows = Array.from({ length: 120 }, () => ({ ...event, at: new Date('2026-03-01T23:30:00Z') }))
  await identityWorld.world.db.insertInto('audit_event').values(rows).execute()
  const seen: number[] = []
  for (let after: string | null = ''; after !== null; ) {
    const { entries, next }: { entries: { eventId: number }[]; next: number | null } = await log({
      day,
      ...(after && { after }),
    })
    seen.push(...entries.map(({ eventId }) => eventId))
    after = next === null ? null : String(next)
  }
  expect(seen).toHaveLength(120)
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a))
  expect((await log({ day: nextDay })).entries).toEqual([])
  expect((await log({ day: nextDay, timezoneId: 'Asia/Manila' })).entries).toHaveLength(50)
})
