/** Ends offers and waitlist entries. Returned seats go to the next party, by a job. docs/contract §4. */

import { returnSeats } from '#catalogue/catalog/queries/seats.ts'
import { lockCohortSeats } from '#catalogue/catalog/queries/waitlist-seats.ts'
import { getEntry, leaveEntry } from '#catalogue/leads/queries/waitlist.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { getHoldingOrder } from '#learn/enrolments/queries/offered-seats.ts'
import { endOffer, getOfferOfEntry, listOverdueOffers, lockOffer } from '#learn/enrolments/queries/waitlist-offers.ts'
import { isInstallationHeld } from '#platform/backup/hold.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { listOpenOffersTo } from './queries.ts'

type EndedState = Parameters<typeof endOffer>[2]

/** Ends every offer whose time is over, but not during a hold, in which nobody gets the e-mail about it. An offer whose seats an order uses stays until that order ends. */
export async function expireOffers(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  if (await isInstallationHeld(deps.db)) return
  const now = deps.clock()
  await handleEach(
    deps.log,
    await listOverdueOffers(deps.db, now),
    (offerId) => transact(deps.db, (tx) => endUnusedOffer(tx, offerId, 'expired', now)),
    (offerId) => ['an offer was not ended', { offerId }],
  )
}

/** Declines the open offer of an entry, or leaves the waitlist. Refused while an order uses the seats. */
export async function leaveWaitlist(tx: Tx, entryId: number, now: Date): Promise<Outcome<null>> {
  return (await endPlace(tx, entryId, 'declined', now)) ? accepted(null) : refused('PAYMENT_IN_HAND')
}

/** Withdraws the open offer of an entry, or leaves the waitlist. False while an order uses the seats. */
export function endEntry(tx: Tx, entryId: number, now: Date): Promise<boolean> {
  return endPlace(tx, entryId, 'withdrawn', now)
}

/**
 * False while an order uses the seats. An entry without an offer may get one at this moment: the cohort's lock waits for
 * that offer, which then ends with the entry.
 */
async function endPlace(tx: Tx, entryId: number, to: EndedState, now: Date): Promise<boolean> {
  const entry = await getEntry(tx, entryId)
  if (!entry) return true
  const offer = (await getOfferOfEntry(tx, entryId)) ?? (await getOfferMadeMeanwhile(tx, entry))
  if (offer?.state === 'offered' && !(await endUnusedOffer(tx, offer.id, to, now))) return false
  await leaveEntry(tx, entryId, now)
  return true
}

async function getOfferMadeMeanwhile(tx: Tx, entry: { id: number; cohort_code: string }) {
  await lockCohortSeats(tx, entry.cohort_code)
  return getOfferOfEntry(tx, entry.id)
}

/** Withdraws the open offers to an address whose account is deleted. False while an order uses the seats. */
export async function withdrawOffersTo(tx: Tx, email: string, now: Date): Promise<boolean> {
  for (const { id } of await listOpenOffersTo(tx, email))
    if (!(await endUnusedOffer(tx, id, 'withdrawn', now))) return false
  return true
}

/** Locks the offer, so that no order can begin to use it meanwhile. False while an order uses its seats. */
async function endUnusedOffer(tx: Tx, offerId: string, to: EndedState, now: Date): Promise<boolean> {
  await lockOffer(tx, offerId)
  if (await getHoldingOrder(tx, offerId)) return false
  const ended = await endOffer(tx, offerId, to, now)
  if (ended) await returnSeats(tx, ended.cohort_code, ended.seats)
  return true
}
