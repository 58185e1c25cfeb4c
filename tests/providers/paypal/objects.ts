/** The objects of PayPal's double, in the shapes of PayPal's own API description. */
import { randomInt, randomUUID } from 'node:crypto'

export type PaypalMoney = { currency_code: string; value: string }
/** How the buyer pays: at once, refused at the capture, or by a transfer that takes days. */
export type Instrument = 'balance' | 'declined' | 'echeck'
export type StoredCapture = {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'DECLINED'
  createdAt: Date
  /** In hundredths, or whole units of a currency without decimals. */
  refundedMinor: number
}
export type StoredRefund = {
  id: string
  order: StoredOrder
  amount: PaypalMoney
  customId: string | null
  status: 'COMPLETED' | 'FAILED'
  createdAt: Date
}
export type StoredOrder = {
  id: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  amount: PaypalMoney
  customId: string
  invoiceId: string
  returnUrl: string
  cancelUrl: string
  createdAt: Date
  instrument: Instrument | null
  /** The account that approved. */
  payerId: string | null
  capture: StoredCapture | null
  refunds: StoredRefund[]
}

const ID_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const newId = (length = 17): string =>
  Array.from({ length }, () => ID_CHARACTERS[randomInt(ID_CHARACTERS.length)]).join('')

export function orderObject(order: StoredOrder, origin: string) {
  const { id, status, amount, customId, invoiceId, createdAt, capture, refunds } = order
  const isOpen = status !== 'COMPLETED'
  return {
    id,
    intent: 'CAPTURE',
    status,
    create_time: createdAt.toISOString(),
    payment_source: { paypal: {} },
    ...(order.payerId && { payer: { payer_id: order.payerId } }),
    purchase_units: [
      {
        reference_id: 'default',
        amount,
        custom_id: customId,
        invoice_id: invoiceId,
        ...(capture && {
          payments: {
            captures: [captureObject(order, capture, origin)],
            ...(refunds.length > 0 && { refunds: refunds.map((refund) => refundObject(refund, origin)) }),
          },
        }),
      },
    ],
    links: [
      link('self', `${origin}/v2/checkout/orders/${id}`, 'GET'),
      ...(isOpen ? [link('payer-action', `${origin}/checkoutnow?token=${id}`, 'GET')] : []),
    ],
  }
}

export function captureObject(order: StoredOrder, capture: StoredCapture, origin: string) {
  const { amount, customId, invoiceId } = order
  const { id, createdAt } = capture
  return {
    id,
    status: toCaptureStatus(order, capture),
    ...(capture.status === 'PENDING' && { status_details: { reason: 'ECHECK' } }),
    amount,
    final_capture: true,
    custom_id: customId,
    invoice_id: invoiceId,
    seller_protection: { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED'] },
    supplementary_data: { related_ids: { order_id: order.id } },
    create_time: createdAt.toISOString(),
    update_time: createdAt.toISOString(),
    links: [
      link('self', `${origin}/v2/payments/captures/${id}`, 'GET'),
      link('refund', `${origin}/v2/payments/captures/${id}/refund`, 'POST'),
      link('up', `${origin}/v2/checkout/orders/${order.id}`, 'GET'),
    ],
  }
}

function toCaptureStatus({ amount }: StoredOrder, { status, refundedMinor }: StoredCapture) {
  if (status !== 'COMPLETED' || refundedMinor === 0) return status
  return refundedMinor < toMinor(amount) ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
}

export function refundObject({ id, order, amount, customId, status, createdAt }: StoredRefund, origin: string) {
  return {
    id,
    status,
    amount,
    custom_id: customId ?? order.customId,
    invoice_id: order.invoiceId,
    seller_payable_breakdown: { gross_amount: amount, net_amount: amount, total_refunded_amount: amount },
    create_time: createdAt.toISOString(),
    update_time: createdAt.toISOString(),
    links: [
      link('self', `${origin}/v2/payments/refunds/${id}`, 'GET'),
      link('up', `${origin}/v2/payments/captures/${order.capture?.id}`, 'GET'),
    ],
  }
}

export type EventObject = ReturnType<typeof eventObject>

export function eventObject(type: string, resourceType: string, resource: object) {
  return {
    id: `WH-${newId()}-${newId()}`,
    event_version: '1.0',
    create_time: new Date().toISOString(),
    resource_type: resourceType,
    resource_version: '2.0',
    event_type: type,
    summary: 'An event of the double',
    resource,
    links: [],
  }
}

/** An error as PayPal explains it. */
export const errorObject = (name: string, issue: string) => ({
  name,
  message: MESSAGES[name],
  debug_id: randomUUID().slice(0, 13),
  details: [{ issue, description: DESCRIPTIONS[issue] }],
  links: [],
})

const MESSAGES: Record<string, string> = {
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
}

const DESCRIPTIONS: Record<string, string> = {
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  ORDER_ALREADY_CAPTURED: "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  TRANSACTION_DISPUTED:
    'Partial refunds cannot be offered at this time because there is an open case on this transaction. Visit the PayPal Resolution Center to review this case.',
  PENDING_CAPTURE:
    'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.',
  INVALID_RESOURCE_ID: 'Specified resource ID does not exist. Please check the resource ID and try again.',
}

export const link = (rel: string, href: string, method: string) => ({ href, rel, method })

/** `399.00` → 39900, `5000` → 5000. */
/** `399.00` → 39900, `5000` → 5000. */
export const toMinor = ({ value }: PaypalMoney): number => Number(value.replace('.', ''))
export function ofMinor(minor: number, { currency_code, value }: PaypalMoney): PaypalMoney {
  const digits = String(minor).padStart(3, '0')
  return { currency_code, value: value.includes('.') ? `${digits.slice(0, -2)}.${digits.slice(-2)}` : String(minor) }
}
