import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenOrder, givenPaidOrder, refundFirstSeat, sendRefunds } from '../../../tests/bought.ts'
import { type Admin, type Identity, openIdentity } from '../../../tests/identity.ts'
import { writeReceipt } from '../checkout/receipt.ts'
import { readOrder } from './read-order.ts'
import type { AdminOrder, Happening } from './wire/orders.ts'

let own: Identity
let admin: Admin
beforeAll(async () => {
  own = await openIdentity()
  admin = await own.admin()
})
afterAll(() => own.close())

const ask = (path: string) => own.api.call(`/api/v1/admin/${path}`, { headers: admin.headers })
const whole = async (orderId: string) => (await ask(`orders/${orderId}`)).body.data

describe('one order', () => {
  test('tells its buyer, its seats and what happened: who, what and when', async () => {
    const paid = await givenPaidOrder(own.world, { seats: 2, name: 'Priya Raman' })
    await writeReceipt(own.world, paid.orderId)
    expect(await refundFirstSeat(own.world, admin.id, paid.orderId)).toMatchObject({ ok: true })
    const waiting = await whole(paid.orderId)
    expect(waiting).toMatchObject({
      courseTitle: 'A course',
      order: { buyer: { name: 'Priya Raman', email: paid.email } },
      refundWaiting: { amount: '399.00' },
      seats: [
        { seat: 1, name: 'Priya Raman', state: 'cancelled' },
        { seat: 2, state: 'active' },
      ],
    })
    await sendRefunds(own.world, paid.orderId)
    const { events, refundWaiting } = await whole(paid.orderId)
    expect(refundWaiting).toBeNull()
    const told = events.map(({ what, by, text }: Happening) => [what, by, text].filter(Boolean).join(' | '))
    expect(told).toEqual(
      expect.arrayContaining([
        'placed',
        expect.stringMatching(/^sent-to-bank/),
        'paid | Visa ••4242',
        'enrolled',
        expect.stringMatching(/^mailed/),
        'refund-asked | Demo Person | She broke her leg',
        'seat-ended | Demo Person | Priya Raman: She broke her leg',
        'refund-sent',
      ]),
    )
    expect(told.at(-1)).toBe('placed')
    expect(told).not.toContain('refund-waits')
  })

  test('is told as it was at one moment, though its refund goes through while it is read', async () => {
    const { orderId } = await givenPaidOrder(own.world)
    await refundFirstSeat(own.world, admin.id, orderId)
    let meanwhile: (() => Promise<void>) | null = () => sendRefunds(own.world, orderId)
    const db = own.world.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const happens = meanwhile
        meanwhile = null
        await happens?.()
        return result
      },
    })
    const reader = {
      kind: 'person',
      personId: admin.id,
      sessionId: '',
      audience: 'admin',
      roles: ['community-admin'],
    } as const
    const read = async () => {
      const outcome = await readOrder({ ...own.world, db }, reader, orderId)
      if (!outcome.ok) throw new Error(outcome.refusal.code)
      return outcome.value
    }
    const whatOf = ({ events }: AdminOrder) => events.map(({ what }) => what)
    const before = await read()
    expect(meanwhile).toBeNull()
    expect(before.refundWaiting).not.toBeNull()
    expect(whatOf(before)).not.toContain('refund-sent')
    const after = await read()
    expect(after.refundWaiting).toBeNull()
    expect(whatOf(after)).toContain('refund-sent')
  })

  test('has its receipt sent again to its own address: who asked and why is kept, and after three it has to wait', async () => {
    const { orderId, email } = await givenPaidOrder(own.world)
    await writeReceipt(own.world, orderId)
    const send = (reason: string, headers: Record<string, string> = admin.headers) =>
      own.api.post(`/api/v1/orders/${orderId}/receipt`, { reason }, headers)
    expect(await send('x', {})).toMatchObject({ status: 401 })
    expect(await send(' ')).toMatchObject({ status: 400, body: { fields: { reason: 'Reason is required' } } })
    for (const reason of ['Cannot find it', 'Once more', 'And again'])
      expect(await send(reason)).toMatchObject({ status: 200, body: { data: { email } } })
    expect(await send('Too much')).toMatchObject({ status: 429, body: { errorCode: 'RATE_LIMITED' } })
    const asked = own.world.db.selectFrom('receipt_request').select('id').where('order_id', '=', orderId)
    const { id } = await asked.limit(1).executeTakeFirstOrThrow()
    for (const _time of [1, 2]) await writeReceipt(own.world, orderId, id)
    const mails = await own.world.db.selectFrom('mail').selectAll().where('to_address', '=', email).execute()
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array(2).fill(expect.stringMatching(/^You’re in: .*receipt U-/)),
    )
    const { events, hasReceipt } = await whole(orderId)
    expect(events).toContainEqual(
      expect.objectContaining({ what: 'receipt-asked', by: 'Demo Person', text: 'Cannot find it' }),
    )
    expect(events.filter(({ what }: Happening) => what === 'mailed')).toHaveLength(2)
    expect(hasReceipt).toBe(true)
  })

  test('has no receipt to send before it is paid, nor once its seats have ended', async () => {
    const open = await givenOrder(own.world)
    const ended = await givenPaidOrder(own.world)
    await refundFirstSeat(own.world, admin.id, ended.orderId)
    await sendRefunds(own.world, ended.orderId)
    for (const { orderId } of [open, ended]) {
      expect((await whole(orderId)).hasReceipt).toBe(false)
      const told = await own.api.post(`/api/v1/orders/${orderId}/receipt`, { reason: 'x' }, admin.headers)
      expect(told).toMatchObject({ status: 409, body: { errorCode: 'RECEIPT_NOT_POSSIBLE' } })
    }
  })

  test('that is not there is not found', async () => {
    expect(await ask(`orders/${randomUUID()}`)).toMatchObject({ status: 404, body: { errorCode: 'ORDER_NOT_FOUND' } })
    expect((await ask('orders/7')).status).toBe(404)
  })
})
