/** What a folder of content files asks for, as rows. */
import { fromDecimal } from '#domain/money.ts'
import type { CatalogueRows, CohortRow, CourseRow, PromoRow, SessionRow } from './catalogue-rows.ts'
import type { OfferForm } from './cohort-schema.ts'
import type { Content, ContentCourse } from './content.ts'
import type { PromoCodeForm } from './content-schema.ts'
import { definitionOf } from './definition.ts'
import type { PlannedCohort, PlannedSession } from './plan-cohorts.ts'

type OfferRow = CatalogueRows['offers'][number]

/** @param today from which the files count their days */
export function plannedRows(content: Content, today: Date): CatalogueRows {
  const { refundTerms, courses } = content
  return {
    refundTerms: (['live', 'on-demand'] as const).map((delivery_type) => ({
      delivery_type,
      terms: refundTerms[delivery_type],
    })),
    creators: content.creators,
    promoCodes: content.promoCodes.map((form) => promoRow(form, today)),
    courses: courses.map(courseRow),
    cohorts: courses.flatMap(({ file, cohorts }) => cohorts.map((cohort) => cohortRow(file.code, cohort))),
    offers: courses.flatMap((course) => course.cohorts.flatMap((cohort) => offerRows(course, cohort, today))),
  }
}

function courseRow({ file }: ContentCourse): CourseRow {
  return {
    prefix_code: file.code,
    position: file.position,
    kind: file.kind,
    delivery_type: file.delivery,
    title: file.title,
    listed: file.listed,
    withdrawn_at: file.withdrawnAt ?? null,
    definition: definitionOf(file),
    creators: file.creators,
    pages: file.pages,
  }
}

function cohortRow(prefixCode: string, { courseCode, form, startsAt, endsAt, sessions }: PlannedCohort): CohortRow {
  return {
    course_code: courseCode,
    prefix_code: prefixCode,
    name: form.name,
    state: form.state,
    capacity: form.seats,
    timezone_id: form.zone,
    starts_at: startsAt,
    ends_at: endsAt,
    enrol_closes_at: form.enrolClosesAt ?? startsAt,
    sessions: sessions.map(sessionRow),
  }
}

export function sessionRow(session: PlannedSession): SessionRow {
  return {
    item_id: session.itemId,
    title: session.title,
    pro: session.pro,
    local_start: `${session.localStart}:00`,
    starts_at: session.startsAt,
    ends_at: session.endsAt,
  }
}

/** A cohort without offers of its own costs what the course does. */
function offerRows({ file: { price } }: ContentCourse, { courseCode, form }: PlannedCohort, today: Date): OfferRow[] {
  const minor = (amount: string | undefined) =>
    amount === undefined ? null : fromDecimal(amount, price.currency).minor
  return (form.offers ?? [price]).map((offer: Omit<OfferForm, 'code'> & { code?: string | undefined }, position) => ({
    offer_code: offer.code ?? courseCode,
    course_code: courseCode,
    position,
    currency: price.currency,
    price_minor: fromDecimal(offer.amount, price.currency).minor,
    before_price_minor: minor(offer.before),
    discount_price_minor: minor(offer.discount?.amount),
    discount_ends_at: momentOf(offer.discount?.endsAt, offer.discount?.endsInDays, today),
    deposit_minor: minor(offer.deposit),
    expires_at: momentOf(offer.expiresAt, offer.expiresInDays, today),
  }))
}

function promoRow(form: PromoCodeForm, today: Date): PromoRow {
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
    expires_at: momentOf(form.endsAt, form.endsInDays, today),
    use_limit: form.useLimit ?? null,
  }
}

function momentOf(at: Date | undefined, inDays: number | undefined, today: Date): Date | null {
  if (at) return at
  return inDays === undefined ? null : new Date(today.getTime() + inDays * 86_400_000)
}
