import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attachmentsOf, newestMail } from '#features/mailing/queries.ts'
import { bodyFor } from '../../../tests/free-places.ts'
import { fresh, type Identity, openIdentity } from '../../../tests/identity.ts'
import { readPdf } from '../../../tests/pdf.ts'
import { cards, checkoutBody, givenCourse, givenPromoCode } from '../../../tests/selling.ts'
import { guest } from '../../../tests/world.ts'
import { giveSeat } from './complimentary.ts'
import { placeOrder } from './order.ts'
import { storeInvoiceFile } from './queries/invoices.ts'
import { writeReceipt } from './receipt.ts'
import { refundPayment } from './refund.ts'
import { howItStands } from './verify.ts'
import type { Placed } from './wire.ts'

let own: Identity
beforeAll(async () => {
  own = await openIdentity()
})
afterAll(() => own.close())

async function placed(email = fresh(), courseCode?: string): Promise<Placed> {
  const body = await checkoutBody(own.world, courseCode ?? (await givenCourse(own.world)), email)
  const outcome = await placeOrder(own.world, guest(), body, '192.0.2.1')
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

async function pay(order: Placed): Promise<Placed> {
  await own.world.gateway!.sandbox.confirm({ clientSecret: order.clientSecret, ...cards.good })
  await howItStands(own.world, guest(order.checkoutToken), { orderId: order.orderId })
  return order
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const orderOf = async (orderId: string, token: string) =>
  (await own.api.call(`/api/v1/orders/${orderId}`, { headers: bearer(token) })).body.data

async function ask(orderId: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${own.api.base}/api/v1/orders/${orderId}/invoice`, { headers })
  const content = new Uint8Array(await response.arrayBuffer())
  const isPdf = response.headers.get('content-type') === 'application/pdf'
  return {
    status: response.status,
    headers: response.headers,
    content,
    text: isPdf ? (await readPdf(content)).text : null,
    body: isPdf ? null : JSON.parse(new TextDecoder().decode(content)),
  }
}

/** A long address goes over two lines. */
const unbroken = (text: string | null) => text?.replaceAll('\n', '')

describe('who gets the invoice of a paid order', () => {
  test('its buyer and a community admin, with name and address; its checkout token, without them', async () => {
    const email = await own.known()
    const order = await pay(await placed(email))
    for (const headers of [await own.as(email), (await own.admin()).headers]) {
      const told = await ask(order.orderId, { authorization: headers.authorization })
      expect([told.status, told.body]).toEqual([200, null])
      expect(told.text).toContain('Demo Buyer')
      expect(unbroken(told.text)).toContain(email)
    }
    const told = await ask(order.orderId, bearer(order.checkoutToken))
    expect(told.status).toBe(200)
    expect(told.text).toContain('Total USD 399.00')
    expect(told.text).not.toContain('Demo Buyer')
    expect(unbroken(told.text)).not.toContain(email)
    expect(Buffer.from(told.content).toString('latin1')).not.toContain(email)
  })

  test('nobody else, who cannot tell it from one that does not exist', async () => {
    const order = await pay(await placed())
    const other = await pay(await placed())
    const learner = await own.as(await own.known())
    const unproved = [{}, bearer('x'), bearer(other.checkoutToken), { authorization: learner.authorization }]
    for (const headers of unproved) {
      for (const orderId of [order.orderId, randomUUID(), 'x']) {
        const told = await ask(orderId, headers as Record<string, string>)
        expect(told).toMatchObject({ status: 404, body: { errorCode: 'ORDER_NOT_FOUND' } })
      }
    }
    expect(await ask(order.orderId, bearer('forged.access.token'))).toMatchObject({
      status: 401,
      body: { errorCode: 'TOKEN_INVALID' },
    })
  })
})

test('it is a file to be saved and never to be kept on the way, under the number that its order has', async () => {
  const order = await pay(await placed())
  const seen = await orderOf(order.orderId, order.checkoutToken)
  const told = await ask(order.orderId, bearer(order.checkoutToken))
  expect(Object.fromEntries(told.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="invoice-${seen.orderNumber}.pdf"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(told.text).toContain(seen.orderNumber)
  expect(told.text).toContain('Visa ending 4242')
  expect(new URL(seen.invoiceUrl).pathname).toBe(`/api/v1/orders/${order.orderId}/invoice`)
})

test('an order that is open, or ended unpaid, has none and says so', async () => {
  const order = await placed()
  const none = { status: 409, body: { errorCode: 'INVOICE_NOT_READY' } }
  expect(await ask(order.orderId, bearer(order.checkoutToken))).toMatchObject(none)
  expect(await orderOf(order.orderId, order.checkoutToken)).toMatchObject({ status: 'pending', invoiceUrl: null })
  await own.world.db.updateTable('orders').set({ state: 'expired' }).where('id', '=', order.orderId).execute()
  expect(await ask(order.orderId, bearer(order.checkoutToken))).toMatchObject(none)
  expect(await orderOf(order.orderId, order.checkoutToken)).toMatchObject({ status: 'failed', invoiceUrl: null })
})

test('an order over nothing was never paid and has none: a free place, one that a code paid for, one given away', async () => {
  const none = { status: 409, body: { errorCode: 'INVOICE_NOT_READY' } }
  const enrol = (body: object) => own.post('course-enrolment-zero', body, { 'idempotency-key': randomUUID() })
  const free = await enrol(bodyFor(await givenCourse(own.world, { priceMinor: 0 }), fresh()))
  const promoCode = await givenPromoCode(own.world, { percent_off: 100 })
  const coded = await enrol(bodyFor(await givenCourse(own.world), fresh(), { promoCode }))
  for (const { body } of [free, coded])
    expect(await ask(body.data.orderId, bearer(body.data.checkoutToken))).toMatchObject(none)

  const email = await own.known()
  const courseCode = await givenCourse(own.world)
  await giveSeat(own.world, courseCode, { email, name: 'Ana Cruz', timezoneId: 'UTC' })
  const orders = own.world.db.selectFrom('orders').select('id').where('email', '=', email)
  const { id } = await orders.executeTakeFirstOrThrow()
  for (const headers of [await own.as(email), (await own.admin()).headers])
    expect(await ask(id, { authorization: headers.authorization })).toMatchObject(none)
})

test('an order whose money went back has one, which says so', async () => {
  const courseCode = await givenCourse(own.world)
  const order = await placed(fresh(), courseCode)
  await own.world.db.deleteFrom('seat_hold').where('order_id', '=', order.orderId).execute()
  await own.world.db.updateTable('cohort').set({ taken: 10 }).where('course_code', '=', courseCode).execute()
  await pay(order)
  expect(await ask(order.orderId, bearer(order.checkoutToken))).toMatchObject({ status: 409 })

  await refundPayment(own.world, order.paymentId)
  const told = await ask(order.orderId, bearer(order.checkoutToken))
  expect(told.text).toMatch(/Total USD 399\.00\nPaid on .*, Visa ending 4242 USD 399\.00\nRefunded on .* −USD 399\.00/)
  expect((await orderOf(order.orderId, order.checkoutToken)).invoiceUrl).not.toBeNull()
})

test('what was charged stands there, whatever the course costs today', async () => {
  const courseCode = await givenCourse(own.world)
  const order = await pay(await placed(fresh(), courseCode))
  await own.world.db.updateTable('offer').set({ price_minor: 49_900 }).where('course_code', '=', courseCode).execute()
  expect((await ask(order.orderId, bearer(order.checkoutToken))).text).toContain('Total USD 399.00')
})

test('the receipt brings it along, with the buyer’s name', async () => {
  const email = fresh()
  const order = await pay(await placed(email))
  await writeReceipt(own.world, order.orderId)
  const [mail] = await newestMail(own.world.db, email)
  const file = (await attachmentsOf(own.world.db, [mail!.id])).find((one) => one.content_type === 'application/pdf')
  const { text, title } = await readPdf(file!.content)
  const { orderNumber } = await orderOf(order.orderId, order.checkoutToken)
  expect([file!.filename, title]).toEqual([`invoice-${orderNumber}.pdf`, `Invoice ${orderNumber}`])
  expect(text).toContain('Demo Buyer')
  expect(text).toContain('Total USD 399.00')
})

describe('an invoice is drawn once', () => {
  const stored = (orderId: string) =>
    own.world.db.selectFrom('invoice_file').selectAll().where('order_id', '=', orderId)

  test('and read from then on, until it says something else', async () => {
    const order = await pay(await placed())
    await ask(order.orderId, bearer(order.checkoutToken))
    await own.world.db
      .updateTable('invoice_file')
      .set({ content: Buffer.from('as stored') })
      .where('order_id', '=', order.orderId)
      .execute()
    const again = await ask(order.orderId, bearer(order.checkoutToken)).catch((error: Error) => error.message)
    expect(again).toContain('Invalid PDF')

    await own.world.db
      .updateTable('order_line')
      .set({ label: 'Another seat' })
      .where('order_id', '=', order.orderId)
      .execute()
    expect(await stored(order.orderId).execute()).toEqual([])
    expect((await ask(order.orderId, bearer(order.checkoutToken))).text).toContain('Another seat')
    expect(await stored(order.orderId).execute()).toHaveLength(1)
  })

  test('and with the buyer’s name apart; it goes when the name does, and no late one is stored', async () => {
    const email = fresh()
    const order = await pay(await placed(email))
    const admin = { authorization: (await own.admin()).headers.authorization! }
    await ask(order.orderId, admin)
    await ask(order.orderId, bearer(order.checkoutToken))
    const rows = await stored(order.orderId).execute()
    expect(rows.map(({ names_buyer }) => names_buyer).toSorted()).toEqual([false, true])

    await own.world.db.updateTable('orders').set({ name: 'Deleted person' }).where('id', '=', order.orderId).execute()
    expect(await stored(order.orderId).execute()).toEqual([])
    const late = { orderId: order.orderId, namesBuyer: true, hash: rows[0]!.content_hash }
    await storeInvoiceFile(own.world.db, late, { name: 'Demo Buyer', email }, Buffer.from('late'))
    expect(await stored(order.orderId).execute()).toEqual([])
  })
})

test('one order’s invoice is sent twenty times in ten minutes, whoever asks', async () => {
  const order = await pay(await placed())
  const statuses: number[] = []
  for (let count = 0; count < 22; count++) statuses.push((await ask(order.orderId, bearer(order.checkoutToken))).status)
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
})
