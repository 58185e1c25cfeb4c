/** The course of an order. An order of a gift card has none. */
import { getCohortWithTitle } from '#catalogue/catalog/catalogue.ts'
import type { CatalogCohort } from '#catalogue/catalog/cohort-on-sale.ts'
import { getCohortForCode } from '#catalogue/catalog/cohort-on-sale.ts'
import type { Deps } from '#http/deps.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { getOrderedCohortCode } from './queries/seat-cohorts.ts'

type Ordered = { id: string; cohort_code: string | null }

/** @param seat only the dates of this seat; without it, those of the first taken one */
export async function getOrderedCohort(
  db: Db | Tx,
  order: Ordered,
  now: Date,
  seat?: number,
): Promise<CatalogCohort | null> {
  const cohortCode = await getOrderedCohortCode(db, order, seat)
  return cohortCode === null ? null : getCohortForCode(db, cohortCode, now)
}

/** The title in documents and e-mails. An excluded course is named by its code. */
export async function getOrderedCourse(deps: Pick<Deps, 'db' | 'config'>, order: Ordered) {
  const cohortCode = await getOrderedCohortCode(deps.db, order)
  if (cohortCode === null) return { courseCode: null, title: 'Gift card', instructor: '', startsAt: null }
  return getCourseOfCohort(deps, cohortCode)
}

/** The same for one of the dates that an order's seats have had. */
export async function getCourseOfCohort(deps: Pick<Deps, 'db' | 'config'>, cohortCode: string) {
  const course = await getCohortWithTitle(deps, cohortCode)
  return course ?? { courseCode: null, title: cohortCode, instructor: '', startsAt: null }
}
