/**
 * The life of a dispute: a card holder's bank takes a charge back. An inquiry is only a question of the bank and takes
 * no money. Only the provider moves a dispute. A decided one may be decided anew: banks have a second round.
 */
export type State = 'inquiry' | 'open' | 'closed' | 'won' | 'lost'
export type Event = 'opened' | 'closed' | 'won' | 'lost'

export const TABLE: { readonly [S in State]: { readonly [E in Event]?: State } } = {
  inquiry: { opened: 'open', closed: 'closed', won: 'won', lost: 'lost' },
  open: { closed: 'closed', won: 'won', lost: 'lost' },
  closed: { opened: 'open', won: 'won', lost: 'lost' },
  won: { opened: 'open', lost: 'lost' },
  lost: { opened: 'open', won: 'won' },
}

/** What a provider answers about one dispute. `asOf`: when the provider was asked. */
export type DisputeFact = { status: State; asOf: Date }

const EVENTS: Partial<Record<State, Event>> = { open: 'opened', closed: 'closed', won: 'won', lost: 'lost' }

/**
 * The next state, or null when the fact changes nothing. Answers may overtake each other: an answer that was asked for
 * before the one that is known is ignored, so any order of the same answers has the same end.
 */
export function reduce(known: { state: State; asOf: Date }, { status, asOf }: DisputeFact): State | null {
  const event = EVENTS[status]
  if (!event || asOf <= known.asOf) return null
  return TABLE[known.state][event] ?? null
}

/** The provider still waits for a decision. */
export const isPending = (state: State): boolean => state === 'inquiry' || state === 'open'

/** What the disputes of an order mean for its seats and its gift card. `lost` wins over `open`. */
export type Access = 'free' | 'frozen' | 'ended'

/** @param states of all disputes of one order */
export function accessOf(states: readonly State[]): Access {
  if (states.includes('lost')) return 'ended'
  return states.includes('open') ? 'frozen' : 'free'
}

/** One movement of money, in minor units. */
export type Movement = { kind: 'withdrawn' | 'reinstated' | 'written-off' | 'recovered'; amountMinor: number }

/**
 * What is left to write off, so that a lost dispute is a loss and any other one is none. In minor units; negative where
 * a loss is recovered because the bank decided anew.
 */
export function lossToBook(state: State, movements: readonly Movement[]): number {
  const sum = (kind: Movement['kind']) =>
    movements.filter((one) => one.kind === kind).reduce((total, { amountMinor }) => total + amountMinor, 0)
  const loss = state === 'lost' ? Math.max(0, sum('withdrawn') - sum('reinstated')) : 0
  return loss - (sum('written-off') - sum('recovered'))
}
