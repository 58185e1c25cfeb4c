/**
 * The life of a refund: queued with the decision to pay back, accepted when the provider has it. What was
 * sent is only ever asked for again, under the same key. What the provider had taken may fail later: that
 * one is over, and another stands stopped in its place until an operator has it sent again. Dropped is what
 * the provider never took, because what somebody sent back at its dashboard stands for it; what that does not
 * cover is held: stopped too.
 */
export type State = 'queued' | 'accepted' | 'failed' | 'stopped' | 'dropped'
export type Event = 'accepted' | 'failed' | 'held' | 'sent_again' | 'dropped'

export const TABLE: { readonly [S in State]: { readonly [E in Event]?: State } } = {
  queued: { accepted: 'accepted', failed: 'failed', held: 'stopped', dropped: 'dropped' },
  accepted: { failed: 'failed' },
  failed: {},
  stopped: { sent_again: 'queued', dropped: 'dropped' },
  dropped: {},
}

/** One refund of a payment, in minor units. In flight: it was tried moments ago, and the provider may yet take it. */
export type Sent = { id: string; state: State; amountMinor: number; isInFlight: boolean }

/**
 * How what is still to go back of a payment stands beside what has gone.
 *
 * @returns `hasRoom`: all of it can still go. `open`: what can be dropped, because the provider neither has nor
 *   may yet take it: what is not in flight, and what there is no room for any more.
 */
export function waitingOf(paidMinor: number, refunds: readonly Sent[]): { open: string[]; hasRoom: boolean } {
  const sum = (which: readonly Sent[]) => which.reduce((all, { amountMinor }) => all + amountMinor, 0)
  const gone = sum(refunds.filter(({ state }) => state === 'accepted'))
  const waiting = refunds.filter(({ state }) => state === 'queued' || state === 'stopped')
  const open = waiting.filter(({ isInFlight, amountMinor }) => !isInFlight || gone + amountMinor > paidMinor)
  return { open: open.map(({ id }) => id), hasRoom: gone + sum(waiting) <= paidMinor }
}
