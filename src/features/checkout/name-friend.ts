/**
 * Names the friend for a seat of a group, or another one in their place, until the cohort begins. Price rule 11. The
 * browser that paid may fill seats. It takes no seat from a friend who has accepted, nor from one whom the signed-in
 * buyer named: anybody can pay for an order with another person's address.
 */
import { mailboxOf } from '#domain/contact.ts'
import { type Friend, friendsFault } from '#domain/friends.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { cohortForCode } from '#features/catalog/catalogue.ts'
import { reservedAgain, seatOf } from '#features/enrolments/queries.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { mayFollow } from './credential.ts'
import { addInvitation, invitationsOf, withdrawInvitation } from './queries/invitations.ts'
import { lockOrder, orderById } from './queries/orders.ts'

type Given = Friend & { seat: number; ip: string }

/** Whether the address is known to us is never told: the answer is the same. */
export async function nameFriend(
  deps: Deps,
  actor: Actor,
  orderId: string,
  { seat, ip, ...friend }: Given,
): Promise<Outcome<null>> {
  const order = await orderById(deps.db, orderId)
  const follower = order && (await mayFollow(deps, actor, order))
  // An admin ends a seat by a cancellation, which is recorded; naming another friend would move it unseen.
  if (!order || !follower || follower === 'admin') return refused('ORDER_NOT_FOUND')
  const isByBuyer = follower === 'buyer'
  const startsAt = (await cohortForCode(deps.db, order.course_code, deps.clock()))?.startsAt ?? null
  if (startsAt && startsAt <= deps.clock()) return refused('FRIENDS_CLOSED')
  const wait =
    (await consumeLimit(deps.db, 'mailFromHere', ip)) ??
    (await consumeLimit(deps.db, 'mailTo', mailboxOf(friend.email)))
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })

  return inOneTransaction(deps.db, async (tx) => {
    const locked = await lockOrder(tx, orderId)
    const place = await seatOf(tx, orderId, seat)
    if (locked?.state !== 'complete' || seat < 2 || !place) return refused('FRIENDS_CLOSED')
    const invitations = await invitationsOf(tx, orderId)
    const isTaken = place.person_id !== null || invitations.some((one) => one.seat === seat && one.named_by_buyer)
    if (!isByBuyer && isTaken) return refused('FRIENDS_LOG_IN')
    const others = invitations.filter((invitation) => invitation.seat !== seat)
    const fault = friendsFault(
      [...others, friend].map(({ email }) => ({ email })),
      locked.seats,
      locked.email,
    )
    if (fault) return refused('FIELD_INVALID', { fields: { email: fault } })
    if (place.frozen_at) return refused('ENROLMENT_FROZEN')
    // On demand whoever has begun keeps the place.
    if (place.person_id && !startsAt) return refused('FRIENDS_CLOSED')
    if (place.person_id) await reservedAgain(tx, place)
    await withdrawInvitation(tx, orderId, seat)
    if (!(await addInvitation(tx, orderId, { ...friend, seat, isByBuyer })))
      throw new Error('a friend was named twice under one lock')
    await deps.jobs.enqueue(tx, 'order.invite', { orderId })
    return accepted(null)
  })
}
