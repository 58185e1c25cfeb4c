/**
 * The life of one attempt to pay. Providers tell facts late, twice and out of order: once one of them
 * is `succeeded`, or else `canceled`, any order of them comes to the same end. Only `canceled` ends an
 * attempt without money: a decline leaves it open for another card.
 */
import type { Money } from './money.ts'

export type State = 'pending' | 'declined' | 'complete' | 'cancelled' | 'returning' | 'returned'
export type Event =
  | 'declined'
  | 'tried_again'
  | 'succeeded'
  | 'cancelled'
  | 'cannot_seat'
  | 'refund_accepted'
  | 'refund_failed'
export type Status = 'pending' | 'complete' | 'failed'

/** What a provider knows about one intent, in our words. */
export type ProviderFact = {
  intentId: string
  status: 'requires_payment' | 'requires_action' | 'processing' | 'succeeded' | 'declined' | 'canceled'
  amount: Money
  failureCode: string | null
  card: { brand: string; last4: string } | null
  /** When it was asked for, by the asker's clock. Two answers may overtake each other. */
  asOf?: Date
}

export const TABLE: { readonly [S in State]: { readonly [E in Event]?: State } } = {
  pending: { declined: 'declined', succeeded: 'complete', cancelled: 'cancelled', cannot_seat: 'returning' },
  declined: { tried_again: 'pending', succeeded: 'complete', cancelled: 'cancelled', cannot_seat: 'returning' },
  // A provider that charges what it had called dead: seat it if a seat is free, else pay it back.
  cancelled: { succeeded: 'complete', cannot_seat: 'returning' },
  complete: {},
  returning: { refund_accepted: 'returned' },
  // What the provider had taken to pay back came back to it: the money is still to go.
  returned: { refund_failed: 'returning' },
}

const EVENTS: Partial<Record<ProviderFact['status'], Event>> = {
  declined: 'declined',
  processing: 'tried_again',
  requires_action: 'tried_again',
  succeeded: 'succeeded',
  canceled: 'cancelled',
}

/** The move that a fact makes, or null when it says nothing new. Money that came is never undone. */
export function reduce(state: State, fact: ProviderFact): { state: State; event: Event } | null {
  const event = EVENTS[fact.status]
  const to = event && TABLE[state][event]
  return to ? { state: to, event } : null
}

/** Whether nothing that a provider may tell moves it any more. */
export function isDecided(state: State): boolean {
  return !Object.values(EVENTS).some((event) => TABLE[state][event])
}

/** What is told: never "failed" while the outcome is unknown or money is still on its way back. Contract §5. */
export function statusOf(state: State): Status {
  if (state === 'complete') return 'complete'
  return state === 'pending' || state === 'returning' ? 'pending' : 'failed'
}
