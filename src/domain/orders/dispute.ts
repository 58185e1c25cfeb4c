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

/** Reasons of Stripe, and of PayPal in lower case, as both name them in their API descriptions. */
const REASONS: Readonly<Record<string, string>> = {
  fraudulent: 'the payer says they didn’t make this payment',
  unauthorised: 'the payer says they didn’t make this payment',
  unrecognized: 'the payer doesn’t recognise this payment',
  debit_not_authorized: 'the payer says they didn’t allow this payment',
  duplicate: 'the payer says they were charged twice',
  duplicate_transaction: 'the payer says they were charged twice',
  payment_by_other_means: 'the payer says they paid in another way',
  incorrect_amount: 'the payer says the amount is wrong',
  credit_not_processed: 'the payer says a refund never arrived',
  product_not_received: 'the payer says they didn’t get what they paid for',
  merchandise_or_service_not_received: 'the payer says they didn’t get what they paid for',
  product_unacceptable: 'the payer says it isn’t what was described',
  merchandise_or_service_not_as_described: 'the payer says it isn’t what was described',
  subscription_canceled: 'the payer says they had cancelled',
  canceled_recurring_billing: 'the payer says they had cancelled',
  problem_with_remittance: 'the payer says the money went to the wrong place',
  insufficient_funds: 'there wasn’t enough money in the account',
  incorrect_account_details: 'the account details were wrong',
  bank_cannot_process: 'the bank couldn’t process the payment',
  check_returned: 'the cheque was returned',
  customer_initiated: 'the payer didn’t say why',
  general: 'not stated',
  other: 'not stated',
}

/** The provider's reason in words for an admin. A reason that is not listed is shown as the provider writes it. */
export const describeDisputeReason = (reason: string): string => REASONS[reason] ?? reason.replaceAll('_', ' ')
