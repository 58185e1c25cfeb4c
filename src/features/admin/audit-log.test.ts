import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin } from '#features/accounts/make-admin.ts'
import { liftFactor } from '#features/accounts/second-factor.ts'
import { leaveMessage } from '#features/support/leave-message.ts'
import { givenPaidOrder, type Paid } from '../../../tests/bought.ts'
import { type Admin, fresh, type Identity, openIdentity, PASSWORD } from '../../../tests/identity.ts'

let own: Identity
let admin: Admin
let paid: Paid
beforeAll(async () => {
  own = await openIdentity()
  admin = await own.admin()
  paid = await givenPaidOrder(own.world)
})
afterAll(() => own.close())

const get = (path: string, headers: Record<string, string> = admin.headers) =>
  own.api.call(`/api/v1/${path}`, { headers })
const log = async (query: Record<string, string> = {}) =>
  (await get(`admin/audit-log?${new URLSearchParams(query)}`)).body.data
const actions = async (query: Record<string, string>): Promise<string[]> =>
  (await log(query)).entries.map((entry: { action: string }) => entry.action)
const post = (path: string, body: object) => own.post(path, body, { ...admin.headers, 'idempotency-key': randomUUID() })

test('the log opens to an admin alone, asking as one', async () => {
  const learner = await own.as(await own.known())
  expect(await get('admin/audit-log', {})).toMatchObject({ status: 401, body: { errorCode: 'TOKEN_REQUIRED' } })
  expect(await get('admin/audit-log', learner)).toMatchObject({ status: 401, body: { errorCode: 'TOKEN_INVALID' } })
})

test('whoever looks at an order, its invoice or the list of orders is recorded, with request and network', async () => {
  expect(await get(`admin/orders/${paid.orderId}`)).toMatchObject({ status: 200 })
  expect((await get(`orders/${paid.orderId}`)).status).toBe(200)
  expect((await get(`orders/${paid.orderId}/invoice`)).status).toBe(200)
  await get(`admin/orders?q=${paid.email}&status=complete`)
  await get('admin/orders/export?status=complete')
  expect(await actions({ actor: admin.id, object: paid.orderId })).toEqual(['invoice-downloaded', 'order-viewed'])
  const { entries } = await log({ actor: admin.id })
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'orders-exported', details: { status: 'complete', count: expect.any(Number) } },
    { action: 'orders-listed', details: { search: true, status: 'complete' } },
  ])
  const [viewed] = (await log({ action: 'order-viewed', object: paid.orderId })).entries
  expect(viewed).toMatchObject({
    actor: { kind: 'admin', personId: admin.id, name: 'Demo Person' },
    object: { kind: 'order', id: paid.orderId, label: expect.stringMatching(/^U-\d+$/) },
    network: expect.stringMatching(/^[0-9a-f]{8}$/),
    requestId: expect.any(String),
  })
  expect(await actions({ object: viewed.object.label })).toContain('order-viewed')
  expect(JSON.stringify(entries)).not.toContain(paid.email)
})

test('a buyer who looks at their own order is not recorded', async () => {
  const other = await givenPaidOrder(own.world)
  expect((await get(`orders/${other.orderId}`, { authorization: `Bearer ${other.checkoutToken}` })).status).toBe(200)
  expect(await actions({ object: other.orderId })).toEqual([])
})

test('a refund, a receipt sent again and the end of a seat are recorded with the act', async () => {
  const lines = await own.world.db
    .selectFrom('order_line')
    .select('id as lineId')
    .where('order_id', '=', paid.orderId)
    .execute()
  expect((await post(`orders/${paid.orderId}/receipt`, { reason: 'lost' })).status).toBe(200)
  const preview = { lines, reason: 'She broke her leg', preview: true }
  expect((await post(`orders/${paid.orderId}/refunds`, preview)).status).toBe(200)
  expect(await actions({ action: 'refund-made' })).toEqual([])
  const made = await post(`orders/${paid.orderId}/refunds`, { lines, reason: 'She broke her leg' })
  expect(made.status).toBe(200)
  const [refund] = (await log({ action: 'refund-made', object: paid.orderId })).entries
  expect(refund).toMatchObject({ actor: { personId: admin.id }, details: { amount: '399.00', currency: 'USD' } })

  const other = await givenPaidOrder(own.world)
  const { id } = await own.world.db
    .selectFrom('enrolment')
    .select('id')
    .where('order_id', '=', other.orderId)
    .executeTakeFirstOrThrow()
  await post(`enrolments/${id}/cancel`, { reason: 'x', refund: 'window' })
  expect(await actions({ object: other.orderId })).toEqual(['seat-ended'])
  const third = await givenPaidOrder(own.world)
  await post(`cohorts/${third.courseCode}/cancel`, { reason: 'The teacher is ill' })
  expect(await actions({ object: third.courseCode })).toEqual(['cohort-cancelled'])
  expect(await actions({ action: 'receipt-sent-again' })).toEqual(['receipt-sent-again'])
})

test('a log-in as admin is recorded, and one that is refused', async () => {
  const other = await own.admin()
  expect(await actions({ actor: other.id })).toEqual(['admin-logged-in'])
  await own.post('log-in', { email: other.email, password: 'not this one', isCommunityAdmin: true })
  await own.post('log-in', { email: fresh(), password: PASSWORD, isCommunityAdmin: true })
  await own.post('log-in', { email: other.email, password: 'not this one' })
  const { entries } = await log({ action: 'admin-log-in-failed' })
  expect(entries.map((entry: { actor: object; object: { id: string } }) => [entry.actor, entry.object.id])).toEqual([
    [{ kind: 'unknown', personId: null, name: null }, null],
    [{ kind: 'unknown', personId: null, name: null }, other.id],
  ])
})

test('a role given and a second factor removed at the command line are recorded as the operator’s', async () => {
  const email = await own.known()
  await makeAdmin(own.world, { email, name: 'Ada' })
  await liftFactor(own.world, email)
  expect((await actions({ actor: 'operator' })).slice(0, 2)).toEqual(['second-factor-removed', 'role-given'])
})

test('whoever takes their data along or deletes their account is recorded', async () => {
  const email = await own.known()
  const headers = await own.as(email)
  const id = (await get('user-profile', headers)).body.user_id
  expect((await get('account-export', headers)).status).toBe(200)
  expect((await own.post('delete-account', { email, password: PASSWORD }, headers)).status).toBe(204)
  expect(await actions({ actor: id })).toEqual(['account-deleted', 'account-exported'])
})

test('whoever reads, answers or closes a conversation is recorded', async () => {
  const email = fresh()
  await leaveMessage(own.world, { email, message: 'Hello?', page: '/', ip: randomUUID() })
  const { id } = await own.world.db
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

test('pages follow one another, and a day holds what happened on it', async () => {
  const [day, nextDay] = ['2026-03-01', '2026-03-02']
  const event = { actor_kind: 'operator', action: 'role-given', object_kind: 'account' } as const
  const rows = Array.from({ length: 120 }, () => ({ ...event, at: new Date('2026-03-01T23:30:00Z') }))
  await own.world.db.insertInto('audit_event').values(rows).execute()
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
