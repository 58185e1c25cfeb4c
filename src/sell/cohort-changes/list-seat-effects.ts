/** What fewer seats, more seats and an earlier end of enrolment do. docs/contract §37. */
import { listWaitingEntries } from '#catalogue/leads/queries/waitlist.ts'
import { getOfferEnd } from '#domain/orders/waitlist-offer.ts'
import type { Deps } from '#http/deps.ts'
import type { Effect } from '#http/effects/change-with-effects.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Checkouts, type CohortFacts, listCheckouts } from './queries/cohort-facts.ts'
import { type CohortState, closesEarlier, getClosing } from './read-cohort-state.ts'
import { formatCount, formatMoment } from './words.ts'

/** Empty for a cohort that nobody can see. @param shortenedOffers open waitlist offers that end earlier */
export async function listSeatEffects(
  deps: Deps,
  tx: Tx,
  { facts: before, parties: partiesBefore }: CohortState,
  { facts: after, parties }: CohortState,
  shortenedOffers: readonly string[],
): Promise<Effect[]> {
  if (!after.isPublished || after.state !== 'open') return []
  const isFewer = after.capacity !== null && (before.capacity === null || before.capacity > after.capacity)
  const isEarlier = closesEarlier(before, after)
  const checkouts = isFewer || isEarlier ? await listCheckouts(tx, after.cohortCode) : { orders: [], prices: [] }
  return [
    ...(isFewer ? listFewerSeats(before, after) : []),
    ...(isEarlier ? listEarlierEnd(deps, before, after) : []),
    ...listHurry(checkouts),
    ...(isEarlier ? await listLateWaiting(tx, after.cohortCode) : []),
    ...listOffers(
      deps,
      after,
      parties.filter(({ entryId }) => partiesBefore.every((party) => party.entryId !== entryId)),
    ),
    ...createShortenedOffers(shortenedOffers),
  ]
}

function listFewerSeats(before: CohortFacts, after: CohortFacts): Effect[] {
  const left = after.capacity! - after.taken
  const leftBefore = before.capacity === null ? 'no limit' : String(before.capacity - after.taken)
  const waitlist = after.isWithdrawn ? '' : ' The page offers a waitlist.'
  const message =
    left === 0
      ? `No seat is left: ${after.capacity === 1 ? 'the only one is' : `all ${after.capacity} are`} taken.${waitlist}`
      : `${formatCount(left, 'seat is', 'seats are')} left, instead of ${leftBefore}.`
  return [{ code: 'fewer-seats', count: left, message }]
}

function listEarlierEnd(deps: Deps, before: CohortFacts, after: CohortFacts): Effect[] {
  const [old, closesAt] = [getClosing(before), getClosing(after)!]
  const when = closesAt <= deps.clock() ? 'at once' : formatMoment(closesAt, after.timezoneId)
  const instead = old ? ` instead of ${formatMoment(old, after.timezoneId)}` : ''
  return [{ code: 'closes-earlier', count: 1, message: `Enrolment closes ${when}${instead}.` }]
}

/** An open order holds its seats. A price in hand holds none. */
function listHurry({ orders, prices }: Checkouts): Effect[] {
  const ids = [...orders, ...prices]
  if (ids.length === 0) return []
  const message = [
    ...(orders.length > 0
      ? [
          `${formatCount(orders.length, 'person who is paying holds a seat and', 'people who are paying hold seats and')} may finish.`,
        ]
      : []),
    ...(prices.length > 0
      ? [
          `${formatCount(prices.length, 'price', 'prices')} that visitors have seen can be paid only while enrolment is open and seats are left.`,
        ]
      : []),
  ].join(' ')
  return [{ code: 'checkouts-hurry', count: ids.length, ids, message, isPassing: true }]
}

async function listLateWaiting(tx: Tx, cohortCode: string): Promise<Effect[]> {
  const ids = (await listWaitingEntries(tx, cohortCode)).map(({ id }) => String(id))
  if (ids.length === 0) return []
  const message = `${formatCount(ids.length, 'person', 'people')} on the waitlist can’t get a seat after that.`
  return [{ code: 'waitlist-closes', count: ids.length, ids, message }]
}

/** Seats go to the waitlist first: those that are added, and those that can be bought again. */
/** The parties of the waitlist that the next round of offers chooses. */
export function listOffers(deps: Deps, after: CohortFacts, chosen: CohortState['parties']): Effect[] {
  if (chosen.length === 0) return []
  const seats = chosen.reduce((sum, party) => sum + party.seats, 0)
  const people = formatCount(chosen.length, 'person on the waitlist is', 'people on the waitlist are')
  const closesAt = getClosing(after)
  const isCut = closesAt !== null && getOfferEnd(deps.clock(), closesAt).getTime() === closesAt.getTime()
  const length = isCut ? 'until enrolment closes' : 'for 24 hours'
  const message = `${people} offered ${formatCount(seats, 'seat', 'seats')} by e-mail, ${length}, before anybody else.`
  return [{ code: 'seats-offered', count: chosen.length, ids: chosen.map(({ entryId }) => String(entryId)), message }]
}

function createShortenedOffers(ids: readonly string[]): Effect[] {
  if (ids.length === 0) return []
  const message = `${formatCount(ids.length, 'offer to a person on the waitlist ends', 'offers to people on the waitlist end')} when enrolment closes.`
  return [{ code: 'offers-shortened', count: ids.length, ids, message }]
}
