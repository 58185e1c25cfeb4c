/** An order whose buyer has deleted the account: money that arrives for it goes back, and nobody is seated. */

import { releaseSeats } from '#learn/enrolments/hold-and-release-seats.ts'
import { lockPersonForShare } from '#people/accounts/queries/people.ts'
import type { Tx } from '#platform/db/db.ts'
import type { getOrder } from '#sell/orders/queries/orders.ts'
import { releaseCodes } from '#sell/orders/reserved-codes.ts'

type Order = NonNullable<Awaited<ReturnType<typeof getOrder>>>

/**
 * Null where the account is there; until the transaction ends it is not deleted. Else an open order gives back its
 * seats and claims. One that expired gave them back then, and of a complete order the deletion gave up the seats.
 */
export async function refuseDeletedBuyer(
  tx: Tx,
  order: Order,
  personId: string,
): Promise<'ORDER_CLOSED_REFUNDED' | null> {
  if (await lockPersonForShare(tx, personId)) return null
  if (order.state === 'open') {
    await releaseSeats(tx, order.id)
    await releaseCodes(tx, order)
  }
  return 'ORDER_CLOSED_REFUNDED'
}
