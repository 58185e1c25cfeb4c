/** A place on a waitlist as its person sees it, through the link of an e-mail. docs/contract §4. */

import { getCohortWithTitle } from '#catalogue/catalog/catalogue.ts'
import { getCohortForCode, getOfferOfCohort } from '#catalogue/catalog/cohort-on-sale.ts'
import { confirmEntry, getEntryByLink, getPosition } from '#catalogue/leads/queries/waitlist.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { getOfferOfEntry } from '#learn/enrolments/queries/waitlist-offers.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { leaveWaitlist } from './end-offers.ts'
import type { WaitlistPlace } from './wire.ts'

type Input = { token: string; ip: string }
type Entry = NonNullable<Awaited<ReturnType<typeof getEntryByLink>>>

export async function readPlace(deps: Deps, input: Input): Promise<Outcome<WaitlistPlace>> {
  const entry = await getEntryByLink(deps.db, deps.secrets.hash(input.token))
  if (entry) return viewPlace(deps, entry)
  const wait = await consumeLimit(deps.db, 'emailedLink', input.ip)
  return wait ? refused('RATE_LIMITED', { retryAfter: wait }) : refused('VERIFICATION_INVALID')
}

export function confirmPlace(deps: Deps, input: Input): Promise<Outcome<WaitlistPlace>> {
  return changePlace(deps, input, async (tx, entry, now) => {
    await confirmEntry(tx, entry.id, now)
    return accepted(null)
  })
}

export function leavePlace(deps: Deps, input: Input): Promise<Outcome<WaitlistPlace>> {
  return changePlace(deps, input, (tx, entry, now) => leaveWaitlist(tx, entry.id, now))
}

async function changePlace(
  deps: Deps,
  input: Input,
  change: (tx: Tx, entry: Entry, now: Date) => Promise<Outcome<null>>,
): Promise<Outcome<WaitlistPlace>> {
  const changed = await inOneTransaction(deps.db, async (tx) => {
    const entry = await getEntryByLink(tx, deps.secrets.hash(input.token))
    return entry ? change(tx, entry, deps.clock()) : accepted(null)
  })
  return changed.ok ? readPlace(deps, input) : changed
}

async function viewPlace(deps: Deps, entry: Entry): Promise<Outcome<WaitlistPlace>> {
  const [cohort, course, offer] = await Promise.all([
    getCohortForCode(deps.db, entry.cohort_code, deps.clock()),
    getCohortWithTitle(deps, entry.cohort_code),
    getOfferOfEntry(deps.db, entry.id),
  ])
  if (!cohort || !course) return refused('VERIFICATION_INVALID')
  const closesAt = cohort.enrolClosesAt ?? cohort.startsAt
  const isClosed = closesAt !== null && closesAt <= deps.clock()
  const state = getState(deps.clock(), { entry, offer, isCancelled: cohort.state === 'cancelled', isClosed })
  const sale = state === 'offered' ? await getOfferOfCohort(deps.db, entry.cohort_code) : null
  return accepted({
    courseCode: entry.cohort_code,
    title: course.title,
    startsAt: course.startsAt?.toISOString() ?? null,
    timezoneId: course.timezoneId,
    email: entry.email,
    name: entry.name,
    seats: offer?.seats ?? entry.party_size,
    state: state === 'offered' && !sale ? 'closed' : state,
    position: state === 'waiting' ? await getPosition(deps.db, entry.id) : null,
    offer: offer && sale ? { offerCode: sale.offerCode, expiresAt: offer.expires_at.toISOString() } : null,
  })
}

type Facts = {
  entry: Entry
  offer: Awaited<ReturnType<typeof getOfferOfEntry>>
  isCancelled: boolean
  isClosed: boolean
}

function getState(now: Date, { entry, offer, isCancelled, isClosed }: Facts): WaitlistPlace['state'] {
  if (isCancelled) return 'cancelled'
  if (offer && offer.state !== 'offered') return offer.state
  if (offer) return offer.expires_at <= now ? 'expired' : 'offered'
  if (entry.left_at) return 'left'
  if (isClosed) return 'closed'
  return entry.confirmed_at ? 'waiting' : 'unconfirmed'
}
