/**
 * The places of a logged-in person on waitlists. A place belongs to an address, so only those of the account's verified
 * address are the person's own. docs/contract §4.
 */

import { addWaitlistLink } from '#catalogue/leads/queries/waitlist.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { leaveWaitlist } from './end-offers.ts'
import { isOwnEntry, listOwnPlaceRows } from './queries/own.ts'
import type { OwnPlace } from './wire/own.ts'

export async function listOwnPlaces({ db, clock }: Pick<Deps, 'db' | 'clock'>, personId: string): Promise<OwnPlace[]> {
  const rows = await listOwnPlaceRows(db, personId, clock())
  return rows.map((row) => ({
    entryId: row.id,
    courseCode: row.cohort_code,
    title: row.title,
    startsAt: row.starts_at?.toISOString() ?? null,
    timezoneId: row.timezone_id,
    seats: row.seats,
    state: row.expires_at ? 'offered' : row.confirmed_at ? 'waiting' : 'unconfirmed',
    position: row.position,
    offerExpiresAt: row.expires_at?.toISOString() ?? null,
  }))
}

/** Returns the token of a new link to the page of the place. It works like the link of an e-mail. */
export async function linkOwnPlace(deps: Deps, personId: string, entryId: number): Promise<Outcome<{ token: string }>> {
  const wait = await consumeLimit(deps.db, 'emailedLink', personId)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  return inOneTransaction(deps.db, async (tx) => {
    if (!(await isOwnEntry(tx, personId, entryId))) return refused('WAITING_NOT_FOUND')
    const token = deps.secrets.newToken()
    await addWaitlistLink(tx, deps.secrets.hash(token), entryId)
    return accepted({ token })
  })
}

/** Declines an open offer of the place, whose seats go to the next party. */
export function leaveOwnPlace(deps: Deps, personId: string, entryId: number): Promise<Outcome<{ hasLeft: true }>> {
  return inOneTransaction(deps.db, async (tx): Promise<Outcome<{ hasLeft: true }>> => {
    if (!(await isOwnEntry(tx, personId, entryId))) return refused('WAITING_NOT_FOUND')
    const left = await leaveWaitlist(tx, entryId, deps.clock())
    return left.ok ? accepted({ hasLeft: true }) : left
  })
}
