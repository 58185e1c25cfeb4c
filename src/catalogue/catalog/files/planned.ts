/** Converts content files to catalogue rows. */
import { fromDecimal } from '#domain/money/money.ts'
import type { CatalogueRows, CohortRow, CourseRow, PromoCodeRow, SessionRow } from '../catalogue-rows.ts'
import type { OfferInput } from './cohort-schema.ts'
import type { Content, ContentCourse } from './content.ts'
import type { PromoCodeInput } from './content-schema.ts'
import { getRecordingKey } from './course-folder.ts'
import { toTexts } from './definition.ts'
import type { PlannedCohort, PlannedSession } from './plan-cohorts.ts'
import { createMediaRow, createOutlineRows } from './planned-outline.ts'

type OfferRow = CatalogueRows['offers'][number]

/**
 * @param today the day from which the files count their days
 * @param stored courses whose refund rule and discount for groups stay where their file names none
 */
export function createPlannedRows(
  content: Content,
  today: Date,
  stored: readonly Pick<CourseRow, 'course_code' | 'refund_policy' | 'has_group_discount'>[] = [],
): CatalogueRows {
  const { refundTerms, courses } = content
  const storedByCode = new Map(stored.map((course) => [course.course_code, course]))
  return {
    refundTerms: (['live', 'on-demand'] as const).flatMap((delivery_type) => {
      const note = refundTerms[delivery_type]
      return note === undefined ? [] : { delivery_type, note }
    }),
    creators: content.creators,
    promoCodes: content.promoCodes.map((form) => createPromoCodeRow(form, today)),
    courses: courses.map((course) => createCourseRow(course, storedByCode.get(course.file.code))),
    cohorts: courses.flatMap((course) => course.cohorts.map((cohort, index) => createCohortRow(course, cohort, index))),
    offers: courses.flatMap((course) => course.cohorts.flatMap((cohort) => createOfferRows(course, cohort, today))),
  }
}

function createCourseRow(
  course: ContentCourse,
  stored: Pick<CourseRow, 'refund_policy' | 'has_group_discount'> = {
    refund_policy: 'standard',
    has_group_discount: true,
  },
): CourseRow {
  const { file, materials } = course
  const { mode = file.kind === 'course' ? 'on-completion' : 'off', text, signature, hours } = file.certificate
  return {
    course_code: file.code,
    position: file.position,
    kind: file.kind,
    delivery_type: file.delivery,
    title: file.title,
    listed: file.listed,
    withdrawn_at: file.withdrawnAt ?? null,
    refund_policy: file.refunds ?? stored.refund_policy,
    has_group_discount: file.groupDiscount ?? stored.has_group_discount,
    access_days: file.access === 'forever' ? null : file.access.days,
    completion: file.completion,
    recording_counts: file.recordingCounts,
    certificate: { mode, text, signature, hours },
    definition: toTexts(file, {
      curriculumFile: materials.curriculumFile?.sha256 ?? null,
      trailer: materials.trailer?.sha256 ?? null,
      photos: new Map([...materials.photos].map(([key, { sha256 }]) => [key, sha256])),
    }),
    ...createOutlineRows(course),
    trailerTracks: materials.trailer ? createMediaRow(materials.trailer).tracks : [],
    creators: file.creators,
    pages: file.pages,
  }
}

function createCohortRow(
  { file, materials }: ContentCourse,
  { createCohortCode: cohortCode, form, startsAt, endsAt, sessions }: PlannedCohort,
  index: number,
): CohortRow {
  return {
    cohort_code: cohortCode,
    course_code: file.code,
    name: form.name,
    state: form.state,
    capacity: form.seats,
    timezone_id: form.zone,
    starts_at: startsAt,
    ends_at: endsAt,
    enrol_closes_at: form.enrolClosesAt ?? startsAt,
    sessions: sessions.map((session) => {
      const recording = materials.recordings.get(getRecordingKey(index, session.itemId))
      const media = recording?.media ? createMediaRow(recording.media) : null
      return { ...createSessionRow(session), recap: recording?.recap ?? null, recording: media }
    }),
  }
}

/** Without recap and recording. */
export function createSessionRow(session: PlannedSession): SessionRow {
  return {
    lesson_key: session.itemId,
    title: session.title,
    pro: session.pro,
    local_start: `${session.localStart}:00`,
    starts_at: session.startsAt,
    ends_at: session.endsAt,
    recap: null,
    recording: null,
  }
}

/** A cohort without its own offers has the price of the course. */
function createOfferRows(
  { file: { price } }: ContentCourse,
  { createCohortCode: cohortCode, form }: PlannedCohort,
  today: Date,
): OfferRow[] {
  const minor = (amount: string | undefined) =>
    amount === undefined ? null : fromDecimal(amount, price.currency).minor
  const offers: (Omit<OfferInput, 'name'> & { name?: string })[] = form.offers ?? [price]
  return offers.map((offer, position) => ({
    offer_code: offer.code ?? cohortCode,
    name: offer.name ?? '',
    cohort_code: cohortCode,
    position,
    currency: price.currency,
    price_minor: fromDecimal(offer.amount, price.currency).minor,
    before_price_minor: minor(offer.before),
    discount_price_minor: minor(offer.discount?.amount),
    discount_ends_at: resolveInstant(offer.discount?.endsAt, offer.discount?.endsInDays, today),
    deposit_minor: minor(offer.deposit),
    expires_at: resolveInstant(offer.expiresAt, offer.expiresInDays, today),
  }))
}

function createPromoCodeRow(form: PromoCodeInput, today: Date): PromoCodeRow {
  return {
    code: form.code,
    label: form.label,
    percent_off: form.percentOff ?? null,
    amount_off_minor: form.amountOff === undefined ? null : fromDecimal(form.amountOff, form.currency).minor,
    currency: form.currency,
    min_seats: form.minSeats,
    scope: form.offers ? 'offers' : form.courses ? 'courses' : 'all',
    codes: form.offers ?? form.courses ?? [],
    starts_at: form.startsAt ?? null,
    expires_at: resolveInstant(form.endsAt, form.endsInDays, today),
    use_limit: form.useLimit ?? null,
    per_person: form.perPerson ?? null,
    note: form.note,
  }
}

function resolveInstant(at: Date | undefined, inDays: number | undefined, today: Date): Date | null {
  if (at) return at
  return inDays === undefined ? null : new Date(today.getTime() + inDays * 86_400_000)
}
