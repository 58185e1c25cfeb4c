/**
 * Offers free seats of a cohort to its waitlist. The cohort stays locked, so that two runs cannot offer the same seats.
 * The seats are taken from the moment of the offer. docs/contract §4.
 */

import { isOfferPayable } from '#catalogue/catalog/awaits-payments.ts'
import { getOfferOfCohort } from '#catalogue/catalog/cohort-on-sale.ts'
import { reserveSeats } from '#catalogue/catalog/queries/seats.ts'
import { listCohortsWithOffersDue, lockCohortSeats } from '#catalogue/catalog/queries/waitlist-seats.ts'
import { listWaitingEntries } from '#catalogue/leads/queries/waitlist.ts'
import { chooseParties, getOfferEnd } from '#domain/orders/waitlist-offer.ts'
import type { Deps } from '#http/deps.ts'
import { addOffers } from '#learn/enrolments/queries/waitlist-offers.ts'
import { isInstallationHeld } from '#platform/backup/hold.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { waitlistOfferedJob } from './queue.ts'

type Parties = Awaited<ReturnType<typeof listWaitingEntries>>

/** Not during a hold, in which nobody gets the e-mail about it. */
export async function giveOffers(deps: Deps, cohortCode: string): Promise<void> {
  if (await isInstallationHeld(deps.db)) return
  await transact(deps.db, async (tx) => {
    const sale = await lockSale(deps, tx, cohortCode)
    if (!sale) return
    const waiting = await listWaitingEntries(tx, cohortCode)
    const parties = waiting.map((entry) => ({ ...entry, entryId: entry.id, seats: entry.party_size }))
    await makeOffers(deps, tx, { cohortCode, parties: chooseParties(sale.freeSeats, parties), closesAt: sale.closesAt })
  })
}

/** Offers seats in every cohort whose free seats fit a waiting party, in case an announcement was lost. */
export async function giveDueOffers(deps: Deps): Promise<void> {
  await handleEach(
    deps.log,
    await listCohortsWithOffersDue(deps.db),
    (cohortCode) => giveOffers(deps, cohortCode),
    (cohortCode) => ['the waitlist got no offers', { cohortCode }],
  )
}

/** Locks the cohort. Null when nobody can enrol in it now, also because the site takes no payments yet. */
export async function lockSale(deps: Deps, tx: Tx, cohortCode: string) {
  const cohort = await lockCohortSeats(tx, cohortCode)
  if (cohort?.state !== 'open' || cohort.withdrawn_at) return null
  const { capacity, taken, enrol_closes_at: closesAt } = cohort
  if (closesAt && closesAt <= deps.clock()) return null
  if (!isOfferPayable(deps, await getOfferOfCohort(tx, cohortCode), deps.clock())) return null
  return { freeSeats: capacity === null ? null : capacity - taken, closesAt }
}

export async function makeOffers(
  deps: Deps,
  tx: Tx,
  { cohortCode, parties, closesAt }: { cohortCode: string; parties: Parties; closesAt: Date | null },
): Promise<void> {
  const seats = parties.reduce((sum, { party_size }) => sum + party_size, 0)
  if (seats === 0 || !(await reserveSeats(tx, { cohortCode, seats, closing: 'enforce', waitlist: 'ignore' }))) return
  const createdAt = deps.clock()
  const expiresAt = getOfferEnd(createdAt, closesAt)
  const offers = parties.map(({ id, party_size }) => ({
    entryId: id,
    cohortCode,
    seats: party_size,
    createdAt,
    expiresAt,
  }))
  for (const offerId of await addOffers(tx, offers))
    await deps.jobs.enqueue(tx, waitlistOfferedJob, { offerId }, { key: offerId })
}
