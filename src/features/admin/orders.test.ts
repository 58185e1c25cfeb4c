import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenOrder, givenPaidOrder, refundFirstSeat, sendRefunds } from '../../../tests/bought.ts'
import { type Admin, type Identity, openIdentity } from '../../../tests/identity.ts'
import { givenCourse } from '../../../tests/selling.ts'
import { cancelCohort, endOrdersOf } from '../checkout/cancel-cohort.ts'
import { listOrders } from './list-orders.ts'
import type { Row } from './wire/orders.ts'

let own: Identity
let admin: Admin
beforeAll(async () => {
  own = await openIdentity()
  admin = await own.admin()
})
afterAll(() => own.close())

const ask = (path: string, headers: Record<string, string> = admin.headers) =>
  own.api.call(`/api/v1/admin/${path}`, { headers })
const list = async (query: Record<string, string>) => (await ask(`orders?${new URLSearchParams(query)}`)).body.data
const numbers = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).orders.map((row: Row) => row.orderNumber)
const whole = async (orderId: string) => (await ask(`orders/${orderId}`)).body.data
const numberOf = async (orderId: string): Promise<string> => (await whole(orderId)).order.orderNumber

/** Back in time, as far as an order can tell. */
const age = (orderId: string, days: number) =>
  own.world.db
    .updateTable('orders')
    .set({ created_at: new Date(Date.now() - days * 86_400_000) })
    .where('id', '=', orderId)
    .execute()

describe('orders', () => {
  test.each(['orders', 'orders/7d3f4c5e-0a77-4c8e-9f0d-1b5b6a1c2d3e'])(
    '%s opens to an admin alone, asking as one',
    async (path) => {
      const learner = await own.as(await own.known())
      expect(await ask(path, {})).toMatchObject({ status: 401, body: { errorCode: 'TOKEN_REQUIRED' } })
      expect(await ask(path, learner)).toMatchObject({ status: 401, body: { errorCode: 'TOKEN_INVALID' } })
    },
  )

  test('are found by number, by any word of name or address as far as it is typed, and by nothing else', async () => {
    const tag = `q${randomUUID().slice(0, 8)}`
    const { orderId } = await givenOrder(own.world, {
      name: `Séraphine O’Brien-${tag}`,
      email: `sera.${tag}x@understudy.test`,
    })
    const number = await numberOf(orderId)
    for (const q of [
      number,
      number.toLowerCase(),
      number.slice(2),
      tag,
      `SÉRA ${tag}`,
      `seraph ${tag}`,
      `Se\u0301ra ${tag}`,
      `brien ${tag}x@under`,
    ])
      expect(await numbers({ q }), q).toEqual([number])
    for (const q of [`x${tag}`, `${tag} obri`, "' | 'a':*", `${tag} nobody`, '999999999999'])
      expect(await numbers({ q }), q).toEqual([])
    expect((await list({ q: '&|!():*<->' })).count).toBeGreaterThan(0)
  })

  test('are chosen by status, day, run and what they wait for, and each view says how many', async () => {
    const courseCode = await givenCourse(own.world, { depositMinor: 9_900 })
    const open = await givenOrder(own.world, { courseCode })
    const paid = await givenPaidOrder(own.world, { courseCode })
    const deposit = await givenPaidOrder(own.world, { courseCode, paymentType: 'deposit' })
    const [openNumber, paidNumber, depositNumber] = await Promise.all(
      [open, paid, deposit].map(({ orderId }) => numberOf(orderId)),
    )
    await age(open.orderId, 3)
    const today = new Date().toISOString().slice(0, 10)
    expect(await numbers({ courseCode })).toEqual([depositNumber, paidNumber, openNumber])
    expect(await numbers({ courseCode, status: 'pending' })).toEqual([openNumber])
    expect(await numbers({ courseCode, status: 'failed' })).toEqual([])
    expect(await numbers({ courseCode, since: today })).toEqual([depositNumber, paidNumber])
    expect(await numbers({ courseCode, only: 'balance-due' })).toEqual([depositNumber])
    expect(await numbers({ courseCode, only: 'attention' })).toEqual([])

    const before = (await list({})).counts
    await refundFirstSeat(own.world, admin.id, paid.orderId)
    await own.world.db
      .updateTable('refund')
      .set({ created_at: new Date(Date.now() - 3_600_000) })
      .where('state', '=', 'queued')
      .execute()
    expect(await numbers({ courseCode, only: 'refunded' })).toEqual([paidNumber])
    expect(await numbers({ courseCode, only: 'attention' })).toEqual([paidNumber])
    const { counts } = await list({})
    expect([counts.refunded - before.refunded, counts.attention - before.attention]).toEqual([1, 1])
    await sendRefunds(own.world, paid.orderId)
    expect(await numbers({ courseCode, only: 'attention' })).toEqual([])

    const restored = own.world.db.updateTable('orders').set({ restored_at: new Date() })
    await restored.where('id', '=', open.orderId).execute()
    expect(await numbers({ courseCode, only: 'attention' }), 'charged after it was deleted').toEqual([openNumber])
  })

  test('come 25 at a time, each once, the newest first', async () => {
    const courseCode = await givenCourse(own.world, { seats: null })
    await Promise.all(Array.from({ length: 27 }, () => givenOrder(own.world, { courseCode })))
    const first = await list({ courseCode })
    expect([first.orders.length, first.count]).toEqual([25, 27])
    const second = await list({ courseCode, after: String(first.next) })
    expect([second.orders.length, second.next]).toEqual([2, null])
    const all = [...first.orders, ...second.orders].map((row: Row) => Number(row.orderNumber.slice(2)))
    expect(all).toEqual([...new Set(all)].toSorted((a, b) => b - a))
  })

  test('cost five statements, however many there are', async () => {
    let statements = 0
    const db = own.world.db.withPlugin({
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await listOrders({ ...own.world, db }, { timezoneId: 'UTC' })
    expect(statements).toBeLessThanOrEqual(5)
  })

  test.each<Record<string, string>>([
    { since: 'yesterday' },
    { status: 'paid' },
    { timezoneId: 'Mars/Olympus' },
    { after: '-1' },
  ])('asked for by %j are refused, not guessed', async (query) => {
    expect(await ask(`orders?${new URLSearchParams(query)}`)).toMatchObject({ status: 400 })
  })
})

describe('the export', () => {
  const file = (query: Record<string, string>) =>
    fetch(`${own.api.base}/api/v1/admin/orders/export?${new URLSearchParams(query)}`, { headers: admin.headers })

  test('is the orders of the filter as a file that a spreadsheet reads, and no name in it is a formula', async () => {
    const courseCode = await givenCourse(own.world, { depositMinor: 9_900 })
    await givenPaidOrder(own.world, { courseCode, paymentType: 'deposit', name: 'Zoë "Z", Smith' })
    const names = ['=HYPERLINK("http://evil.test")', '+1', '-1', '@sum']
    for (const name of names) await givenOrder(own.world, { courseCode, name })
    const answer = await file({ courseCode })
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(answer.headers.get('content-disposition')).toMatch(/filename="orders-\d{4}-\d\d-\d\d\.csv"/)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [header, ...lines] = bytes.toString().slice(1).trimEnd().split('\r\n')
    expect(header).toMatch(/^order,placed_at,status,/)
    expect(lines).toHaveLength(5)
    expect(lines.at(-1)).toMatch(
      /^U-\d+,\d{4}-\d\d-\d\dT[\d:.]+Z,complete,\S+Z,"Zoë ""Z"", Smith",[^,]+,A course,T[^,]+,1,USD,399\.00,99\.00,0\.00,300\.00,/,
    )
    for (const name of names) expect(bytes.toString()).toMatch(new RegExp(`,"?'\\${name[0]}`))
    expect((await file({ status: 'paid' })).status).toBe(400)
    expect((await own.api.call('/api/v1/admin/orders/export')).status).toBe(401)
  })

  test('has every order once, in more batches than one', async () => {
    const { orderId, courseCode } = await givenOrder(own.world)
    await sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
      'number', nextval('order_number'), 'state', 'expired', 'quote_id', null))).* from orders o, generate_series(1, 1001)
      where o.id = ${orderId}`.execute(own.world.db)
    const text = await (await file({ courseCode })).text()
    expect(new Set(text.match(/^U-\d+/gm)).size).toBe(1002)
  })
})

describe('a cohort', () => {
  test('tells who is in it, who is about to be and what would go back, and who called it off and why', async () => {
    const courseCode = await givenCourse(own.world)
    const [first, second] = [
      await givenPaidOrder(own.world, { courseCode, seats: 2 }),
      await givenPaidOrder(own.world, { courseCode }),
    ]
    await givenOrder(own.world, { courseCode })
    await refundFirstSeat(own.world, admin.id, second.orderId)
    await sendRefunds(own.world, second.orderId)
    const before = (await ask(`cohorts/${courseCode}`)).body.data
    expect(before).toMatchObject({ seats: 2, pending: 1, paid: [{ amount: '798.00', currency: 'USD' }], ended: null })

    await cancelCohort(own.world, admin.id, courseCode, 'The teacher is ill')
    await endOrdersOf(own.world, courseCode)
    const after = (await ask(`cohorts/${courseCode}`)).body.data
    expect(after).toMatchObject({
      seats: 0,
      pending: 0,
      paid: [],
      ended: { by: 'Demo Person', reason: 'The teacher is ill' },
    })
    const { events, order } = await whole(first.orderId)
    expect(order.lines.map((line: { refunded: { amount: string } }) => line.refunded.amount)).toEqual([
      '399.00',
      '399.00',
    ])
    expect(events).toContainEqual(
      expect.objectContaining({ what: 'cohort-cancelled', by: 'Demo Person', text: 'The teacher is ill' }),
    )
  })

  test('that is not there is not found', async () => {
    expect(await ask('cohorts/NOPE-1')).toMatchObject({ status: 404, body: { errorCode: 'COURSE_NOT_FOUND' } })
  })
})
