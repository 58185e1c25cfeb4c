import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAttachments, listNewestMails } from '#people/mailing/queries.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import type { Placed } from '#sell/payments/wire/answers.ts'
import { refundPayment } from '#sell/refunds/send-refund.ts'
import { readPdf } from '../../../tests/support/pdf.ts'
import { bodyFor } from '../../../tests/world/free-places.ts'
import { createIdentityWorld, fresh, type Identity } from '../../../tests/world/identity.ts'
import { cards, checkoutBody, givenCourse, givenPromoCode } from '../../../tests/world/selling.ts'
import { guest } from '../../../tests/world/world.ts'
import { storeInvoiceFile } from './queries/invoices.ts'
import { sendReceipt } from './send-receipt.ts'

let own: Identity
beforeAll(async () => {
  own = await createIdentityWorld()
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
  await checkPayment(own.world, guest(order.checkoutToken), { orderId: order.orderId })
  return order
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const readOrder = async (orderId: string, token: string) =>
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
  test('the buyer and a community admin get name and address; the checkout token gets neither', async () => {
    const email = await own.known()
    const order = await pay(await placed(email))
    for (const headers of [await own.as(email), (await own.admin()).headers]) {
      const response = await ask(order.orderId, { authorization: headers.authorization })
      expect([response.status, response.body]).toEqual([200, null])
      expect(response.text).toContain('Demo Buyer')
      expect(unbroken(response.text)).toContain(email)
    }
    const response = await ask(order.orderId, bearer(order.checkoutToken))
    expect(response.status).toBe(200)
    expect(response.text).toContain('Total USD 399.00')
    expect(response.text).not.toContain('Demo Buyer')
    expect(unbroken(response.text)).not.toContain(email)
    expect(Buffer.from(response.content).toString('latin1')).not.toContain(email)
  })

  test('for anybody else the invoice does not seem to exist', async () => {
    const order = await pay(await placed())
    const other = await pay(await placed())
    const learner = await own.as(await own.known())
    const unproved = [{}, bearer('x'), bearer(other.checkoutToken), { authorization: learner.authorization }]
    for (const headers of unproved) {
      for (const orderId of [order.orderId, randomUUID(), 'x']) {
        const response = await ask(orderId, headers as Record<string, string>)
        expect(response).toMatchObject({ status: 404, body: { errorCode: 'ORDER_NOT_FOUND' } })
      }
    }
    expect(await ask(order.orderId, bearer('forged.access.token'))).toMatchObject({
      status: 401,
      body: { errorCode: 'TOKEN_INVALID' },
    })
  })
})

test('it is a download that no cache stores, named by its own number', async () => {
  const order = await pay(await placed())
  const seen = await readOrder(order.orderId, order.checkoutToken)
  const response = await ask(order.orderId, bearer(order.checkoutToken))
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="invoice-${seen.invoiceNumber}.pdf"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(seen.invoiceNumber).toMatch(/^INV-\d{5}$/)
  expect(response.text).toContain(seen.orderNumber)
  expect(response.text).toContain(seen.invoiceNumber)
  expect(response.text).toContain('Visa ending 4242')
  expect(new URL(seen.invoiceUrl).pathname).toBe(`/api/v1/orders/${order.orderId}/invoice`)
})

test('an open order, or one that ended unpaid, has no invoice and says so', async () => {
  const order = await placed()
  const none = { status: 409, body: { errorCode: 'INVOICE_NOT_READY' } }
  expect(await ask(order.orderId, bearer(order.checkoutToken))).toMatchObject(none)
  expect(await readOrder(order.orderId, order.checkoutToken)).toMatchObject({ status: 'pending', invoiceUrl: null })
  await own.world.db.updateTable('orders').set({ state: 'expired' }).where('id', '=', order.orderId).execute()
  expect(await ask(order.orderId, bearer(order.checkoutToken))).toMatchObject(none)
  expect(await readOrder(order.orderId, order.checkoutToken)).toMatchObject({ status: 'failed', invoiceUrl: null })
})

test('an order of zero has no invoice: a free course, a 100 % code, a complimentary seat', async () => {
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

test('money that could not be used was never invoiced, also after it went back', async () => {
  const courseCode = await givenCourse(own.world)
  const order = await placed(fresh(), courseCode)
  await own.world.db.deleteFrom('seat_hold').where('order_id', '=', order.orderId).execute()
  await own.world.db.updateTable('cohort').set({ taken: 10 }).where('cohort_code', '=', courseCode).execute()
  await pay(order)
  expect(await ask(order.orderId, bearer(order.checkoutToken))).toMatchObject({ status: 409 })

  await refundPayment(own.world, order.paymentId)
  expect(await ask(order.orderId, bearer(order.checkoutToken))).toMatchObject({
    status: 409,
    body: { errorCode: 'INVOICE_NOT_READY' },
  })
  expect(await readOrder(order.orderId, order.checkoutToken)).toMatchObject({
    status: 'failed',
    invoiceUrl: null,
    invoiceNumber: null,
  })
})

test('it shows the charged price, whatever the course costs today', async () => {
  const courseCode = await givenCourse(own.world)
  const order = await pay(await placed(fresh(), courseCode))
  await own.world.db.updateTable('offer').set({ price_minor: 49_900 }).where('cohort_code', '=', courseCode).execute()
  expect((await ask(order.orderId, bearer(order.checkoutToken))).text).toContain('Total USD 399.00')
})

test('it is attached to the receipt, with the buyer’s name', async () => {
  const email = fresh()
  const order = await pay(await placed(email))
  await sendReceipt(own.world, order.orderId)
  const [mail] = await listNewestMails(own.world.db, email)
  const file = (await listAttachments(own.world.db, [mail!.id])).find((one) => one.content_type === 'application/pdf')
  const { text, title } = await readPdf(file!.content)
  const { invoiceNumber } = await readOrder(order.orderId, order.checkoutToken)
  expect([file!.filename, title]).toEqual([`invoice-${invoiceNumber}.pdf`, `Invoice ${invoiceNumber}`])
  expect(text).toContain('Demo Buyer')
  expect(text).toContain('Total USD 399.00')
})

describe('an invoice is rendered once', () => {
  const stored = (orderId: string) =>
    own.world.db.selectFrom('invoice_file').selectAll().where('order_id', '=', orderId)

  test('and read from storage until its content changes', async () => {
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

  test('and once more with the buyer’s name; that version is deleted with the name, and not stored again', async () => {
    const email = fresh()
    const order = await pay(await placed(email))
    const admin = { authorization: (await own.admin()).headers.authorization! }
    await ask(order.orderId, admin)
    await ask(order.orderId, bearer(order.checkoutToken))
    const rows = await stored(order.orderId).execute()
    expect(rows.map(({ names_buyer }) => names_buyer).toSorted()).toEqual([false, true])

    await own.world.db.updateTable('orders').set({ name: 'Deleted person' }).where('id', '=', order.orderId).execute()
    expect(await stored(order.orderId).execute()).toEqual([])
    const late = { orderId: order.orderId, creditNote: 0, namesBuyer: true, hash: rows[0]!.content_hash }
    await storeInvoiceFile(own.world.db, late, { name: 'Demo Buyer', email }, Buffer.from('late'))
    expect(await stored(order.orderId).execute()).toEqual([])
  })
})

test('one order’s invoice is sent at most twenty times in ten minutes, to all callers together', async () => {
  const order = await pay(await placed())
  const statuses: number[] = []
  for (let count = 0; count < 22; count++) statuses.push((await ask(order.orderId, bearer(order.checkoutToken))).status)
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
})
