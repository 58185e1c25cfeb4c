/**
 * The state machine of a refund. It is queued with the decision to refund, and accepted once the provider has it. A
 * request that was sent is only ever repeated under the same key. An accepted refund can fail later: it is final, and
 * a new one is on hold (`stopped`) until an operator sends it again. A void refund (`dropped`) was never accepted,
 * because a refund made in the provider's dashboard replaces it. An uncovered remainder is on hold too.
 */
export type RefundState = 'queued' | 'accepted' | 'failed' | 'on-hold' | 'void'
export type RefundEvent = 'accepted' | 'failed' | 'held' | 'sent_again' | 'voided'

export const REFUND_TRANSITIONS: { readonly [S in RefundState]: { readonly [E in RefundEvent]?: RefundState } } = {
  queued: { accepted: 'accepted', failed: 'failed', held: 'on-hold', voided: 'void' },
  accepted: { failed: 'failed' },
  failed: {},
  'on-hold': { sent_again: 'queued', voided: 'void' },
  void: {},
}

/** One refund of a payment, in minor units. `isInFlight`: it was sent moments ago, and the provider can still accept it. */
export type PaymentRefund = { id: string; state: RefundState; amountMinor: number; isInFlight: boolean }

/**
 * Compares the pending refunds of a payment with the accepted ones.
 *
 * @returns `hasRoom`: all pending refunds still fit. `open`: the refunds that can be made void, because the provider
 *   neither has them nor can still accept them: those not in flight, and those that no longer fit.
 */
export function checkPendingRefunds(
  paidMinor: number,
  refunds: readonly PaymentRefund[],
): { voidable: string[]; hasRoom: boolean } {
  const sum = (list: readonly PaymentRefund[]) => list.reduce((all, { amountMinor }) => all + amountMinor, 0)
  const acceptedMinor = sum(refunds.filter(({ state }) => state === 'accepted'))
  const pending = refunds.filter(({ state }) => state === 'queued' || state === 'on-hold')
  const voidable = pending.filter(
    ({ isInFlight, amountMinor }) => !isInFlight || acceptedMinor + amountMinor > paidMinor,
  )
  return { voidable: voidable.map(({ id }) => id), hasRoom: acceptedMinor + sum(pending) <= paidMinor }
}
