/** What is compared before and after a change of dates or seats. docs/contract §37. */
import { isOfferPayable } from '#catalogue/catalog/awaits-payments.ts'
import { getOfferOfCohort } from '#catalogue/catalog/cohort-on-sale.ts'
import { listWaitingEntries } from '#catalogue/leads/queries/waitlist.ts'
import { chooseParties, type WaitingParty } from '#domain/orders/waitlist-offer.ts'
import type { Deps } from '#http/deps.ts'
import { listDueCompletions } from '#learn/lessons/check-completions.ts'
import { type LessonOpening, listCohortOpenings } from '#learn/lessons/cohort-openings.ts'
import type { Tx } from '#platform/db/db.ts'
import { type CohortFacts, readCohortFacts } from './queries/cohort-facts.ts'

export type CohortState = {
  facts: CohortFacts
  /** Of a cohort with learners. */
  openings: LessonOpening[]
  /** The parties of the waitlist that the next round of offers chooses. */
  parties: WaitingParty[]
  /** The people whom the next check completes the course for. */
  completing: string[]
}

/** @param mayEndSessions whether completions can depend on the change. Null: no such cohort. */
export async function readCohortState(
  deps: Deps,
  tx: Tx,
  cohortCode: string,
  mayEndSessions: boolean,
): Promise<CohortState | null> {
  const facts = await readCohortFacts(tx, cohortCode)
  if (!facts) return null
  const hasLearners = facts.taken > 0
  return {
    facts,
    openings: hasLearners ? await listOpenings(tx, facts) : [],
    parties: await listParties(deps, tx, facts),
    completing: hasLearners && mayEndSessions ? await listDueCompletions(tx, facts.courseCode, deps.clock()) : [],
  }
}

/** When enrolment closes: at the start, unless another time was chosen. */
export const getClosing = ({ enrolClosesAt, startsAt }: CohortFacts): Date | null => enrolClosesAt ?? startsAt

export function closesEarlier(before: CohortFacts, after: CohortFacts): boolean {
  const [old, closesAt] = [getClosing(before), getClosing(after)]
  return closesAt !== null && (old === null || closesAt < old)
}

function listOpenings(tx: Tx, facts: CohortFacts): Promise<LessonOpening[]> {
  const isLive = facts.deliveryType === 'live'
  // A session that replaced a cancelled one comes last, so that it counts.
  const sessions = facts.sessions.toSorted((one, other) => Number(other.isCancelled) - Number(one.isCancelled))
  return listCohortOpenings(tx, facts.courseCode, {
    delivery: facts.deliveryType,
    timezoneId: facts.timezoneId,
    firstSessionAt: isLive ? facts.startsAt : null,
    lastSessionEndsAt: isLive ? facts.endsAt : null,
    sessions: new Map(sessions.map((session) => [session.lessonId, session])),
  })
}

/** The same choice as `giveOffers` makes. */
async function listParties(deps: Deps, tx: Tx, facts: CohortFacts): Promise<WaitingParty[]> {
  const { cohortCode, state, isWithdrawn, capacity, taken } = facts
  const closesAt = getClosing(facts)
  if (state !== 'open' || isWithdrawn || (closesAt && closesAt <= deps.clock())) return []
  if (!isOfferPayable(deps, await getOfferOfCohort(tx, cohortCode), deps.clock())) return []
  const waiting = await listWaitingEntries(tx, cohortCode)
  return chooseParties(
    capacity === null ? null : capacity - taken,
    waiting.map(({ id, party_size }) => ({ entryId: id, seats: party_size })),
  )
}
