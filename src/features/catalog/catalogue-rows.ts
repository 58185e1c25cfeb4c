/** A whole catalogue as rows: what the files ask for and what the database holds, in one shape, so that they compare. */
import type { Selectable } from 'kysely'
import type { Cohort, CohortSession, Course, Creator, Offer, PromoCode } from '#platform/db/types.gen.ts'
import type { RefundTerms } from './content-schema.ts'
import type { Definition } from './definition.ts'

export type SessionRow = Pick<
  Selectable<CohortSession>,
  'item_id' | 'title' | 'pro' | 'local_start' | 'starts_at' | 'ends_at'
>
export type TermsRow = { delivery_type: 'live' | 'on-demand'; terms: RefundTerms['live'] }
export type PromoRow = Omit<Selectable<PromoCode>, 'uses' | 'created_at'>
export type CourseRow = Omit<Selectable<Course>, 'definition'> & {
  definition: Definition
  creators: string[]
  pages: string[]
}
export type CohortRow = Omit<Selectable<Cohort>, 'taken'> & { sessions: SessionRow[] }

export type CatalogueRows = {
  refundTerms: TermsRow[]
  creators: Selectable<Creator>[]
  promoCodes: PromoRow[]
  courses: CourseRow[]
  cohorts: CohortRow[]
  offers: Selectable<Offer>[]
}
