/** The life of an order. It may be paid even after it lapsed: money that arrives is seated, or goes back. */
import type { Status } from './payment.ts'

export const STATES = ['open', 'complete', 'expired', 'superseded', 'returning', 'returned'] as const
export type State = (typeof STATES)[number]
export type Event = 'paid' | 'hold_lapsed' | 'superseded' | 'cannot_seat' | 'refund_accepted' | 'refund_failed'

export const TABLE: { readonly [S in State]: { readonly [E in Event]?: State } } = {
  open: { paid: 'complete', hold_lapsed: 'expired', superseded: 'superseded', cannot_seat: 'returning' },
  expired: { paid: 'complete', cannot_seat: 'returning' },
  superseded: { paid: 'complete', cannot_seat: 'returning' },
  complete: {},
  returning: { refund_accepted: 'returned' },
  returned: { refund_failed: 'returning' },
}

/** The next state, or null when the event means nothing in this one. */
export function next(state: State, event: Event): State | null {
  return TABLE[state][event] ?? null
}

/**
 * Whether the order belongs to its e-mail address. Until it is paid it belongs to the client that placed it, or to
 * the person who was signed in then: anybody can type an address. Contract §3.
 */
export function belongsToAddress(state: State): boolean {
  return state === 'complete' || state === 'returning' || state === 'returned'
}

/** Whether there is an invoice: it cost something and money came for it, even where all of it has gone back since. */
export function hasInvoice(state: State, totalMinor: number): boolean {
  return totalMinor > 0 && (state === 'complete' || state === 'returned')
}

/** What is told. Contract §5. */
export function statusOf(state: State): Status {
  if (state === 'complete') return 'complete'
  return state === 'open' || state === 'returning' ? 'pending' : 'failed'
}
