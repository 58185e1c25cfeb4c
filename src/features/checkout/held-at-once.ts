/**
 * How much may be held unpaid at once. Of a run: by one network address ten seats, as one order may have, or
 * half of them, so that a class behind one address gets in and nobody has all of it; three orders that give one
 * e-mail address, whoever places them; and one order of a client that is told by its key. Who is signed in is
 * not held to what strangers do with theirs.
 */
import type { Config } from '#config.ts'
import { refused } from '#domain/outcome.ts'
import { heldFrom } from '#features/enrolments/queries.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Holder } from './client-of.ts'
import { countOpenOfClient, countOpenOrders } from './queries/orders.ts'

const ORDERS_OF_ONE_ADDRESS = 3
const ASK_AGAIN_SECONDS = 60

/** Asked once the seats are claimed: the run's row is locked, so no two count at the same time. Null where it is within bounds. */
export async function refuseHoarding(
  tx: Tx,
  { heldSeatsPerAddress }: Pick<Config, 'heldSeatsPerAddress'>,
  { course_code: courseCode, email }: { course_code: string; email: string },
  { client, from, isSignedIn, isKeyed }: Holder,
) {
  if (isKeyed && (await countOpenOfClient(tx, courseCode, client)) > 1)
    return refused('IDEMPOTENCY_IN_FLIGHT', { retryAfter: 1, reason: 'another tab is placing an order right now' })
  const held = from && (await heldFrom(tx, courseCode, from))
  const isOverSeats =
    held?.capacity != null && held.seats > Math.max(heldSeatsPerAddress, Math.floor(held.capacity / 2))
  const isOverOrders = !isSignedIn && (await countOpenOrders(tx, courseCode, email)) > ORDERS_OF_ONE_ADDRESS
  return isOverSeats || isOverOrders
    ? refused('HOLDS_LIMITED', { retryAfter: ASK_AGAIN_SECONDS, reason: isOverSeats ? 'seats' : 'orders' })
    : null
}
