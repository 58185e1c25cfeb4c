/** An order whose buyer has deleted the account: money that arrives for it goes back, and nobody is seated. */
import { holdPerson } from '#features/accounts/queries/people.ts'
import { releaseSeats } from '#features/enrolments/seats.ts'
import type { Tx } from '#platform/db/db.ts'
import { giveClaimsBack } from './claims.ts'
import type { orderById } from './queries/orders.ts'

type Order = NonNullable<Awaited<ReturnType<typeof orderById>>>

/**
 * Null where the account is there; until the transaction ends it is not deleted. Else an open order gives back its
 * seats and claims. One that lapsed gave them back then, and of a complete order the deletion gave up the seats.
 */
export async function refuseDeletedBuyer(
  tx: Tx,
  order: Order,
  personId: string,
): Promise<'ORDER_CLOSED_REFUNDED' | null> {
  if (await holdPerson(tx, personId)) return null
  if (order.state === 'open') {
    await releaseSeats(tx, order.id)
    await giveClaimsBack(tx, order)
  }
  return 'ORDER_CLOSED_REFUNDED'
}
