/** What fewer seats, more seats and an earlier end of enrolment do. docs/contract §37. */
import { isOfferPayable } from '#catalogue/catalog/awaits-payments.ts'
import { getOfferOfCohort } from '#catalogue/catalog/cohort-on-sale.ts'
import { listWaitingEntries } from '#catalogue/leads/queries/waitlist.ts'
import { chooseParties } from '#domain/orders/waitlist-offer.ts'
import { formatDay, nameZone, toZoneTime } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import type { Effect } from '#http/effects/change-with-effects.ts'
import type { Tx } from '#platform/db/db.ts'
import { type CohortFacts, listCheckouts } from './queries/cohort-facts.ts'
import { formatCount } from './words.ts'

/** Empty for a cohort that nobody can see or buy. @param shortenedOffers open waitlist offers that end earlier */
export async function listSeatEffects(
  deps: Deps,
  tx: Tx,
  before: CohortFacts,
  after: CohortFacts,
  shortenedOffers: readonly string[],
): Promise<Effect[]> {
  if (!after.isPublic || after.state !== 'open') return []
  return [
    ...listFewerSeats(before, after),
    ...(await listOffers(deps, tx, before, after)),
    ...(await listClosing(deps, tx, before, after)),
    ...createShortenedOffers(shortenedOffers),
  ]
}

function listFewerSeats(before: CohortFacts, after: CohortFacts): Effect[] {
  if (after.capacity === null || (before.capacity !== null && before.capacity <= after.capacity)) return []
  const left = after.capacity - after.taken
  const left0 = before.capacity === null ? 'no limit' : String(before.capacity - after.taken)
  const message =
    left === 0
      ? `No seat is left to sell: all ${after.capacity} are taken. The page offers a waitlist.`
      : `${formatCount(left, 'seat is', 'seats are')} left to sell, instead of ${left0}.`
  return [{ code: 'fewer-seats', count: left, message }]
}

/** More seats go to the waitlist first. The same choice as `giveOffers` makes. */
async function listOffers(deps: Deps, tx: Tx, before: CohortFacts, after: CohortFacts): Promise<Effect[]> {
  const isMore = before.capacity !== null && (after.capacity === null || after.capacity > before.capacity)
  const closesAt = getClosing(after)
  if (!isMore || (closesAt && closesAt <= deps.clock())) return []
  if (!isOfferPayable(deps, await getOfferOfCohort(tx, after.cohortCode), deps.clock())) return []
  const waiting = (await listWaitingEntries(tx, after.cohortCode)).map(({ id, party_size }) => ({
    entryId: id,
    seats: party_size,
  }))
  const chosen = chooseParties(after.capacity === null ? null : after.capacity - after.taken, waiting)
  if (chosen.length === 0) return []
  const seats = chosen.reduce((sum, party) => sum + party.seats, 0)
  const people = formatCount(chosen.length, 'person on the waitlist is', 'people on the waitlist are')
  const message = `${people} offered ${formatCount(seats, 'seat', 'seats')} by e-mail, for 24 hours, before anybody else.`
  return [{ code: 'seats-offered', count: chosen.length, ids: chosen.map(({ entryId }) => String(entryId)), message }]
}

/** Only an end that was chosen. Where the start moves, enrolment closes with it. */
async function listClosing(deps: Deps, tx: Tx, before: CohortFacts, after: CohortFacts): Promise<Effect[]> {
  const [old, closesAt] = [getClosing(before), getClosing(after)]
  const isChosen = after.enrolClosesAt?.getTime() !== before.enrolClosesAt?.getTime()
  if (!isChosen || closesAt === null || (old !== null && closesAt >= old)) return []
  const when = closesAt <= deps.clock() ? 'at once' : formatMoment(closesAt, after.timezoneId)
  const instead = old ? ` instead of ${formatMoment(old, after.timezoneId)}` : ''
  const checkouts = await listCheckouts(tx, after.cohortCode)
  const waiting = (await listWaitingEntries(tx, after.cohortCode)).map(({ id }) => String(id))
  return [
    { code: 'closes-earlier', count: 1, message: `Enrolment closes ${when}${instead}.` },
    ...(checkouts.length === 0
      ? []
      : [
          {
            code: 'checkouts-hurry',
            count: checkouts.length,
            ids: checkouts,
            message: `${formatCount(checkouts.length, 'person is', 'people are')} in the checkout. Those who hold a seat may still pay.`,
          },
        ]),
    ...(waiting.length === 0
      ? []
      : [
          {
            code: 'waitlist-closes',
            count: waiting.length,
            ids: waiting,
            message: `${formatCount(waiting.length, 'person', 'people')} on the waitlist can’t get a seat after that.`,
          },
        ]),
  ]
}

function createShortenedOffers(ids: readonly string[]): Effect[] {
  if (ids.length === 0) return []
  const message = `${formatCount(ids.length, 'offer to a person on the waitlist ends', 'offers to people on the waitlist end')} when enrolment closes.`
  return [{ code: 'offers-shortened', count: ids.length, ids, message }]
}

const getClosing = ({ enrolClosesAt, startsAt }: CohortFacts) => enrolClosesAt ?? startsAt

function formatMoment(at: Date, zone: string): string {
  return `${formatDay(at, zone)}, ${toZoneTime(at, zone).localTime} ${nameZone(zone)}`
}
