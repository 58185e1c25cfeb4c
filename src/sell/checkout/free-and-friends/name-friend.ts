/**
 * Names or replaces the friend of a seat until the cohort begins (price rule 11). The browser that paid may fill free
 * seats. It can't take a seat from a friend who has accepted, or whom the signed-in buyer named, because anybody can
 * pay for an order with another person's address. The signed-in buyer needs a step-up to take a seat from a friend who
 * was named, because a copied bearer must not move seats that are paid for.
 */
import { toMailbox } from '#domain/contact.ts'
import { type Friend, friendsFault } from '#domain/orders/friends.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { lockSeat, reserveSeatAgain } from '#learn/enrolments/queries/friend-seats.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { getFollowedOrder } from '#sell/orders/order-access.ts'
import { getOrderedCohort } from '#sell/orders/ordered-course.ts'
import { lockOrder } from '#sell/orders/queries/orders.ts'
import { addInvitation, listInvitations, withdrawInvitation } from '../queries/invitations.ts'
import { orderInviteJob } from '../queue.ts'

type NameFriendInput = Friend & { seat: number; ip: string }

/** The response is the same for known and unknown addresses. */
export async function nameFriend(
  deps: Deps,
  actor: Actor,
  orderId: string,
  { seat, ip, ...friend }: NameFriendInput,
): Promise<Outcome<null>> {
  const followed = await getFollowedOrder(deps, actor, orderId)
  // An admin ends a seat by a recorded cancellation. Naming another friend would move the seat without a record.
  if (!followed || followed.follower === 'admin') return refused('ORDER_NOT_FOUND')
  const { order, follower } = followed
  const isByBuyer = follower === 'buyer'
  const startsAt = (await getOrderedCohort(deps.db, order, deps.clock(), seat))?.startsAt ?? null
  if (startsAt && startsAt <= deps.clock()) return refused('FRIENDS_CLOSED')
  return inOneTransaction(deps.db, async (tx) => {
    const locked = await lockOrder(tx, orderId)
    const seatRow = await lockSeat(tx, orderId, seat)
    if (locked?.state !== 'complete' || seat < 2 || !seatRow) return refused('FRIENDS_CLOSED')
    const invitations = await listInvitations(tx, orderId)
    const named = invitations.find((one) => one.seat === seat)
    if (!isByBuyer && (seatRow.person_id || named?.named_by_buyer)) return refused('FRIENDS_LOG_IN')
    const isSteppedUp = actor.kind === 'person' && actor.isSteppedUp
    if (isByBuyer && (seatRow.person_id || named) && !isSteppedUp) return refused('STEP_UP_REQUIRED')
    // A refusal rolls back what it used of the limits, because no e-mail is sent.
    const wait =
      (await consumeLimit(tx, 'emailPerClient', ip)) ??
      (await consumeLimit(tx, 'emailPerRecipient', toMailbox(friend.email)))
    if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
    const others = invitations.filter((invitation) => invitation.seat !== seat)
    const fault = friendsFault(
      [...others, friend].map(({ email }) => ({ email })),
      locked.seats,
      locked.email,
    )
    if (fault) return refused('FIELD_INVALID', { fields: { email: fault } })
    if (seatRow.frozen_at) return refused('ENROLMENT_FROZEN')
    // A learner who has started an on-demand course keeps the seat.
    if (seatRow.person_id && !startsAt) return refused('FRIENDS_CLOSED')
    if (seatRow.person_id) await reserveSeatAgain(tx, seatRow)
    await withdrawInvitation(tx, orderId, seat)
    if (!(await addInvitation(tx, orderId, { ...friend, seat, isByBuyer })))
      throw new Error('a friend was named twice under one lock')
    await deps.jobs.enqueue(tx, orderInviteJob, { orderId })
    return accepted(null)
  })
}
