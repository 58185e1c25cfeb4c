/** Changes the dates, the seats, the end of enrolment or the price of a cohort, and what follows. docs/contract §37. */
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { applyCohortChange } from '#catalogue/drafts/change-cohort.ts'
import type { CohortChange } from '#catalogue/drafts/wire.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { changeWithEffects, type Effect, type Effects } from '#http/effects/change-with-effects.ts'
import type { Confirmation } from '#http/effects/effects.ts'
import { endOffersBy } from '#learn/enrolments/queries/waitlist-offers.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import type { Tx } from '#platform/db/db.ts'
import { listDateEffects } from './list-date-effects.ts'
import { listSeatEffects } from './list-seat-effects.ts'
import { type CohortFacts, readCohortFacts } from './queries/cohort-facts.ts'

type ChangeInput = Confirmation & { cohortCode: string; change: CohortChange }

export function changeCohort(
  deps: Deps,
  person: ActingPerson,
  { cohortCode, change, ...confirmation }: ChangeInput,
): Promise<Outcome<Effects>> {
  return changeWithEffects(deps.db, { change: { cohortCode, ...change }, ...confirmation }, (tx) =>
    applyAndListEffects(deps, tx, cohortCode, () => applyCohortChange(deps, tx, person, { cohortCode, change })),
  )
}

/** Compares the cohort before and after a change. The course's lock keeps other changes of its dates away meanwhile. */
export async function applyAndListEffects(
  deps: Deps,
  tx: Tx,
  cohortCode: string,
  apply: () => Promise<Outcome<null>>,
): Promise<Outcome<Effect[]>> {
  const courseCode = (await readCohortFacts(tx, cohortCode))?.courseCode
  if (courseCode) await lockCourse(tx, courseCode)
  const before = await readCohortFacts(tx, cohortCode)
  const applied = await apply()
  if (!applied.ok) return applied
  const after = await readCohortFacts(tx, cohortCode)
  if (!before || !after) return refused('COHORT_NOT_FOUND')
  const shortenedOffers = isEarlier(getClosing(after), getClosing(before))
    ? await endOffersBy(tx, cohortCode, getClosing(after)!)
    : []
  return accepted([
    ...(await listDateEffects(deps, tx, before, after)),
    ...(await listSeatEffects(deps, tx, before, after, shortenedOffers)),
  ])
}

const getClosing = ({ enrolClosesAt, startsAt }: CohortFacts) => enrolClosesAt ?? startsAt
const isEarlier = (one: Date | null, other: Date | null) => one !== null && (other === null || one < other)
