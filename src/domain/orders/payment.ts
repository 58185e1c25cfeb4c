/**
 * The state machine of one payment attempt. Provider facts arrive late, twice and out of order. Once a fact is
 * `succeeded`, or else `canceled`, any order of the facts ends in the same state. Only `canceled` ends an attempt
 * without a charge: after a decline, another card can be tried.
 */
import type { Money } from '../money/money.ts'

export type PaymentState = 'pending' | 'declined' | 'complete' | 'cancelled' | 'refund-pending' | 'returned'
export type PaymentEvent =
  | 'declined'
  | 'tried_again'
  | 'succeeded'
  | 'cancelled'
  | 'cannot_seat'
  | 'refund_accepted'
  | 'refund_failed'
  | 'reopened'
export type PaymentStatus = 'pending' | 'complete' | 'failed'

/** `month` is 1 to 12. A card is valid to the end of its month. */
export type CardExpiry = { month: number; year: number }

/** A card that a provider keeps, by the provider's ids. */
export type SavedCard = { customerId: string; methodId: string }

/** The provider's state of one intent, in our terms. `approved`: the buyer agreed, and nothing is charged until we capture it. */
export type ProviderFact = {
  intentId: string
  status: 'requires_payment' | 'requires_action' | 'approved' | 'processing' | 'succeeded' | 'declined' | 'canceled'
  /** Null only if the provider deleted the payment, because nobody approved and captured it in time. */
  amount: Money | null
  /** The id of our payment, where the provider stores it with the charge. */
  reference?: string
  failureCode: string | null
  /** `fingerprint` is a hash that is the same for each payment with the card. Absent if the provider has none. */
  card: { brand: string; last4: string; fingerprint?: string; expires?: CardExpiry } | null
  /** A hash that is the same for each payment from one account of a provider with log-in. Absent for a card, which has its own. */
  payer?: string
  /** The card that the buyer agreed to keep, once it was charged. */
  savedCard?: SavedCard | null
  /** The time of our request to the provider, by our clock. Two answers can arrive out of order. */
  asOf?: Date
}

export const PAYMENT_TRANSITIONS: { readonly [S in PaymentState]: { readonly [E in PaymentEvent]?: PaymentState } } = {
  pending: { declined: 'declined', succeeded: 'complete', cancelled: 'cancelled', cannot_seat: 'refund-pending' },
  declined: { tried_again: 'pending', succeeded: 'complete', cancelled: 'cancelled', cannot_seat: 'refund-pending' },
  // The provider charged a payment that it had cancelled: use a free seat, else refund it.
  // A buyer approved it after the hold had ended: it is reopened if the seats are still free.
  cancelled: { succeeded: 'complete', cannot_seat: 'refund-pending', reopened: 'pending' },
  complete: {},
  'refund-pending': { refund_accepted: 'returned' },
  // A refund that the provider had accepted failed: the money must be refunded again.
  returned: { refund_failed: 'refund-pending' },
}

const EVENT_BY_STATUS: Partial<Record<ProviderFact['status'], PaymentEvent>> = {
  declined: 'declined',
  processing: 'tried_again',
  requires_action: 'tried_again',
  succeeded: 'succeeded',
  canceled: 'cancelled',
}

/** The transition for a fact, or null when nothing changes. A completed payment is never undone. */
export function applyProviderFact(
  state: PaymentState,
  fact: ProviderFact,
): { state: PaymentState; event: PaymentEvent } | null {
  const event = EVENT_BY_STATUS[fact.status]
  const nextState = event && PAYMENT_TRANSITIONS[state][event]
  return nextState ? { state: nextState, event } : null
}

export const PAYMENT_STATES = Object.keys(PAYMENT_TRANSITIONS) as PaymentState[]

/** Whether no provider fact can change the state any more. */
export function isFinal(state: PaymentState): boolean {
  return !Object.values(EVENT_BY_STATUS).some((event) => PAYMENT_TRANSITIONS[state][event])
}

/** The public status: never "failed" while the outcome is unknown or a refund is pending. docs/contract §5. */
export function getPaymentStatus(state: PaymentState): PaymentStatus {
  if (state === 'complete') return 'complete'
  return state === 'pending' || state === 'refund-pending' ? 'pending' : 'failed'
}
