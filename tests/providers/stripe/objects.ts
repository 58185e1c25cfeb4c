/** Stripe's objects as it spells them: https://docs.stripe.com/api. Held against its own schemas by judge.ts. */
import { randomBytes } from 'node:crypto'
import type { Card } from './cards.ts'

export type PaymentError = { code: string; decline_code?: string; message: string; card: Card }
export type StoredIntent = {
  id: string
  secret: string
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'succeeded'
    | 'canceled'
  amount: number
  currency: string
  created: number
  metadata: Record<string, string>
  error: PaymentError | null
  card: Card | null
  charge: StoredCharge | null
  returnUrl: string | null
  /** The address of the bank's question. */
  challengeUrl: string | null
  customer: string | null
  /** A card that is saved with the payment, or charged by it. */
  method: string | null
  /** The `setup_future_usage` of a card that is saved. */
  savedFor: string | null
}
export type StoredCharge = { id: string; created: number; refunded: number }
export type StoredRefund = {
  id: string
  intent: StoredIntent
  amount: number
  created: number
  metadata: Record<string, string>
  status: 'succeeded' | 'failed'
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
export const now = () => Math.floor(Date.now() / 1000)

export function intentObject(intent: StoredIntent, expand: readonly string[] = []) {
  const { id, status, amount, currency, created, metadata, charge } = intent
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_received: status === 'succeeded' ? amount : 0,
    application: null,
    canceled_at: status === 'canceled' ? now() : null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: intent.secret,
    confirmation_method: 'automatic',
    created,
    currency,
    customer: intent.customer,
    description: null,
    last_payment_error: intent.error && errorObject(intent.error),
    latest_charge: charge && (expand.includes('latest_charge') ? chargeObject(intent, charge) : charge.id),
    livemode: false,
    metadata,
    next_action: nextAction(intent),
    payment_method: intent.method ?? (intent.card ? `pm_${id.slice(3)}` : null),
    payment_method_types: ['card'],
    receipt_email: null,
    setup_future_usage: intent.savedFor,
    status,
  }
}

/** Given somewhere to return to, the bank has a page of its own; else the question is Stripe.js' to ask. */
function nextAction({ status, challengeUrl, returnUrl }: StoredIntent) {
  if (status !== 'requires_action' || !challengeUrl) return null
  return returnUrl
    ? { type: 'redirect_to_url', redirect_to_url: { url: challengeUrl, return_url: returnUrl } }
    : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: challengeUrl } }
}

export function errorObject({ card, ...error }: PaymentError) {
  return { type: 'card_error', ...error, payment_method: methodObject(card) }
}

const NOWHERE = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
const NOBODY = { address: NOWHERE, email: null, name: null, phone: null }

export function methodObject({ brand, last4 }: Card, id = newId('pm'), customer: string | null = null) {
  return {
    id,
    object: 'payment_method',
    billing_details: NOBODY,
    card: { ...toPublicObject(brand, last4), generated_from: null },
    created: now(),
    customer,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

function toPublicObject(brand: string, last4: string) {
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    exp_month: 8,
    exp_year: 2040,
    fingerprint: 'AOB934RVNwzk6xtn',
    funding: 'credit',
    last4,
    networks: { available: ['visa'], preferred: null },
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

export function chargeObject(intent: StoredIntent, charge: StoredCharge) {
  const {
    networks: _networks,
    three_d_secure_usage: _usage,
    ...face
  } = toPublicObject('visa', intent.card?.last4 ?? '4242')
  return {
    id: charge.id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: charge.refunded,
    application: null,
    balance_transaction: newId('txn'),
    billing_details: NOBODY,
    captured: true,
    created: charge.created,
    currency: intent.currency,
    customer: null,
    description: null,
    disputed: false,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    payment_method: `pm_${intent.id.slice(3)}`,
    payment_method_details: {
      card: { ...face, installments: null, mandate: null, network: 'visa', three_d_secure: null },
      type: 'card',
    },
    refunded: charge.refunded === intent.amount,
    status: 'succeeded',
  }
}

export function refundObject({ id, intent, amount, created, metadata, status }: StoredRefund) {
  return {
    id,
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: intent.charge?.id ?? null,
    created,
    currency: intent.currency,
    metadata,
    payment_intent: intent.id,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  }
}

export type EventObject = ReturnType<typeof eventObject>

export function eventObject(type: string, object: object) {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: now(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: newId('req'), idempotency_key: null },
    type,
  }
}

export function listObject(url: string, all: readonly { id: string }[], query: URLSearchParams) {
  const limit = Number(query.get('limit') ?? 10)
  const after = query.get('starting_after')
  const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0
  return { object: 'list', url, has_more: all.length > from + limit, data: all.slice(from, from + limit) }
}
