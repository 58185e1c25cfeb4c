import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendReceipt } from '#sell/documents/send-receipt.ts'
import { givenOrder, givenPaidOrder, refundFirstSeat, sendRefunds } from '../../../tests/world/bought.ts'
import { type Admin, createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { readOrder } from './read-order.ts'
import type { AdminOrder, TimelineEvent } from './wire/orders.ts'

let identityWorld: Identity
let admin: Admin
beforeAll(async () => {
  identityWorld = await createIdentityWorld()
  admin = await identityWorld.admin()
})
afterAll(() => identityWorld.close())

const get = (path: string) => identityWorld.api.call(`/api/v1/admin/${path}`, { headers: admin.headers })
const getOrderDetails = async (orderId: string) => (await get(`orders/${orderId}`)).body.data

describe('one order', () => {
  test('shows its buyer, its seats and its timeline', async () => {
    const paidOrder = await givenPaidOrder(identityWorld.world, { seats: 2, name: 'Priya Raman' })
    await sendReceipt(identityWorld.world, paidOrder.orderId)
    expect(await refundFirstSeat(identityWorld.world, admin.id, paidOrder.orderId)).toMatchObject({ ok: true })
    const pendingOrder = await getOrderDetails(paidOrder.orderId)
    expect(pendingOrder).toMatchObject({
      courseTitle: 'A course',
      order: { buyer: { name: 'Priya Raman', email: paidOrder.email } },
      refundWaiting: { amount: '399.00' },
      seats: [
        { seat: 1, name: 'Priya Raman', state: 'cancelled' },
        { seat: 2, state: 'active' },
      ],
    })
    await sendRefunds(identityWorld.world, paidOrder.orderId)
    const { events, refundWaiting } = await getOrderDetails(paidOrder.orderId)
    expect(refundWaiting).toBeNull()
    const timeline = events.map(({ what, by, text }: TimelineEvent) => [what, by, text].filter(Boolean).join(' | '))
    expect(timeline).toEqual(
      expect.arrayContaining([
        'placed',
        expect.stringMatching(/^sent-to-bank/),
        'paid | Visa ••4242',
        'enrolled',
        expect.stringMatching(/^mailed/),
        'refund-requested | Demo Person | She broke her leg',
        'seat-ended | Demo Person | Priya Raman: She broke her leg',
        'refund-sent',
      ]),
    )
    expect(timeline.at(-1)).toBe('placed')
    expect(timeline).not.toContain('refund-queued')
  })

  test('is read from one snapshot, even if its refund completes during the read', async () => {
    const { orderId } = await givenPaidOrder(identityWorld.world)
    await refundFirstSeat(identityWorld.world, admin.id, orderId)
    let meanwhile: (() => Promise<void>) | null = () => sendRefunds(identityWorld.world, orderId)
    const db = identityWorld.world.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const runMeanwhile = meanwhile
        meanwhile = null
        await runMeanwhile?.()
        return result
      },
    })
    const actor = {
      kind: 'person',
      personId: admin.id,
      sessionId: '',
      audience: 'admin',
      roles: ['community-admin'],
    } as const
    const readTestOrder = async () => {
      const outcome = await readOrder({ ...identityWorld.world, db }, actor, orderId)
      if (!outcome.ok) throw new Error(outcome.refusal.code)
      return outcome.value
    }
    const listEventTypes = ({ events }: AdminOrder) => events.map(({ what }) => what)
    const before = await readTestOrder()
    expect(meanwhile).toBeNull()
    expect(before.refundWaiting).not.toBeNull()
    expect(listEventTypes(before)).not.toContain('refund-sent')
    const after = await readTestOrder()
    expect(after.refundWaiting).toBeNull()
    expect(listEventTypes(after)).toContain('refund-sent')
  })

  test('can have its receipt sent again to its own address, with admin and reason recorded, at most three times', async () => {
    const { orderId, email } = await givenPaidOrder(identityWorld.world)
    await sendReceipt(identityWorld.world, orderId)
    const send = (reason: string, headers: Record<string, string> = admin.headers) =>
      identityWorld.api.post(`/api/v1/orders/${orderId}/receipt`, { reason }, headers)
    expect(await send('x', {})).toMatchObject({ status: 401 })
    expect(await send(' ')).toMatchObject({ status: 400, body: { fields: { reason: 'Reason is required' } } })
    for (const reason of ['Cannot find it', 'Once more', 'And again'])
      expect(await send(reason)).toMatchObject({ status: 200, body: { data: { email } } })
    expect(await send('Too much')).toMatchObject({ status: 429, body: { errorCode: 'RATE_LIMITED' } })
    const receiptRequests = identityWorld.world.db
      .selectFrom('receipt_request')
      .select('id')
      .where('order_id', '=', orderId)
    const { id } = await receiptRequests.limit(1).executeTakeFirstOrThrow()
    for (const _time of [1, 2]) await sendReceipt(identityWorld.world, orderId, id)
    const mails = await identityWorld.world.db.selectFrom('mail').selectAll().where('to_address', '=', email).execute()
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array(2).fill(expect.stringMatching(/^You’re in: .*receipt U-/)),
    )
    const { events, hasReceipt } = await getOrderDetails(orderId)
    expect(events).toContainEqual(
      expect.objectContaining({ what: 'receipt-requested', by: 'Demo Person', text: 'Cannot find it' }),
    )
    expect(events.filter(({ what }: TimelineEvent) => what === 'mailed')).toHaveLength(2)
    expect(hasReceipt).toBe(true)
  })

  test('has no receipt to send before payment or after its seats have ended', async () => {
    const openOrder = await givenOrder(identityWorld.world)
    const endedOrder = await givenPaidOrder(identityWorld.world)
    await refundFirstSeat(identityWorld.world, admin.id, endedOrder.orderId)
    await sendRefunds(identityWorld.world, endedOrder.orderId)
    for (const { orderId } of [openOrder, endedOrder]) {
      expect((await getOrderDetails(orderId)).hasReceipt).toBe(false)
      const response = await identityWorld.api.post(`/api/v1/orders/${orderId}/receipt`, { reason: 'x' }, admin.headers)
      expect(response).toMatchObject({ status: 409, body: { errorCode: 'RECEIPT_NOT_POSSIBLE' } })
    }
  })

  test('that does not exist is a 404', async () => {
    expect(await get(`orders/${randomUUID()}`)).toMatchObject({ status: 404, body: { errorCode: 'ORDER_NOT_FOUND' } })
    expect((await get('orders/7')).status).toBe(404)
  })
})
