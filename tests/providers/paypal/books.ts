/** The state of PayPal's double: orders, captures, refunds, disputes, events. A change is complete before its event is sent. */
import { createDisputes, type Disputes } from './disputes.ts'
import {
  captureObject,
  type EventObject,
  errorObject,
  eventObject,
  type Instrument,
  link,
  newId,
  ofMinor,
  orderObject,
  type PaypalMoney,
  refundObject,
  type StoredOrder,
  type StoredRefund,
  toMinor,
} from './objects.ts'

const PAYER_ID_LENGTH = 13

export type PaypalRequest = { method: string; path: string; query: URLSearchParams; body: Record<string, unknown> }
export type PaypalResponse = { status: number; body: object }

export type Books = {
  /** Null for an address that the double does not have. */
  serve(request: PaypalRequest): PaypalResponse | null
  /** The buyer approves on PayPal's page. Once the order is captured, this does nothing. Without `payerId` each approval comes from another account. */
  approve(orderId: string, instrument: Instrument, payerId?: string): void
  /** The buyer's bank decides a transfer that took days. */
  decide(orderId: string, status: 'COMPLETED' | 'DECLINED'): void
  /** PayPal forgets an order that nobody captured in time. */
  expire(orderId: string): void
  failRefunds: boolean
  /** An admin refunds on PayPal's own pages. */
  refundAtDashboard(orderId: string, minor: number): string
  /** The buyer's bank returns a refund, days after it was sent. */
  failRefund(refundId: string): void
  disputes: Disputes
  orders: ReadonlyMap<string, StoredOrder>
  /** Newest first. */
  events: readonly EventObject[]
  webhook: { url: string; event_types: { name: string }[] }
  /** A page may have fewer items than were asked for. */
  largestPage: number
}

export function createBooks(webhookId: string, origin: () => string, deliver: (event: EventObject) => void): Books {
  const orders = new Map<string, StoredOrder>()
  const events: EventObject[] = []

  function sendEvent(type: string, resourceType: string, resource: object): void {
    const event = eventObject(type, resourceType, resource)
    events.unshift(event)
    deliver(event)
  }
  const getPageSize = (query: URLSearchParams) => Math.min(books.largestPage, Number(query.get('page_size') ?? 10))
  const disputes = createDisputes(orders, sendEvent, origin)
  const sendOrder = (type: string, order: StoredOrder) =>
    sendEvent(`CHECKOUT.ORDER.${type}`, 'checkout-order', orderObject(order, origin()))
  const sendCapture = (type: string, order: StoredOrder) =>
    sendEvent(`PAYMENT.CAPTURE.${type}`, 'capture', captureObject(order, order.capture!, origin()))
  const findByCapture = (captureId: string | undefined) =>
    [...orders.values()].find(({ capture }) => capture && capture.id === captureId)

  function create({ body }: PaypalRequest): PaypalResponse {
    const [unit] = body.purchase_units as { amount: PaypalMoney; custom_id: string; invoice_id: string }[]
    const source = body.payment_source as {
      paypal: { experience_context: { return_url: string; cancel_url: string } }
    }
    const context = source.paypal.experience_context
    const order: StoredOrder = {
      id: newId(),
      status: 'PAYER_ACTION_REQUIRED',
      amount: unit!.amount,
      customId: unit!.custom_id,
      invoiceId: unit!.invoice_id,
      returnUrl: context.return_url,
      cancelUrl: context.cancel_url,
      createdAt: new Date(),
      instrument: null,
      payerId: null,
      capture: null,
      refunds: [],
    }
    orders.set(order.id, order)
    return { status: 200, body: orderObject(order, origin()) }
  }

  function capture(order: StoredOrder): PaypalResponse {
    if (order.capture) return refused('ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') return refused('ORDER_NOT_APPROVED')
    // The order stays approved: only the buyer can choose another instrument.
    if (order.instrument === 'declined') return refused('INSTRUMENT_DECLINED')
    const status = order.instrument === 'echeck' ? 'PENDING' : 'COMPLETED'
    order.status = 'COMPLETED'
    order.capture = { id: newId(), status, createdAt: new Date(), refundedMinor: 0 }
    sendCapture(status, order)
    if (status === 'COMPLETED') sendOrder('COMPLETED', order)
    return { status: 201, body: orderObject(order, origin()) }
  }

  function refund(order: StoredOrder, { body }: PaypalRequest): PaypalResponse {
    const { capture } = order
    if (capture?.status !== 'COMPLETED') return refused('PENDING_CAPTURE')
    const leftMinor = toMinor(order.amount) - capture.refundedMinor
    const amount = (body.amount as PaypalMoney | undefined) ?? ofMinor(leftMinor, order.amount)
    if (leftMinor === 0) return refused('CAPTURE_FULLY_REFUNDED')
    if (!disputes.isRefundable(order.id)) return refused('TRANSACTION_DISPUTED')
    if (toMinor(amount) > leftMinor) return refused('REFUND_AMOUNT_EXCEEDED')
    return { status: 201, body: refundObject(payBack(order, amount, body.custom_id as string), origin()) }
  }

  function payBack(order: StoredOrder, amount: PaypalMoney, customId: string | null): StoredRefund {
    const status = books.failRefunds ? 'FAILED' : 'COMPLETED'
    const stored: StoredRefund = { id: newId(), order, amount, customId, status, createdAt: new Date() }
    order.refunds.push(stored)
    if (status === 'COMPLETED') order.capture!.refundedMinor += toMinor(amount)
    sendEvent('PAYMENT.CAPTURE.REFUNDED', 'refund', refundObject(stored, origin()))
    return stored
  }

  /** Newest first, as the page before says where the next one ends. */
  function listEvents(query: URLSearchParams): object {
    const [type, from, to] = [query.get('event_type'), query.get('start_time'), query.get('end_time')]
    const matching = events.filter(
      ({ event_type, create_time }) =>
        (!type || event_type === type) && (!from || create_time >= from) && (!to || create_time <= to),
    )
    const page = matching.slice(0, getPageSize(query))
    const rest = matching.slice(page.length)
    const next = new URLSearchParams({ ...Object.fromEntries(query), end_time: rest[0]?.create_time ?? '' })
    const address = `${origin()}/v1/notifications/webhooks-events`
    return { events: page, count: page.length, links: rest[0] ? [link('next', `${address}?${next}`, 'GET')] : [] }
  }

  const books: Books = {
    failRefunds: false,
    largestPage: 100,
    approve(orderId, instrument, payerId = newId(PAYER_ID_LENGTH)) {
      const order = orders.get(orderId)
      if (!order || order.capture) return
      Object.assign(order, { status: 'APPROVED', instrument, payerId })
      sendOrder('APPROVED', order)
    },
    decide(orderId, status) {
      const order = orders.get(orderId)
      if (order?.capture?.status !== 'PENDING') return
      order.capture.status = status
      sendCapture(status === 'DECLINED' ? 'DENIED' : status, order)
    },
    expire: (orderId) => void orders.delete(orderId),
    refundAtDashboard(orderId, minor) {
      const order = orders.get(orderId)
      if (!order?.capture || order.capture.refundedMinor + minor > toMinor(order.amount))
        throw new Error('nothing to pay back')
      return payBack(order, ofMinor(minor, order.amount), null).id
    },
    failRefund(refundId) {
      const stored = [...orders.values()].flatMap(({ refunds }) => refunds).find(({ id }) => id === refundId)
      if (stored?.status !== 'COMPLETED') throw new Error('no such refund')
      stored.status = 'FAILED'
      stored.order.capture!.refundedMinor -= toMinor(stored.amount)
      sendEvent('PAYMENT.CAPTURE.REFUNDED', 'refund', refundObject(stored, origin()))
    },
    disputes,
    orders,
    events,
    webhook: { url: 'https://courses.example.com/api/v1/webhooks/paypal', event_types: [] },
    serve(request) {
      const { method, path, query } = request
      const [, , , kind, id, action] = path.split('/')
      const route = `${method} ${kind}${id ? '/:id' : ''}${action ? `/${action}` : ''}`
      const order = kind === 'orders' && id ? orders.get(id) : kind === 'captures' ? findByCapture(id) : undefined
      if ((kind === 'orders' || kind === 'captures') && id && !order) return missing
      if (route === 'POST orders') return create(request)
      if (order && route === 'GET orders/:id') return respondOk(orderObject(order, origin()))
      if (order && route === 'POST orders/:id/capture') return capture(order)
      if (order && route === 'GET captures/:id') return respondOk(captureObject(order, order.capture!, origin()))
      if (order && route === 'POST captures/:id/refund') return refund(order, request)
      if (route === 'GET disputes') return respondOk(disputes.list(query, getPageSize(query)))
      if (route === 'GET disputes/:id' && id) {
        const dispute = disputes.get(id)
        return dispute ? respondOk(dispute) : missing
      }
      if (route === 'GET webhooks-events') return respondOk(listEvents(query))
      if (route === 'GET webhooks/:id') return id === webhookId ? respondOk({ id, ...books.webhook }) : missing
      return null
    },
  }
  return books
}

const respondOk = (body: object): PaypalResponse => ({ status: 200, body })
const refused = (issue: string): PaypalResponse => ({ status: 422, body: errorObject('UNPROCESSABLE_ENTITY', issue) })
const missing: PaypalResponse = { status: 404, body: errorObject('RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID') }
