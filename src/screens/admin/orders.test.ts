import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatCreditNoteNumber, formatInvoiceNumber } from '#domain/orders/document-number.ts'
import { cancelCohort, endCohortOrders } from '#sell/payments/cancel-cohort.ts'
import { givenOrder, givenPaidOrder, refundFirstSeat, sendRefunds } from '../../../tests/world/bought.ts'
import { type Admin, createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { listOrders } from './list-orders.ts'
import type { OrderListItem } from './wire/orders.ts'

let identityWorld: Identity
let admin: Admin
beforeAll(async () => {
  identityWorld = await createIdentityWorld()
  admin = await identityWorld.admin()
})
afterAll(() => identityWorld.close())

const get = (path: string, headers: Record<string, string> = admin.headers) =>
  identityWorld.api.call(`/api/v1/admin/${path}`, { headers })
const listOrderPage = async (query: Record<string, string>) =>
  (await get(`orders?${new URLSearchParams(query)}`)).body.data
const listOrderNumbers = async (query: Record<string, string>): Promise<string[]> =>
  (await listOrderPage(query)).orders.map((row: OrderListItem) => row.orderNumber)
const getOrderDetails = async (orderId: string) => (await get(`orders/${orderId}`)).body.data
const getOrderNumber = async (orderId: string): Promise<string> => (await getOrderDetails(orderId)).order.orderNumber

/** Moves the order's creation time back by some days. */
const backdateOrder = (orderId: string, days: number) =>
  identityWorld.world.db
    .updateTable('orders')
    .set({ created_at: new Date(Date.now() - days * 86_400_000) })
    .where('id', '=', orderId)
    .execute()

describe('orders', () => {
  test.each(['orders', 'orders/7d3f4c5e-0a77-4c8e-9f0d-1b5b6a1c2d3e'])(
    'only an admin with an admin token can read %s',
    async (path) => {
      const learner = await identityWorld.as(await identityWorld.known())
      expect(await get(path, {})).toMatchObject({ status: 401, body: { errorCode: 'TOKEN_REQUIRED' } })
      expect(await get(path, learner)).toMatchObject({ status: 401, body: { errorCode: 'TOKEN_INVALID' } })
    },
  )

  test('are found by number or by the first letters of words in the name or e-mail, and by nothing else', async () => {
    const tag = `q${randomUUID().slice(0, 8)}`
    const { orderId } = await givenOrder(identityWorld.world, {
      name: `Séraphine O’Brien-${tag}`,
      email: `sera.${tag}x@understudy.test`,
    })
    const number = await getOrderNumber(orderId)
    for (const q of [
      number,
      number.toLowerCase(),
      number.slice(2),
      `#${number.slice(2)}`,
      tag,
      `SÉRA ${tag}`,
      `seraph ${tag}`,
      `Se\u0301ra ${tag}`,
      `brien ${tag}x@under`,
    ])
      expect(await listOrderNumbers({ q }), q).toEqual([number])
    for (const q of [`x${tag}`, `${tag} obri`, "' | 'a':*", `${tag} nobody`, '999999999999'])
      expect(await listOrderNumbers({ q }), q).toEqual([])
    expect((await listOrderPage({ q: '&|!():*<->' })).count).toBeGreaterThan(0)
  })

  test('are found by the number of their invoice and of a credit note', async () => {
    const { db } = identityWorld.world
    const order = await givenPaidOrder(identityWorld.world)
    await refundFirstSeat(identityWorld.world, admin.id, order.orderId)
    await sendRefunds(identityWorld.world, order.orderId)
    const number = await getOrderNumber(order.orderId)
    const [invoice, note] = await Promise.all([
      db.selectFrom('invoice').select('number').where('order_id', '=', order.orderId).executeTakeFirstOrThrow(),
      db.selectFrom('credit_note').select('number').where('order_id', '=', order.orderId).executeTakeFirstOrThrow(),
    ])
    expect(await listOrderNumbers({ q: formatInvoiceNumber(invoice.number) })).toEqual([number])
    expect(await listOrderNumbers({ q: formatCreditNoteNumber(note.number) })).toEqual([number])
    expect(await listOrderNumbers({ q: 'INV-99999' })).toEqual([])
  })

  test('are filtered by status, day, cohort and view, and each view has a count', async () => {
    const courseCode = await givenCourse(identityWorld.world, { depositMinor: 9_900 })
    const openOrder = await givenOrder(identityWorld.world, { courseCode })
    const paidOrder = await givenPaidOrder(identityWorld.world, { courseCode })
    const depositOrder = await givenPaidOrder(identityWorld.world, { courseCode, paymentType: 'deposit' })
    const [openNumber, paidNumber, depositNumber] = await Promise.all(
      [openOrder, paidOrder, depositOrder].map(({ orderId }) => getOrderNumber(orderId)),
    )
    await backdateOrder(openOrder.orderId, 3)
    const today = new Date().toISOString().slice(0, 10)
    expect(await listOrderNumbers({ courseCode })).toEqual([depositNumber, paidNumber, openNumber])
    expect(await listOrderNumbers({ courseCode, status: 'pending' })).toEqual([openNumber])
    expect(await listOrderNumbers({ courseCode, status: 'failed' })).toEqual([])
    expect(await listOrderNumbers({ courseCode, since: today })).toEqual([depositNumber, paidNumber])
    expect(await listOrderNumbers({ courseCode, only: 'balance-due' })).toEqual([depositNumber])
    expect(await listOrderNumbers({ courseCode, only: 'attention' })).toEqual([])

    const before = (await listOrderPage({})).counts
    await refundFirstSeat(identityWorld.world, admin.id, paidOrder.orderId)
    await identityWorld.world.db
      .updateTable('refund')
      .set({ created_at: new Date(Date.now() - 3_600_000) })
      .where('state', '=', 'queued')
      .execute()
    expect(await listOrderNumbers({ courseCode, only: 'refunded' })).toEqual([paidNumber])
    expect(await listOrderNumbers({ courseCode, only: 'attention' })).toEqual([paidNumber])
    const { counts } = await listOrderPage({})
    expect([counts.refunded - before.refunded, counts.attention - before.attention]).toEqual([1, 1])
    await sendRefunds(identityWorld.world, paidOrder.orderId)
    expect(await listOrderNumbers({ courseCode, only: 'attention' })).toEqual([])

    const restored = identityWorld.world.db.updateTable('orders').set({ restored_at: new Date() })
    await restored.where('id', '=', openOrder.orderId).execute()
    expect(await listOrderNumbers({ courseCode, only: 'attention' }), 'charged after the account was deleted').toEqual([
      openNumber,
    ])
  })

  test('balances due have their sum, and the first day that is due comes first, page after page', async () => {
    const courseCode = await givenCourse(identityWorld.world, { depositMinor: 9_900 })
    const numbers: string[] = []
    for (const days of [30, 10, 20]) {
      const { orderId } = await givenPaidOrder(identityWorld.world, { courseCode, paymentType: 'deposit' })
      await identityWorld.world.db
        .updateTable('orders')
        .set({ balance_due_at: new Date(Date.now() + days * 86_400_000) })
        .where('id', '=', orderId)
        .execute()
      numbers.push(await getOrderNumber(orderId))
    }
    const [last, first, second] = numbers
    const query = { courseCode, only: 'balance-due' }
    expect(await listOrderNumbers(query)).toEqual([first, second, last])
    expect(await listOrderNumbers({ ...query, after: first!.slice(2) })).toEqual([second, last])
    expect(await listOrderNumbers({ ...query, sort: '-placed' })).toEqual([second, first, last])
    expect((await listOrderPage(query)).due).toEqual([{ amount: '900.00', currency: 'USD' }])
    expect((await listOrderPage({ courseCode })).due).toEqual([])
  })

  test('are listed newest first, 25 per page, each once', async () => {
    const courseCode = await givenCourse(identityWorld.world, { seats: null })
    await Promise.all(Array.from({ length: 27 }, () => givenOrder(identityWorld.world, { courseCode })))
    const first = await listOrderPage({ courseCode })
    expect([first.orders.length, first.count]).toEqual([25, 27])
    const second = await listOrderPage({ courseCode, after: String(first.next) })
    expect([second.orders.length, second.next]).toEqual([2, null])
    const all = [...first.orders, ...second.orders].map((row: OrderListItem) => Number(row.orderNumber.slice(2)))
    expect(all).toEqual([...new Set(all)].toSorted((a, b) => b - a))
  })

  test('need five SQL statements for any number of orders', async () => {
    let statements = 0
    const db = identityWorld.world.db.withPlugin({
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await listOrders({ ...identityWorld.world, db }, { timezoneId: 'UTC' })
    expect(statements).toBeLessThanOrEqual(5)
  })

  test.each<Record<string, string>>([
    { since: 'yesterday' },
    { status: 'paid' },
    { timezoneId: 'Mars/Olympus' },
    { after: '-1' },
  ])('an invalid filter %j is refused', async (query) => {
    expect(await get(`orders?${new URLSearchParams(query)}`)).toMatchObject({ status: 400 })
  })
})

describe('the export', () => {
  const fetchExport = (query: Record<string, string>) =>
    fetch(`${identityWorld.api.base}/api/v1/admin/orders/export?${new URLSearchParams(query)}`, {
      headers: admin.headers,
    })

  test('contains the filtered orders as CSV for spreadsheets, and escapes names that look like formulas', async () => {
    const courseCode = await givenCourse(identityWorld.world, { depositMinor: 9_900 })
    await givenPaidOrder(identityWorld.world, { courseCode, paymentType: 'deposit', name: 'Zoë "Z", Smith' })
    const names = ['=HYPERLINK("http://evil.test")', '+1', '-1', '@sum']
    for (const name of names) await givenOrder(identityWorld.world, { courseCode, name })
    const response = await fetchExport({ courseCode })
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(response.headers.get('content-disposition')).toMatch(/filename="orders-\d{4}-\d\d-\d\d\.csv"/)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [header, ...lines] = bytes.toString().slice(1).trimEnd().split('\r\n')
    expect(header).toMatch(/^order,placed_at,status,/)
    expect(lines).toHaveLength(5)
    expect(lines.at(-1)).toMatch(
      /^U-\d+,\d{4}-\d\d-\d\dT[\d:.]+Z,complete,\S+Z,"Zoë ""Z"", Smith",[^,]+,A course,T[^,]+,1,USD,399\.00,99\.00,0\.00,0\.00,0\.00,99\.00,0\.00,complete,card,INV-\d+,,300\.00,/,
    )
    for (const name of names) expect(bytes.toString()).toMatch(new RegExp(`,"?'\\${name[0]}`))
    expect((await fetchExport({ status: 'paid' })).status).toBe(400)
    expect((await identityWorld.api.call('/api/v1/admin/orders/export')).status).toBe(401)
  })

  test('contains every order once, across several batches', async () => {
    const { orderId, courseCode } = await givenOrder(identityWorld.world)
    await sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
      'number', nextval('order_number'), 'state', 'expired', 'quote_id', null))).* from orders o, generate_series(1, 1001)
      where o.id = ${orderId}`.execute(identityWorld.world.db)
    const text = await (await fetchExport({ courseCode })).text()
    expect(new Set(text.match(/^U-\d+/gm)).size).toBe(1002)
  })
})

describe('a cohort', () => {
  test('shows its seats, its pending orders and the refundable amount, and who cancelled it and why', async () => {
    const courseCode = await givenCourse(identityWorld.world)
    const first = await givenPaidOrder(identityWorld.world, { courseCode, seats: 2 })
    const second = await givenPaidOrder(identityWorld.world, { courseCode })
    await givenOrder(identityWorld.world, { courseCode })
    await refundFirstSeat(identityWorld.world, admin.id, second.orderId)
    await sendRefunds(identityWorld.world, second.orderId)
    const before = (await get(`cohorts/${courseCode}`)).body.data
    expect(before).toMatchObject({ seats: 2, pending: 1, paid: [{ amount: '798.00', currency: 'USD' }], ended: null })

    await cancelCohort(identityWorld.world, admin.id, courseCode, 'The teacher is ill')
    await endCohortOrders(identityWorld.world, courseCode)
    const after = (await get(`cohorts/${courseCode}`)).body.data
    expect(after).toMatchObject({
      seats: 0,
      pending: 0,
      paid: [],
      ended: { by: 'Demo Person', reason: 'The teacher is ill' },
    })
    const { events, order } = await getOrderDetails(first.orderId)
    expect(order.lines.map((line: { refunded: { amount: string } }) => line.refunded.amount)).toEqual([
      '399.00',
      '399.00',
    ])
    expect(events).toContainEqual(
      expect.objectContaining({ what: 'cohort-cancelled', by: 'Demo Person', text: 'The teacher is ill' }),
    )
  })

  test('that does not exist is a 404', async () => {
    expect(await get('cohorts/NOPE-1')).toMatchObject({ status: 404, body: { errorCode: 'COURSE_NOT_FOUND' } })
  })
})
