/** The state machine of an order. An expired order can still be paid: the payment gets a seat or is refunded. */
import type { PaymentStatus } from './payment.ts'

export const ORDER_STATES = ['open', 'complete', 'expired', 'replaced', 'refund-pending', 'returned'] as const
export type OrderState = (typeof ORDER_STATES)[number]
export type OrderEvent =
  | 'paid'
  | 'hold_expired'
  | 'replaced'
  | 'cannot_seat'
  | 'refund_accepted'
  | 'refund_failed'
  | 'reopened'

export const ORDER_TRANSITIONS: { readonly [S in OrderState]: { readonly [E in OrderEvent]?: OrderState } } = {
  open: { paid: 'complete', hold_expired: 'expired', replaced: 'replaced', cannot_seat: 'refund-pending' },
  expired: { paid: 'complete', cannot_seat: 'refund-pending', reopened: 'open' },
  replaced: { paid: 'complete', cannot_seat: 'refund-pending' },
  complete: {},
  'refund-pending': { refund_accepted: 'returned' },
  returned: { refund_failed: 'refund-pending' },
}

/** The next state, or null when the event does not apply to this state. */
export function nextOrderState(state: OrderState, event: OrderEvent): OrderState | null {
  return ORDER_TRANSITIONS[state][event] ?? null
}

/**
 * Whether the order belongs to its e-mail address. An unpaid order belongs to the client that placed it, or to the
 * person who was logged in then, because anybody can type an address. docs/contract §3.
 */
export function belongsToAddress(state: OrderState): boolean {
  return state === 'complete' || state === 'refund-pending' || state === 'returned'
}

/** The public status. docs/contract §5. */
export function getOrderStatus(state: OrderState): PaymentStatus {
  if (state === 'complete') return 'complete'
  return state === 'open' || state === 'refund-pending' ? 'pending' : 'failed'
}
