/**
 * Stripe's responses, parsed strictly. Stripe's library takes any JSON without `error` for a success, so a response of
 * another shape is a fault and never a fact.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Money, money } from '#domain/money/money.ts'
import { toCardDecline } from '#domain/orders/card-decline.ts'
import type { ProviderFact } from '#domain/orders/payment.ts'
import type { Intent, ProviderEvent } from './gateway.ts'
import type { ProviderRefund } from './provider-refund.ts'

const Amount = z.number().int().nonnegative()
const Currency = z.string().regex(/^[a-z]{3}$/)
const Metadata = z.record(z.string(), z.string()).nullish()
const Card = z.object({
  brand: z.string().nullish(),
  last4: z.string().nullish(),
  fingerprint: z.string().nullish(),
  exp_month: z.number().int().nullish(),
  exp_year: z.number().int().nullish(),
})

const Charge = z.object({
  object: z.literal('charge'),
  status: z.enum(['succeeded', 'pending', 'failed']),
  amount_captured: Amount,
  amount_refunded: Amount,
  currency: Currency,
  payment_intent: z.string().nullish(),
  payment_method_details: z.object({ card: Card.nullish() }).nullish(),
  metadata: Metadata,
})

export const IntentShape = z.object({
  object: z.literal('payment_intent'),
  id: z.string().min(1),
  client_secret: z.string().min(1),
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'requires_capture',
    'canceled',
    'succeeded',
  ]),
  amount: Amount,
  amount_received: Amount,
  currency: Currency,
  last_payment_error: z
    .object({
      code: z.string().nullish(),
      decline_code: z.string().nullish(),
      payment_method: z.object({ card: Card.nullish() }).nullish(),
    })
    .nullish(),
  customer: z.string().nullish(),
  payment_method: z.string().nullish(),
  setup_future_usage: z.string().nullish(),
  latest_charge: z.union([z.string(), Charge]).nullish(),
  next_action: z.object({ redirect_to_url: z.object({ url: z.string().nullish() }).nullish() }).nullish(),
})
export type IntentShape = z.output<typeof IntentShape>

export const RefundShape = z.object({
  object: z.literal('refund'),
  id: z.string().min(1),
  status: z.string().nullish(),
  amount: Amount,
  currency: Currency,
  created: z.number().int(),
  payment_intent: z.string().nullish(),
  metadata: Metadata,
})
export const RefundsShape = z.array(RefundShape)
export const ChargesShape = z.array(Charge)

const Event = z.object({
  id: z.string().min(1),
  type: z.string(),
  data: z.object({
    object: z.object({ object: z.string(), id: z.string().optional(), payment_intent: z.unknown().optional() }),
  }),
})

/** The event of a payment, of its charge, refund or dispute; `intentId` is null for everything else that an account tells. */
export function toProviderEvent(event: unknown): ProviderEvent {
  const { id, type, data } = Event.parse(event)
  const { object, id: subject, payment_intent: intent } = data.object
  const intentId = object === 'payment_intent' ? subject : intent
  return { eventId: id, type, intentId: typeof intentId === 'string' ? intentId : null }
}

const STATUS = {
  requires_confirmation: 'requires_payment',
  requires_action: 'requires_action',
  processing: 'processing',
  // Nothing of ours asks for it: what is neither paid nor dead keeps its seats.
  requires_capture: 'processing',
  canceled: 'canceled',
  succeeded: 'succeeded',
} as const

/** A failed attempt leaves the intent open for another card; only `canceled` ends it. */
export function toIntent(intent: IntentShape): Intent {
  const { status, last_payment_error: failure } = intent
  const isOpen = status === 'requires_payment_method'
  return {
    intentId: intent.id,
    status: isOpen ? (failure ? 'declined' : 'requires_payment') : STATUS[status],
    amount: fromStripe(status === 'succeeded' ? intent.amount_received : intent.amount, intent.currency),
    failureCode: isOpen && failure ? toCardDecline([failure.code, failure.decline_code]) : null,
    card: getCard(intent),
    savedCard: getSavedCard(intent),
    clientSecret: intent.client_secret,
    nextAction: toNextAction(intent),
    approvalUrl: null,
  }
}

function toNextAction({ status, next_action }: IntentShape): Intent['nextAction'] {
  return status === 'requires_action' ? { redirectUrl: next_action?.redirect_to_url?.url ?? null } : null
}

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

function getCard({ latest_charge: charge, last_payment_error: failure }: IntentShape): ProviderFact['card'] {
  const charged = typeof charge === 'object' ? charge?.payment_method_details?.card : null
  const card = charged ?? failure?.payment_method?.card
  if (!card?.last4) return null
  const fingerprint = card.fingerprint && createHash('sha256').update(card.fingerprint).digest('base64url')
  const { exp_month: month, exp_year: year } = card
  return {
    brand: BRANDS[card.brand ?? ''] ?? 'Card',
    last4: card.last4,
    ...(fingerprint && { fingerprint }),
    ...(month && year && { expires: { month, year } }),
  }
}

function getSavedCard({
  status,
  customer,
  payment_method,
  setup_future_usage,
}: IntentShape): ProviderFact['savedCard'] {
  const isSaved =
    status === 'succeeded' && (setup_future_usage === 'off_session' || setup_future_usage === 'on_session')
  return isSaved && customer && payment_method ? { customerId: customer, methodId: payment_method } : null
}

/** The charges of our payments. Other uses of the same account have no reference. */
export function toCharge(charge: z.output<typeof Charge>) {
  const reference = charge.metadata?.payment_id
  if (charge.status !== 'succeeded' || !charge.payment_intent || !reference) return []
  return {
    intentId: charge.payment_intent,
    reference,
    amount: fromStripe(charge.amount_captured, charge.currency),
    refunded: fromStripe(charge.amount_refunded, charge.currency),
  }
}

/** A failed or cancelled refund is final. Only another refund can pay the buyer back. */
export const hasFailed = ({ status }: { status?: string | null | undefined }) =>
  status === 'failed' || status === 'canceled'

export function toProviderRefunds(refund: z.output<typeof RefundShape>): ProviderRefund[] {
  const { id, payment_intent: intentId, metadata, created } = refund
  if (!intentId) return []
  return [
    {
      refundId: id,
      intentId,
      key: metadata?.refund_key ?? null,
      amount: fromStripe(refund.amount, refund.currency),
      hasFailed: hasFailed(refund),
      at: new Date(created * 1000),
    },
  ]
}

/** Two currencies without decimals that Stripe still counts in hundredths: https://docs.stripe.com/currencies#special-cases */
const HUNDREDTHS = ['ISK', 'UGX']

export function toStripe({ minor, currency }: Money): { amount: number; currency: string } {
  return { amount: HUNDREDTHS.includes(currency) ? minor * 100 : minor, currency: currency.toLowerCase() }
}

export function fromStripe(amount: number, currency: string): Money {
  const code = currency.toUpperCase()
  return money(HUNDREDTHS.includes(code) ? amount / 100 : amount, code)
}
