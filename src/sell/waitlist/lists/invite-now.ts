/** Offers free seats to a person of the waitlist out of turn. docs/contract §33. */

import { getCohortWithTitle } from '#catalogue/catalog/catalogue.ts'
import { getEntry, listWaitingEntries } from '#catalogue/leads/queries/waitlist.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { lockSale, makeOffers } from '../give-offers.ts'

type Input = { courseCode: string; entryId: number; preview: boolean }

/**
 * A preview only counts the confirmed people who wait longer. Refused unless the party waits, these dates can be bought now
 * (also not on a site that takes no payments yet), and the free seats suffice.
 */
export async function inviteNow(
  deps: Deps,
  member: ActingPerson,
  { courseCode, entryId, preview }: Input,
): Promise<Outcome<{ waitingLonger: number; isOffered: boolean }>> {
  const permitted = await requirePermission(deps.db, member, 'learner.access', courseCode)
  if (!permitted.ok) return permitted
  return inOneTransaction(deps.db, async (tx): Promise<Outcome<{ waitingLonger: number; isOffered: boolean }>> => {
    const entry = await getEntry(tx, entryId)
    const cohort = entry && (await getCohortWithTitle(deps, entry.cohort_code))
    if (!entry || cohort?.courseCode !== courseCode) return refused('WAITLIST_ENTRY_NOT_FOUND')
    const { cohort_code: cohortCode } = entry
    const sale = await lockSale(deps, tx, cohortCode)
    const waiting = await listWaitingEntries(tx, cohortCode)
    const waitingLonger = waiting.findIndex(({ id }) => id === entryId)
    const party = waiting[waitingLonger]
    if (!party) return refused('WAITLIST_ENTRY_NOT_FOUND')
    if (!sale) return refused('ENROLMENT_CLOSED')
    if (sale.freeSeats !== null && sale.freeSeats < party.party_size)
      return refused('SEATS_TAKEN', { data: { seatsRemaining: sale.freeSeats } })
    if (preview) return accepted({ waitingLonger, isOffered: false })
    await makeOffers(deps, tx, { cohortCode, parties: [party], closesAt: sale.closesAt })
    await recordEvent(deps, tx, {
      actor: { kind: member.audience, id: member.personId },
      action: 'waitlist-invited',
      object: { kind: 'cohort', id: cohortCode },
      details: { entry: entryId, waitingLonger },
    })
    return accepted({ waitingLonger, isOffered: true })
  })
}
