/** A cohort as a content file tells it: its dates by the shortest rule that says them all, else each meeting by itself. */
import { isDeepStrictEqual } from 'node:util'
import { money, toDecimal } from '#domain/money.ts'
import type { CatalogueRows, CohortRow, CourseRow, SessionRow } from './catalogue-rows.ts'
import type { CohortForm } from './cohort-schema.ts'
import { WEEKDAYS, type Weekday } from './content-fields.ts'
import { planCohort } from './plan-cohorts.ts'
import { sessionRow } from './planned.ts'

export type OfferRow = CatalogueRows['offers'][number]
/** The file's own words: what it leaves out is undefined. */
export type Form = Readonly<Record<string, unknown>>

/** @param relativeTo the day from which days are counted; null: dates are told as they are */
export function cohortForm(
  course: CourseRow,
  cohort: CohortRow,
  code: string | undefined,
  relativeTo: Date | null,
): Form {
  return {
    code,
    name: cohort.name || undefined,
    state: cohort.state,
    seats: cohort.capacity ?? undefined,
    zone: cohort.timezone_id,
    enrolClosesAt: sameMoment(cohort.enrol_closes_at, cohort.starts_at)
      ? undefined
      : momentForm(cohort.enrol_closes_at),
    ...datesForm(course, cohort, relativeTo),
  }
}

export function priceForm(offer: OfferRow, relativeTo: Date | null): Form {
  const amount = (minor: number | null) => (minor === null ? undefined : amountForm(minor, offer.currency))
  return {
    amount: amount(offer.price_minor),
    before: amount(offer.before_price_minor),
    discount:
      offer.discount_price_minor === null
        ? undefined
        : { amount: amount(offer.discount_price_minor), ...endForm('ends', offer.discount_ends_at, relativeTo) },
    deposit: amount(offer.deposit_minor),
  }
}

/** `endsAt`, or `endsInDays` where it is whole days after the day that is counted from. */
export function endForm(name: string, at: Date | null, relativeTo: Date | null): Form {
  const days = at && relativeTo ? (at.getTime() - relativeTo.getTime()) / 86_400_000 : 0
  return Number.isInteger(days) && days >= 1 ? { [`${name}InDays`]: days } : { [`${name}At`]: momentForm(at) }
}

/** `2027-01-12T12:00:00Z` */
export function momentForm(at: Date | null): string | undefined {
  return at?.toISOString().replace('.000Z', 'Z')
}

/** `99`, or `"99.50"` where there are parts of a unit. */
export function amountForm(minor: number, currency: string): number | string {
  const text = toDecimal(money(minor, currency))
  return /^\d+(\.0+)?$/.test(text) ? Number(text) : text
}

function datesForm(course: CourseRow, cohort: CohortRow, relativeTo: Date | null): Form {
  if (cohort.sessions.length === 0) return {}
  const rule = ruleOf(course, cohort)
  if (!rule) return { sessions: cohort.sessions.map((session) => sessionForm(course, session)) }
  const { startsOn, on, at, pro } = rule
  return {
    ...(relativeTo ? { startsInDays: daysBetween(relativeTo, startsOn) } : { startsOn }),
    on,
    at,
    pro: Object.keys(pro).length > 0 ? pro : undefined,
  }
}

type Rule = { startsOn: string; on: Weekday[]; at: string; pro: CohortForm['pro'] }

/** Tried from the shortest: one weekday, two, … A rule is right when planning by it gives the very same sessions. */
function ruleOf(course: CourseRow, cohort: CohortRow): Rule | null {
  const regular = cohort.sessions.filter((session) => !session.pro)
  const first = regular[0]
  if (!first) return null
  const startsOn = first.local_start.slice(0, 10)
  const at = first.local_start.slice(11, 16)
  const pro = proRules(cohort, startsOn, at)
  const days = regular.slice(0, 7).map((session) => weekdayOf(session.local_start))
  for (let length = 1; length <= days.length; length++) {
    const rule = { startsOn, on: days.slice(0, length), at, pro }
    if (isDeepStrictEqual(sessionsBy(course, cohort, rule), cohort.sessions)) return rule
  }
  return null
}

function proRules(cohort: CohortRow, startsOn: string, at: string): CohortForm['pro'] {
  const pro = cohort.sessions.filter((session) => session.pro).toSorted((a, b) => (a.item_id < b.item_id ? -1 : 1))
  return Object.fromEntries(
    pro.map(({ item_id, local_start }) => {
      const days = Temporal.PlainDate.from(startsOn).until(local_start.slice(0, 10)).days
      const hour = local_start.slice(11, 16)
      const when = { week: Math.floor(days / 7) + 1, on: weekdayOf(local_start), ...(hour !== at && { at: hour }) }
      return [item_id, when]
    }),
  )
}

function sessionsBy({ definition }: CourseRow, cohort: CohortRow, rule: Rule): SessionRow[] | null {
  const taught = new Set(definition.proSessions.map((item) => item.id))
  if (Object.entries(rule.pro).some(([id, when]) => !taught.has(id) || when.week < 1 || when.week > 520)) return null
  const form = { ...rule, zone: cohort.timezone_id, name: '', state: cohort.state, seats: null }
  const planned = planCohort(definition, form, cohort.course_code, new Date(0))
  return planned.impossible.length > 0 ? null : planned.cohort.sessions.map(sessionRow)
}

function sessionForm({ definition }: CourseRow, session: SessionRow): Form {
  const items = [...definition.curriculum.flatMap((group) => group.items), ...definition.proSessions]
  const minutes = (session.ends_at.getTime() - session.starts_at.getTime()) / 60_000
  const usual = items.find((item) => item.id === session.item_id)?.minutes
  return {
    item: session.item_id,
    at: session.local_start.slice(0, 16),
    minutes: minutes === usual ? undefined : minutes,
  }
}

function weekdayOf(local: string): Weekday {
  return WEEKDAYS[Temporal.PlainDate.from(local.slice(0, 10)).dayOfWeek - 1]!
}

function daysBetween(from: Date, day: string): number {
  return Temporal.PlainDate.from(from.toISOString().slice(0, 10)).until(day).days
}

function sameMoment(a: Date | null, b: Date | null): boolean {
  return a?.getTime() === b?.getTime()
}
