/** Changes the dates, the seats, the end of enrolment or the price of a cohort, and what follows. docs/contract §37. */
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { applyCohortChange, requireCohortChange } from '#catalogue/drafts/change-cohort.ts'
import type { CohortChange } from '#catalogue/drafts/wire.ts'
import { createNewsEffect, listPeopleForNews } from '#catalogue/interests/list-news-effects.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { changeWithEffects, type Effect, type Effects } from '#http/effects/change-with-effects.ts'
import type { Confirmation } from '#http/effects/effects.ts'
import { endOffersBy } from '#learn/enrolments/queries/waitlist-offers.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import type { Tx } from '#platform/db/db.ts'
import { listDateEffects } from './list-date-effects.ts'
import { listSeatEffects } from './list-seat-effects.ts'
import { closesEarlier, getClosing, readCohortState } from './read-cohort-state.ts'

type ChangeInput = Confirmation & { cohortCode: string; change: CohortChange }

export function changeCohort(
  deps: Deps,
  person: ActingPerson,
  { cohortCode, change, ...confirmation }: ChangeInput,
): Promise<Outcome<Effects>> {
  return changeWithEffects(deps.db, { change: { cohortCode, ...change }, ...confirmation }, async (tx) => {
    const permitted = await requireCohortChange(tx, person, { cohortCode, change })
    if (!permitted.ok) return permitted
    const courseCode = permitted.value
    return applyAndListEffects(deps, tx, { courseCode, cohortCode, mayEndSessions: change.dates !== undefined }, () =>
      applyCohortChange(deps, tx, person, courseCode, { cohortCode, change }),
    )
  })
}

type Changed = { courseCode: string; cohortCode: string; mayEndSessions: boolean }

/** Compares the cohort before and after a change. The course's lock keeps other changes of its dates away meanwhile. */
export async function applyAndListEffects(
  deps: Deps,
  tx: Tx,
  { courseCode, cohortCode, mayEndSessions }: Changed,
  apply: () => Promise<Outcome<null>>,
): Promise<Outcome<Effect[]>> {
  await lockCourse(tx, courseCode)
  const before = await readCohortState(deps, tx, cohortCode, mayEndSessions)
  const wasDue = await listPeopleForNews(deps, tx, cohortCode)
  const applied = await apply()
  if (!applied.ok) return applied
  const after = await readCohortState(deps, tx, cohortCode, mayEndSessions)
  if (!before || !after) return refused('COHORT_NOT_FOUND')
  const shortenedOffers = closesEarlier(before.facts, after.facts)
    ? await endOffersBy(tx, cohortCode, getClosing(after.facts)!)
    : []
  return accepted([
    ...createNewsEffect(wasDue, await listPeopleForNews(deps, tx, cohortCode)),
    ...(await listDateEffects(deps, tx, before, after)),
    ...(await listSeatEffects(deps, tx, before, after, shortenedOffers)),
  ])
}
