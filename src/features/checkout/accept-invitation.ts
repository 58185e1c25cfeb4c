/** A friend takes the place that was paid for them. Inside the caller's transaction. */
import { personForEmail } from '#features/accounts/queries/people.ts'
import { giveReserved, isEnrolled, isSeatFrozen } from '#features/enrolments/queries.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { lockInvitation, noteAccepted } from './queries/invitations.ts'
import { lockOrder } from './queries/orders.ts'

/**
 * Null where the link is not good (any more). Who has a place of their own keeps that one, and the seat
 * stays free for somebody else whom the buyer may name. `frozen` while a bank disputes the payment. `isNew` once: a link that was used proves nothing more.
 */
export async function acceptInvitation(deps: Deps, tx: Tx, hash: Buffer) {
  const invitation = await lockInvitation(tx, hash)
  const order = invitation && (await lockOrder(tx, invitation.order_id))
  if (!invitation || order?.state !== 'complete') return null
  if (await isSeatFrozen(tx, order.id, invitation.seat)) return 'frozen'
  const { course_code: courseCode } = order
  const { id: personId } = await personForEmail(tx, {
    email: invitation.email,
    name: invitation.name ?? '',
    phoneNumber: null,
    timezoneId: null,
  })
  if (await isEnrolled(tx, courseCode, personId)) return { personId, courseCode, isNew: false }
  const enrolmentId = await giveReserved(tx, order.id, invitation.seat, personId)
  if (!enrolmentId) return null
  await noteAccepted(tx, invitation.id)
  await deps.jobs.enqueue(tx, 'invitation.accepted', { enrolmentId }, { key: enrolmentId })
  return { personId, courseCode, isNew: true }
}
