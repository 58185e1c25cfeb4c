/**
 * The state machine of a dispute: a cardholder's bank takes a charge back. An inquiry is only a question and moves
 * no money. Only the provider changes the state. A decided dispute can be reopened, because banks have a second round.
 */
export type DisputeState = 'inquiry' | 'open' | 'closed' | 'won' | 'lost'
export type DisputeEvent = 'opened' | 'closed' | 'won' | 'lost'

export const DISPUTE_TRANSITIONS: { readonly [S in DisputeState]: { readonly [E in DisputeEvent]?: DisputeState } } = {
  inquiry: { opened: 'open', closed: 'closed', won: 'won', lost: 'lost' },
  open: { closed: 'closed', won: 'won', lost: 'lost' },
  closed: { opened: 'open', won: 'won', lost: 'lost' },
  won: { opened: 'open', lost: 'lost' },
  lost: { opened: 'open', won: 'won' },
}

/** A provider's answer about one dispute. `asOf` is the time of our request. */
export type DisputeFact = { status: DisputeState; asOf: Date }

const EVENT_BY_STATUS: Partial<Record<DisputeState, DisputeEvent>> = {
  open: 'opened',
  closed: 'closed',
  won: 'won',
  lost: 'lost',
}

/**
 * The next state, or null when the fact changes nothing. Answers can arrive out of order. An answer to an earlier
 * request than the known one is ignored, so any order of the same answers ends in the same state.
 */
export function nextDisputeState(
  current: { state: DisputeState; asOf: Date },
  { status, asOf }: DisputeFact,
): DisputeState | null {
  const event = EVENT_BY_STATUS[status]
  if (!event || asOf <= current.asOf) return null
  return DISPUTE_TRANSITIONS[current.state][event] ?? null
}

/** Whether the dispute is not decided yet. */
export const isDisputePending = (state: DisputeState): boolean => state === 'inquiry' || state === 'open'

/** The effect of an order's disputes on its seats and its gift card. `lost` takes precedence over `open`. */
export type DisputeAccess = 'free' | 'frozen' | 'ended'

/** @param states of all disputes of one order */
export function getDisputeAccess(states: readonly DisputeState[]): DisputeAccess {
  if (states.includes('lost')) return 'ended'
  return states.includes('open') ? 'frozen' : 'free'
}

/** One movement of money, in minor units. */
export type DisputeMovement = { kind: 'withdrawn' | 'reinstated' | 'written-off' | 'recovered'; amountMinor: number }

/**
 * The loss still to book: a lost dispute is a loss, any other one is none. In minor units; negative when a loss is
 * recovered because the bank changed its decision.
 */
export function getLossToBook(state: DisputeState, movements: readonly DisputeMovement[]): number {
  const sum = (kind: DisputeMovement['kind']) =>
    movements.filter((movement) => movement.kind === kind).reduce((total, { amountMinor }) => total + amountMinor, 0)
  const loss = state === 'lost' ? Math.max(0, sum('withdrawn') - sum('reinstated')) : 0
  return loss - (sum('written-off') - sum('recovered'))
}
