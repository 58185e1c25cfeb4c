/**
 * Payments by PayPal. One of our payments is one order at PayPal, which the buyer approves there and we capture. Its
 * `custom_id` is the id of our payment. docs/decisions/0044-paypal-by-a-client-of-our-own.md
 */
import type { PaypalConfig } from '#config/paypal.ts'
import type { Capture, Gateway, Intent } from '../gateway.ts'
import { createCertificates } from './certificates.ts'
import { createPaypalClient, type PaypalClient, type PaypalRefusal, requireDone } from './client.ts'
import { readEvent } from './events.ts'
import { listCharges, listDisputes, listRefunds } from './listings.ts'
import { getApprovalUrl, getCapture, hasFailed, listOrderRefunds, toCustomId, toFact } from './orders.ts'
import { OrderShape, RefundShape, toPaypalMoney } from './shapes.ts'

/** The buyer's instrument, or PayPal's rules, refused the capture. Nothing was charged. */
const DECLINES = [
  'INSTRUMENT_DECLINED',
  'COMPLIANCE_VIOLATION',
  'DOMESTIC_TRANSACTION_REQUIRED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'PAYEE_BLOCKED_TRANSACTION',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACTION_REQUIRED',
  'PAYER_CANNOT_PAY',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'TRANSACTION_BLOCKED_BY_PAYEE',
  'TRANSACTION_LIMIT_EXCEEDED',
  'TRANSACTION_REFUSED',
]
/** The order's own state explains these. */
const STATE_ISSUES = ['ORDER_ALREADY_CAPTURED', 'ORDER_NOT_APPROVED']

export type PaypalGateway = Gateway & { capture: NonNullable<Gateway['capture']> }

export function createPaypalGateway(config: PaypalConfig): PaypalGateway {
  const client = createPaypalClient(config)
  const certificates = createCertificates(config.certificateOrigins)
  const getIntent = async (intentId: string) => {
    const order = await findOrder(client, intentId)
    return order ? toIntent(order) : toDeletedIntent(intentId)
  }
  return {
    provider: 'paypal',
    async createIntent({ key, amount, reference, returnUrl, cancelUrl }) {
      const body = {
        intent: 'CAPTURE',
        purchase_units: [{ amount: toPaypalMoney(amount), custom_id: reference, invoice_id: reference }],
        payment_source: {
          paypal: {
            experience_context: {
              user_action: 'PAY_NOW',
              shipping_preference: 'NO_SHIPPING',
              // A transfer that takes days outlasts every seat hold.
              payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
              return_url: returnUrl,
              cancel_url: cancelUrl,
            },
          },
        },
      }
      return toIntent(requireDone('an order', await client.post('/v2/checkout/orders', OrderShape, { key, body })))
    },
    getIntent,
    // Nobody but us captures an order, and PayPal ends it after some hours.
    cancelIntent: getIntent,
    capture: (order) => capture(client, order),
    refund: (order) => refund(client, order),
    listCharges: (since) => listCharges(client, since),
    listRefunds: async (of) =>
      'since' in of ? listRefunds(client, of.since) : listOrderRefunds(await getOrder(client, of.intentId)),
    listDisputes: async (of) => {
      if ('since' in of) return listDisputes(client, of)
      const charged = getCapture(await getOrder(client, of.intentId))
      return charged ? listDisputes(client, { captureId: charged.id, intentId: of.intentId }) : []
    },
    disputeUrl: (disputeId) =>
      `https://www.${config.isTest ? 'sandbox.' : ''}paypal.com/resolutioncenter/view/${disputeId}`,
    readEvent: (rawBody, headers) => readEvent(client, certificates, { rawBody, headers, webhookId: config.webhookId }),
    sandbox: null,
    sandboxPaypal: null,
  }
}

/** Null for an order that PayPal deleted: it does so some hours after nobody captured it. */
async function findOrder(client: PaypalClient, orderId: string): Promise<OrderShape | null> {
  if (!/^[A-Z0-9]{1,36}$/.test(orderId)) throw new Error('not an order of PayPal')
  const answer = await client.get(`/v2/checkout/orders/${orderId}`, OrderShape)
  if (!answer.ok && hasIssue(answer.refusal, ['RESOURCE_NOT_FOUND'])) return null
  return requireDone('to show an order', answer)
}

async function getOrder(client: PaypalClient, orderId: string): Promise<OrderShape> {
  const order = await findOrder(client, orderId)
  if (!order) throw new Error('PayPal does not know this order any more')
  return order
}

const toDeletedIntent = (intentId: string): Intent => ({
  intentId,
  status: 'canceled',
  amount: null,
  failureCode: null,
  card: null,
  clientSecret: null,
  nextAction: null,
  approvalUrl: null,
})

const toIntent = (order: OrderShape): Intent => ({
  ...toFact(order),
  clientSecret: null,
  nextAction: null,
  approvalUrl: getApprovalUrl(order),
})

/** An order of another amount, or of another payment, is not captured. PayPal captures an order once. */
async function capture(client: PaypalClient, { key, intentId, amount, reference }: Capture): Promise<Intent> {
  const order = await findOrder(client, intentId)
  if (!order) return toDeletedIntent(intentId)
  const [unit] = order.purchase_units
  const isOurs =
    unit.custom_id === reference && unit.amount.minor === amount.minor && unit.amount.currency === amount.currency
  if (!isOurs) throw new Error('PayPal has another payment or amount for this order')
  if (toFact(order).status !== 'approved') return toIntent(order)
  const answer = await client.post(`/v2/checkout/orders/${intentId}/capture`, OrderShape.pick({ id: true }), {
    key,
    body: {},
  })
  if (!answer.ok && hasIssue(answer.refusal, DECLINES))
    return { ...toIntent(order), status: 'declined', failureCode: 'payment_declined' }
  if (!answer.ok && !hasIssue(answer.refusal, STATE_ISSUES)) requireDone('a capture', answer)
  return toIntent(await getOrder(client, intentId))
}

const hasIssue = ({ issues }: PaypalRefusal, among: readonly string[]): boolean =>
  issues.some((issue) => among.includes(issue))

/** PayPal forgets a key after six hours, but never a refund's `custom_id`. So an earlier refund is looked up first. */
async function refund(client: PaypalClient, { key, intentId, amount }: Parameters<Gateway['refund']>[0]) {
  const order = await getOrder(client, intentId)
  const charged = getCapture(order)
  if (!charged || toFact(order).status !== 'succeeded') throw new Error('PayPal has charged nothing for this order')
  const tried = listOrderRefunds(order).filter((one) => one.key === key)
  const accepted = tried.find((one) => !one.hasFailed)
  if (accepted) return { refundId: accepted.refundId }
  const request = {
    key: tried.length === 0 ? key : `${key}:after-${tried.length}`,
    body: { amount: toPaypalMoney(amount), custom_id: toCustomId(key) },
  }
  const answer = await client.post(`/v2/payments/captures/${charged.id}/refund`, RefundShape, request)
  const created = requireDone('a refund', answer)
  if (hasFailed(created)) throw new Error(`the refund was not accepted: ${created.status}`)
  return { refundId: created.id }
}
