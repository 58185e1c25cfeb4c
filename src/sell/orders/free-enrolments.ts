/**
 * Free enrolments. An enrolment by a logged-in person is active at once. A guest's enrolment stays unconfirmed until
 * its e-mail address is confirmed, or expires. Each function runs inside the caller's transaction, unless it takes
 * `deps`. A guest's enrolment belongs to the client that requested it. Another client with the same address gets its
 * own, and neither can see the order of the other. docs/contract §4.
 */

import { reserveSeats, returnSeats } from '#catalogue/catalog/queries/seats.ts'
import { returnPromoUse } from '#catalogue/catalog/queries.ts'
import { MAX_UNCONFIRMED, UNCONFIRMED_HOURS } from '#domain/orders/enrolment.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { loadAccessEnd } from '#learn/enrolments/access-end.ts'
import {
  addUnconfirmed,
  cancelUnconfirmed,
  cancelUnconfirmedOrder,
  countUnconfirmed,
  type EndedEnrolment,
  expireNextUnconfirmed,
  lockEnrolmentByLink,
  markConfirmed,
} from '#learn/enrolments/queries/unconfirmed.ts'
import { addEnrolment, isEnrolled } from '#learn/enrolments/queries.ts'
import { isInstallationHeld } from '#platform/backup/hold.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { orderInviteJob } from '#sell/checkout/queue.ts'
import { removePromoCode } from './queries/orders.ts'

export type FreeEnrolment = {
  personId: string
  cohortCode: string
  orderId: string
  /** The person's own seat, and one for each friend. */
  seats: number
  /** Seats that this transaction returned for the same person. */
  ownSeats?: number | undefined
}

/**
 * For a logged-in person. Cancels unconfirmed enrolments that guests started for this address.
 * @param closing `ignore` for a seat that is given away, also after enrolment has closed
 */
export async function enrolForFree(
  tx: Tx,
  enrolment: FreeEnrolment,
  closing: 'enforce' | 'ignore' = 'enforce',
): Promise<Outcome<{ enrolmentId: string }>> {
  await cancelOtherUnconfirmed(tx, enrolment)
  if (
    !(await reserveSeats(tx, {
      cohortCode: enrolment.cohortCode,
      seats: enrolment.seats,
      closing,
      waitlist: 'ask-first',
      ownSeats: enrolment.ownSeats,
    }))
  )
    return refused('SEATS_TAKEN')
  const accessEndsAt = await loadAccessEnd(tx, enrolment.cohortCode, enrolment.orderId)
  const enrolmentId = await addEnrolment(tx, { ...enrolment, seat: 1, accessEndsAt })
  if (!enrolmentId) return refused('ALREADY_ENROLLED')
  for (let seat = 2; seat <= enrolment.seats; seat++)
    await addEnrolment(tx, { ...enrolment, seat, personId: null, accessEndsAt })
  return accepted({ enrolmentId })
}

/**
 * For a guest. Reserving the seat locks the cohort, so that the count is exact. The count matters when few seats are
 * left, or when a promo code with limited uses pays for the seat.
 */
export async function enrolUnconfirmed(
  tx: Tx,
  enrolment: FreeEnrolment & { networkHash: Buffer; clientHash: Buffer; hasFewSeats: boolean },
): Promise<Outcome<{ enrolmentId: string }>> {
  const { hasFewSeats, cohortCode, networkHash, seats } = enrolment
  if (hasFewSeats && seats > MAX_UNCONFIRMED) return refused('FIELD_INVALID', { fields: { seats: LOG_IN_FOR_MORE } })
  if (
    !(await reserveSeats(tx, {
      cohortCode,
      seats,
      closing: 'enforce',
      waitlist: 'ask-first',
      ownSeats: enrolment.ownSeats,
    }))
  )
    return refused('SEATS_TAKEN')
  const existing = await countUnconfirmed(tx, cohortCode, networkHash)
  if (hasFewSeats && existing.count + seats > MAX_UNCONFIRMED)
    return refused('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(existing.secondsLeft)) })
  const hours = hasFewSeats ? UNCONFIRMED_HOURS.fewSeats : UNCONFIRMED_HOURS.manySeats
  const enrolmentId = await addUnconfirmed(tx, { ...enrolment, hours })
  return enrolmentId
    ? accepted({ enrolmentId })
    : refused('IDEMPOTENCY_IN_FLIGHT', { retryAfter: 1, reason: 'a concurrent request is creating the same enrolment' })
}

const LOG_IN_FOR_MORE = `To book more than ${MAX_UNCONFIRMED} free seats, please log in.`

/**
 * Activates the seats of an order after its address is confirmed. Cancels unconfirmed enrolments of other clients for
 * this address, and has the friends of a group invited.
 */
export async function activateEnrolment(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  enrolment: { orderId: string; cohortCode: string; personId: string },
): Promise<boolean> {
  const { orderId } = enrolment
  const accessEndsAt = await loadAccessEnd(tx, enrolment.cohortCode, orderId)
  const seats = await markConfirmed(tx, orderId, accessEndsAt)
  if (seats === 0) return false
  await cancelOtherUnconfirmed(tx, enrolment)
  if (seats > 1) await jobs.enqueue(tx, orderInviteJob, { orderId }, { key: orderId })
  return true
}

/** Cancels the unconfirmed seats of an order that the same client replaces, and returns their number. */
export async function cancelReplacedOrder(tx: Tx, orderId: string): Promise<number> {
  const seats = await cancelUnconfirmedOrder(tx, orderId)
  for (const seat of seats) await releaseEnrolment(tx, seat)
  return seats.length
}

/** Confirms the enrolment of a mailed link; null when the link was used or has expired. */
export async function confirmFreeEnrolment(deps: Pick<Deps, 'jobs'>, tx: Tx, hash: Buffer) {
  const enrolment = await lockEnrolmentByLink(tx, hash)
  if (!enrolment) return null
  const { order_id: orderId, cohort_code: cohortCode, person_id: personId } = enrolment
  const wasEnrolled = await isEnrolled(tx, cohortCode, personId)
  const ownEnrolment = { orderId, cohortCode, personId }
  // A person can have only one enrolment in a cohort, so the seat is released.
  if (wasEnrolled) await cancelOtherUnconfirmed(tx, ownEnrolment)
  else await activateEnrolment(deps, tx, ownEnrolment)
  return { enrolmentId: enrolment.id, personId, cohortCode, isNew: !wasEnrolled }
}

/** Cancels every expired unconfirmed enrolment, one by one. Not during a hold, in which nobody gets the link. */
export async function expireUnconfirmed({ db }: Pick<Deps, 'db'>): Promise<void> {
  if (await isInstallationHeld(db)) return
  const expireNext = () =>
    transact(db, async (tx) => {
      const ended = await expireNextUnconfirmed(tx)
      if (ended) await releaseEnrolment(tx, ended)
      return ended
    })
  while (await expireNext());
}

async function cancelOtherUnconfirmed(
  tx: Tx,
  { cohortCode, personId }: Pick<FreeEnrolment, 'cohortCode' | 'personId'>,
): Promise<void> {
  for (const ended of await cancelUnconfirmed(tx, cohortCode, personId)) await releaseEnrolment(tx, ended)
}

/** Releases the seat first, then the promo-code use: the same order as when an order reserves them. */
async function releaseEnrolment(tx: Tx, { cohort_code: cohortCode, order_id: orderId }: EndedEnrolment): Promise<void> {
  await returnSeats(tx, cohortCode, 1)
  const promoCode = await removePromoCode(tx, orderId)
  if (promoCode) await returnPromoUse(tx, promoCode)
}
