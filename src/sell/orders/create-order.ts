/**
 * Creates an order: its row, its lines, its first payment and the token of its browser, in one statement. Runs inside
 * the caller's transaction, which then reserves the seats. Every order is created here.
 */
import type { Insertable } from 'kysely'
import { type SentTouches, toTouchColumns } from '#domain/attribution.ts'
import type { Money } from '#domain/money/money.ts'
import type { Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/types.gen.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { getMethod } from '#platform/payments/gateways.ts'
import type { ChargedPayment } from './create-intent.ts'
import { type InsertedOrder, insertOrder, type Order } from './queries/orders.ts'

/** The row's amounts are in minor units. They come from a quote, so that the stored price is the shown one. */
export type OrderPrice = Pick<Insertable<DB['orders']>, 'currency' | 'subtotal_minor' | 'total_minor'> &
  Partial<
    Pick<
      Insertable<DB['orders']>,
      | 'discount_kind'
      | 'promo_code'
      | 'referral_code'
      | 'deposit_minor'
      | 'balance_due_at'
      | 'tax_country'
      | 'tax_name'
      | 'tax_rate'
      | 'tax_minor'
      | 'refund_days_before'
      | 'refund_late_percent'
      | 'refund_days_after'
    >
  >

type OrderProduct =
  | { kind: 'cohort'; cohortCode: string; offerCode: string; quoteId?: string; seats: number }
  | { kind: 'gift-card' }

type OrderLine = { kind: 'seats' | 'gift-card'; label: string; amount: Money }

/** `free`: the order is complete at once. `charge`: an attempt at the provider. `later`: the caller adds the payments. */
type FirstPayment =
  | { kind: 'free' }
  | { kind: 'charge'; provider: Gateway['provider']; amount: Money; attempt: number }
  | { kind: 'later' }

export type CreateOrderInput = {
  product: OrderProduct
  price: OrderPrice
  lines: readonly OrderLine[]
  payment: FirstPayment
  buyer: { email: string; name: string; phoneNumber?: string | null; personId: string | null; timezoneId: string }
  /** The client that may replace the order while it is open, and the client whose limit counts it. */
  client?: { client: Buffer; limitKey: Buffer | null }
  acceptedTermsAt: Date
  marketing?: boolean | undefined
  touches?: SentTouches
  /** Hash of the token with which the browser follows the order. */
  checkoutTokenHash?: Buffer
}

/** Null when this client has an open order of this address for this product, or this person has one of this cohort. */
export async function createOrder(
  tx: Tx,
  input: CreateOrderInput,
): Promise<{ order: Order; payment: ChargedPayment | null } | null> {
  const { product, price, buyer, payment, acceptedTermsAt } = input
  const isFree = payment.kind === 'free'
  const created = await insertOrder(tx, {
    order: {
      ...price,
      product: product.kind,
      cohort_code: product.kind === 'cohort' ? product.cohortCode : null,
      offer_code: product.kind === 'cohort' ? product.offerCode : null,
      quote_id: product.kind === 'cohort' ? (product.quoteId ?? null) : null,
      seats: product.kind === 'cohort' ? product.seats : 0,
      payment_type: price.deposit_minor ? 'deposit' : 'full',
      ...(isFree && { state: 'complete', completed_at: acceptedTermsAt }),
      email: buyer.email,
      name: buyer.name,
      phone_number: buyer.phoneNumber ?? null,
      person_id: buyer.personId,
      timezone_id: buyer.timezoneId,
      ...(input.client && { client: input.client.client, limit_key: input.client.limitKey }),
      terms_accepted_at: acceptedTermsAt,
      marketing: input.marketing ?? false,
      ...toTouchColumns(input.touches ?? {}),
    },
    lines: input.lines.map(({ kind, label, amount }, position) => ({
      position,
      kind,
      label,
      amount_minor: amount.minor,
    })),
    payment: toPaymentRow(payment),
    checkoutTokenHash: input.checkoutTokenHash ?? null,
  })
  return created && { order: created.order, payment: toChargedPayment(created, payment) }
}

function toPaymentRow(payment: FirstPayment) {
  if (payment.kind === 'later') return null
  if (payment.kind === 'free')
    return { attempt: 1, method: 'none', provider: 'none', state: 'complete', amount_minor: 0 } as const
  const { attempt, provider, amount } = payment
  return { attempt, method: getMethod(provider), provider, state: 'pending', amount_minor: amount.minor } as const
}

function toChargedPayment({ order, paymentId }: InsertedOrder, payment: FirstPayment): ChargedPayment | null {
  if (payment.kind !== 'charge' || !paymentId) return null
  const { amount } = payment
  return {
    id: paymentId,
    order_id: order.id,
    provider_intent_id: null,
    amount_minor: amount.minor,
    currency: amount.currency,
    isPlain: true,
  }
}
