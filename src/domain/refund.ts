/**
 * The life of a refund: queued with the decision to pay back, accepted when the provider has it. What was
 * sent is only ever asked for again, under the same key. What the provider had taken may fail later: that
 * one is over, and another stands stopped in its place until an operator has it sent again. Dropped is what
 * was never sent, because what somebody sent back at the provider's own desk stands for it.
 */
export type State = 'queued' | 'accepted' | 'failed' | 'stopped' | 'dropped'
export type Event = 'accepted' | 'failed' | 'sent_again' | 'dropped'

export const TABLE: { readonly [S in State]: { readonly [E in Event]?: State } } = {
  queued: { accepted: 'accepted', failed: 'failed', dropped: 'dropped' },
  accepted: { failed: 'failed' },
  failed: {},
  stopped: { sent_again: 'queued', dropped: 'dropped' },
  dropped: {},
}

/** One refund of a payment, in minor units. */
export type Sent = { id: string; state: State; amountMinor: number; isSent: boolean }

/**
 * How what is still to go back of a payment stands beside what has gone.
 *
 * @returns `hasRoom`: all of it can still go. `open`: what can be dropped, because the provider neither has nor
 *   may have it: what was never sent, and what it cannot take any more.
 */
export function waitingOf(paidMinor: number, refunds: readonly Sent[]): { open: string[]; hasRoom: boolean } {
  const sum = (which: readonly Sent[]) => which.reduce((all, { amountMinor }) => all + amountMinor, 0)
  const gone = sum(refunds.filter(({ state }) => state === 'accepted'))
  const waiting = refunds.filter(({ state }) => state === 'queued' || state === 'stopped')
  const open = waiting.filter(({ isSent, amountMinor }) => !isSent || gone + amountMinor > paidMinor)
  return { open: open.map(({ id }) => id), hasRoom: gone + sum(waiting) <= paidMinor }
}
