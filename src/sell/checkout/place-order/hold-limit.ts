/**
 * How much may be held unpaid of one cohort, so that nobody holds seats without end. Asked in the transaction that
 * claimed the seats. docs/contract §2 and docs/decisions/0018.
 */
import type { Config } from '#config/config.ts'
import { refused } from '#domain/outcome.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Holder } from '#sell/orders/client-key.ts'
import { countHolds, type HoldCounts } from '#sell/orders/queries/hold-limits.ts'

const ORDERS_OF_ONE_ADDRESS = 3
const ASK_AGAIN_SECONDS = 60
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** After the first, the second and each further hold of an hour that ended unpaid. */
const COOL_DOWN_MINUTES = [1, 5, 15]
const LAST_SEATS = 2
/** One person behind a shared address who lets a hold end says nothing about the others. */
const NETWORK_ENDS = 3

/** The cohort's row is locked, so no two orders count at the same time. Null where the order is within its limits. */
export async function refuseHoarding(
  tx: Tx,
  { heldSeatsPerAddress }: Pick<Config, 'heldSeatsPerAddress'>,
  { cohortCode, email, seats }: { cohortCode: string; email: string; seats: number },
  holder: Holder,
) {
  const { client, isSignedIn, isKeyed } = holder
  const counts = await countHolds(tx, cohortCode, { email, client, heldBy: heldBy(holder), network: holder.from })
  if (isKeyed && counts.ordersOfClient > 1)
    return refused('IDEMPOTENCY_IN_FLIGHT', { retryAfter: 1, reason: 'another tab is placing an order right now' })
  if (!isSignedIn && counts.ordersOfEmail > ORDERS_OF_ONE_ADDRESS)
    return refused('HOLDS_LIMITED', { retryAfter: ASK_AGAIN_SECONDS, reason: 'orders' })
  const { capacity } = counts
  // A cohort without a limit cannot sell out.
  if (capacity === null) return null
  const limited = { ...counts, capacity }
  return refuseClient(limited) ?? refuseNetwork(limited, { heldSeatsPerAddress, seats, isSignedIn })
}

/**
 * The client that a hold is remembered by; null without a key and a log-in. An address may be many clients, so the
 * limits of the address apply instead of the cool-down of one client.
 */
export function heldBy({ client, isSignedIn, isKeyed }: Holder): Buffer | null {
  return isKeyed || isSignedIn ? client : null
}

type LimitedCounts = HoldCounts & { capacity: number }

function refuseClient({ capacity, taken, now, ...counts }: LimitedCounts) {
  if (capacity > 1 && counts.liveOfClient >= capacity) return refused('WHOLE_COHORT')
  const { endedOfClient, lastEndOfClient } = counts
  if (!lastEndOfClient) return null
  const minutes = COOL_DOWN_MINUTES[endedOfClient - 1] ?? Math.max(...COOL_DOWN_MINUTES)
  const coolDown = secondsUntil(now, lastEndOfClient, minutes * MINUTE_MS)
  if (coolDown > 0) return refused('HOLD_COOL_DOWN', { retryAfter: coolDown })
  return capacity - taken < LAST_SEATS
    ? refused('LAST_SEATS', { retryAfter: Math.max(1, secondsUntil(now, lastEndOfClient, HOUR_MS)), reason: 'client' })
    : null
}

type NetworkLimit = { heldSeatsPerAddress: number; seats: number; isSignedIn: boolean }

/** A class shares an address: half of a cohort stays open to it, and seats with a presented card do not count. */
function refuseNetwork(counts: LimitedCounts, { heldSeatsPerAddress, seats, isSignedIn }: NetworkLimit) {
  const { capacity, taken, liveOfNetwork, coolingOfNetwork, endedOfNetwork } = counts
  const most = Math.max(1, Math.min(Math.max(heldSeatsPerAddress, Math.floor(capacity / 2)), capacity - 1))
  if (liveOfNetwork > most) return refused('HOLDS_LIMITED', { retryAfter: ASK_AGAIN_SECONDS, reason: 'seats' })
  // One seat at a time gets through all the same, so that different buyers follow each other as their cards are presented.
  const isOnlyOne = seats === 1 && liveOfNetwork === 1
  if (liveOfNetwork + coolingOfNetwork > most && !isOnlyOne)
    return refused('HOLDS_LIMITED', { retryAfter: ASK_AGAIN_SECONDS, reason: 'seats that just ended unpaid' })
  return endedOfNetwork >= NETWORK_ENDS && capacity - taken < LAST_SEATS && !isSignedIn
    ? refused('LAST_SEATS', { retryAfter: 10 * ASK_AGAIN_SECONDS, reason: 'network' })
    : null
}

function secondsUntil(now: Date, since: Date, milliseconds: number): number {
  return Math.ceil((since.getTime() + milliseconds - now.getTime()) / 1000)
}
