/**
 * The life of a refund: queued with the decision to pay back, accepted when the provider has it. In
 * between it is only ever asked for again, under the same key; it is never given up. What the provider
 * had taken may fail later: that one is over, and another stands stopped in its place until an operator
 * has it sent again.
 */
export type State = 'queued' | 'accepted' | 'failed' | 'stopped'
export type Event = 'accepted' | 'failed' | 'sent_again'

export const TABLE: { readonly [S in State]: { readonly [E in Event]?: State } } = {
  queued: { accepted: 'accepted' },
  accepted: { failed: 'failed' },
  failed: {},
  stopped: { sent_again: 'queued', accepted: 'accepted' },
}

/** Two clocks are compared, of which one may count whole seconds. What comes this close is taken for the same refund. */
const CLOSE_MS = 60_000

/** One of ours that the provider has not taken. Minor units. */
export type Waiting = { id: string; amountMinor: number; since: Date }
export type Part = { id: string; minor: number }

/**
 * What a refund that somebody made at the provider's own desk stands for. Ours that waited by then were
 * meant by it, so that nothing is paid back twice: one of the same amount, else the oldest as far as it
 * goes. A later one is taken only where the payment has not enough left for it. The rest nobody had asked for.
 *
 * @param leftMinor what can go back of the payment beside it and all that went back before it
 */
export function absorb(
  waiting: readonly Waiting[],
  made: { minor: number; at: Date },
  leftMinor: number,
): { parts: Part[]; restMinor: number } {
  const before = waiting.filter(({ since }) => +since <= +made.at + CLOSE_MS).toSorted((a, b) => +a.since - +b.since)
  const same = before.find(({ amountMinor }) => amountMinor === made.minor)
  const first = same ? [same] : before
  const takenFirst = takeFrom(first, made.minor)
  const others = waiting.filter((one) => !first.includes(one))
  const missing = sum(waiting.map(({ amountMinor }) => amountMinor)) - total(takenFirst) - leftMinor
  const restMinor = made.minor - total(takenFirst)
  const parts = [...takenFirst, ...takeFrom(others, Math.min(restMinor, Math.max(0, missing)))]
  return { parts, restMinor: made.minor - total(parts) }
}

function takeFrom(waiting: readonly Waiting[], mostMinor: number): Part[] {
  let left = mostMinor
  return waiting.flatMap(({ id, amountMinor }) => {
    const minor = Math.min(amountMinor, left)
    left -= minor
    return minor > 0 ? [{ id, minor }] : []
  })
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
const total = (parts: readonly Part[]) => sum(parts.map(({ minor }) => minor))
