/** Gives a friend the seat that the buyer paid for, inside the caller's transaction. */

import type { Deps } from '#http/deps.ts'
import { loadAccessEnd } from '#learn/enrolments/access-end.ts'
import { assignReservedSeat, isSeatFrozen } from '#learn/enrolments/queries/friend-seats.ts'
import { isEnrolled } from '#learn/enrolments/queries.ts'
import { getOrCreatePerson } from '#people/accounts/queries/people.ts'
import type { Tx } from '#platform/db/db.ts'
import { lockOrder } from '#sell/orders/queries/orders.ts'
import { getOrderedCohortCode } from '#sell/orders/queries/seat-cohorts.ts'
import { lockInvitation, markRefundAccepted } from '../queries/invitations.ts'
import { invitationAcceptedJob } from '../queue.ts'

/**
 * Null if the link is not valid. A friend who has a seat already keeps that one, and the buyer may give this seat to
 * another friend. `frozen` while a bank disputes the payment. `isNew` is true once, because a used link proves nothing.
 */
export async function acceptInvitation(deps: Deps, tx: Tx, hash: Buffer) {
  const invitation = await lockInvitation(tx, hash)
  const order = invitation && (await lockOrder(tx, invitation.order_id))
  if (!invitation || order?.product !== 'cohort' || order.state !== 'complete') return null
  if (await isSeatFrozen(tx, order.id, invitation.seat)) return 'frozen'
  const cohortCode = (await getOrderedCohortCode(tx, order, invitation.seat)) ?? order.cohort_code
  const { id: personId } = await getOrCreatePerson(tx, {
    email: invitation.email,
    name: invitation.name ?? '',
    phoneNumber: null,
    timezoneId: null,
  })
  if (await isEnrolled(tx, cohortCode, personId)) return { personId, cohortCode, isNew: false }
  // On demand a friend's days begin now, and not with the purchase.
  const accessEndsAt = await loadAccessEnd(tx, cohortCode, order.id)
  const enrolmentId = await assignReservedSeat(tx, order.id, invitation.seat, personId, accessEndsAt)
  if (!enrolmentId) return null
  await markRefundAccepted(tx, invitation.id)
  await deps.jobs.enqueue(tx, invitationAcceptedJob, { enrolmentId }, { key: enrolmentId })
  return { personId, cohortCode, isNew: true }
}
