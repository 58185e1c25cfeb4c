/** The course of an order. An order of a gift card has none. */
import { getCohortWithTitle } from '#catalogue/catalog/catalogue.ts'
import type { CatalogCohort } from '#catalogue/catalog/cohort-on-sale.ts'
import { getCohortForCode } from '#catalogue/catalog/cohort-on-sale.ts'
import type { Deps } from '#http/deps.ts'
import type { Db, Tx } from '#platform/db/db.ts'

type Ordered = { cohort_code: string | null }

export async function getOrderedCohort(db: Db | Tx, order: Ordered, now: Date): Promise<CatalogCohort | null> {
  return order.cohort_code === null ? null : getCohortForCode(db, order.cohort_code, now)
}

/** The title in documents and e-mails. An excluded course is named by its code. */
export async function getOrderedCourse(deps: Pick<Deps, 'db' | 'config'>, order: Ordered) {
  if (order.cohort_code === null) return { courseCode: null, title: 'Gift card', instructor: '', startsAt: null }
  const course = await getCohortWithTitle(deps, order.cohort_code)
  return course ?? { courseCode: null, title: order.cohort_code, instructor: '', startsAt: null }
}
