/** The catalogue as database rows. Planned and stored catalogues have the same shape, so that they can be compared. */
import type { Selectable } from 'kysely'
import type { CompletionRule } from '#domain/learning/completion.ts'
import type { Cohort, CohortSession, Course, Creator, Offer, PromoCode } from '#platform/db/types.gen.ts'
import type { StoredTexts } from './files/definition.ts'
import type { MediaRow, OutlineRows, TrackRow } from './outline-rows.ts'

/** `lesson_key`: the id of the item in the course file. */
export type SessionRow = Pick<
  Selectable<CohortSession>,
  'title' | 'pro' | 'local_start' | 'starts_at' | 'ends_at' | 'recap'
> & { lesson_key: string; recording: MediaRow | null }
export type RefundTermsRow = { delivery_type: 'live' | 'on-demand'; note: string }
export type PromoCodeRow = Omit<Selectable<PromoCode>, 'uses' | 'created_at'>
export type CertificateRule = {
  mode: 'off' | 'on-completion'
  text: string
  signature: string
  hours: number | null
}
export type CourseRow = Omit<Selectable<Course>, 'definition' | 'completion' | 'certificate' | 'published_at'> &
  OutlineRows & {
    definition: StoredTexts
    completion: CompletionRule
    certificate: CertificateRule
    /** Of the film that `definition.trailer` names. */
    trailerTracks: TrackRow[]
    creators: string[]
    pages: string[]
  }
/** Without the columns that triggers and seats keep. */
export type CohortRow = Omit<Selectable<Cohort>, 'taken' | 'enrolled' | 'waiting_party' | 'opened_at' | 'dated_at'> & {
  sessions: SessionRow[]
}

export type CatalogueRows = {
  refundTerms: RefundTermsRow[]
  creators: Pick<Selectable<Creator>, 'slug' | 'name' | 'initials' | 'quote' | 'biography' | 'links'>[]
  promoCodes: PromoCodeRow[]
  courses: CourseRow[]
  cohorts: CohortRow[]
  offers: Selectable<Offer>[]
}
