/** Writes a cohort for a content file: its dates by the shortest rule that gives them all, else each session separately. */
import { isDeepStrictEqual } from 'node:util'
import { money, toDecimal } from '#domain/money/money.ts'
import type { CatalogueRows, CohortRow, CourseRow, SessionRow } from '../catalogue-rows.ts'
import type { CohortInput } from './cohort-schema.ts'
import { type FileFields, WEEKDAYS, type Weekday } from './content-fields.ts'
import type { ExportFolder } from './export-folder.ts'
import { planCohort } from './plan-cohorts.ts'
import { createSessionRow } from './planned.ts'

export type OfferRow = CatalogueRows['offers'][number]

/** @param relativeTo the day from which dates are counted; null for absolute dates */
export function createCohortFields(
  course: CourseRow,
  cohort: CohortRow,
  code: string | undefined,
  relativeTo: Date | null,
): FileFields {
  return {
    code,
    name: cohort.name || undefined,
    state: cohort.state,
    seats: cohort.capacity ?? undefined,
    zone: cohort.timezone_id,
    enrolClosesAt: isSameInstant(cohort.enrol_closes_at, cohort.starts_at)
      ? undefined
      : formatInstant(cohort.enrol_closes_at),
    ...createDateFields(course, cohort, relativeTo),
  }
}

/** Undefined without a recap or recording. */
export function createRecordingFields({ sessions }: CohortRow, folder: ExportFolder): FileFields | undefined {
  const recorded = sessions.filter(({ recap, recording }) => recap !== null || recording !== null)
  if (recorded.length === 0) return undefined
  return Object.fromEntries(
    recorded.map(({ lesson_key, recap, recording }) => {
      const base = folder.createRecordingBase(lesson_key)
      const fields = {
        recap: recap === null ? undefined : folder.addText(`${base}.recap.md`, recap),
        media: recording ? folder.addMedia(base, recording) : undefined,
      }
      return [lesson_key, fields]
    }),
  )
}

export function createPriceFields(offer: OfferRow, relativeTo: Date | null): FileFields {
  const amount = (minor: number | null) => (minor === null ? undefined : formatAmount(minor, offer.currency))
  return {
    amount: amount(offer.price_minor),
    before: amount(offer.before_price_minor),
    discount:
      offer.discount_price_minor === null
        ? undefined
        : {
            amount: amount(offer.discount_price_minor),
            ...createEndFields('ends', offer.discount_ends_at, relativeTo),
          },
    deposit: amount(offer.deposit_minor),
  }
}

/** `endsAt`, or `endsInDays` when it is a whole number of days after the reference day. */
export function createEndFields(name: string, at: Date | null, relativeTo: Date | null): FileFields {
  const days = at && relativeTo ? (at.getTime() - relativeTo.getTime()) / 86_400_000 : 0
  return Number.isInteger(days) && days >= 1 ? { [`${name}InDays`]: days } : { [`${name}At`]: formatInstant(at) }
}

/** `2027-01-12T12:00:00Z` */
export function formatInstant(at: Date | null): string | undefined {
  return at?.toISOString().replace('.000Z', 'Z')
}

/** `99`, or `"99.50"` when there are minor units. */
export function formatAmount(minor: number, currency: string): number | string {
  const text = toDecimal(money(minor, currency))
  return /^\d+(\.0+)?$/.test(text) ? Number(text) : text
}

function createDateFields(course: CourseRow, cohort: CohortRow, relativeTo: Date | null): FileFields {
  if (cohort.sessions.length === 0) return {}
  const rule = findRule(course, cohort)
  if (!rule) return { sessions: cohort.sessions.map((session) => createSessionFields(course, session)) }
  const { startsOn, on, at, pro } = rule
  return {
    ...(relativeTo ? { startsInDays: daysBetween(relativeTo, startsOn) } : { startsOn }),
    on,
    at,
    pro: Object.keys(pro).length > 0 ? pro : undefined,
  }
}

type FileDateRule = { startsOn: string; on: Weekday[]; at: string; pro: CohortInput['pro'] }

/** Tries the shortest rule first: one weekday, then two, and so on. A rule is right when it plans exactly the same sessions. */
function findRule(course: CourseRow, cohort: CohortRow): FileDateRule | null {
  const regular = cohort.sessions.filter((session) => !session.pro)
  const first = regular[0]
  if (!first) return null
  const startsOn = first.local_start.slice(0, 10)
  const at = first.local_start.slice(11, 16)
  const pro = createProRules(cohort, startsOn, at)
  const sessions = cohort.sessions.map((session) => ({ ...session, recap: null, recording: null }))
  const days = regular.slice(0, 7).map((session) => getWeekday(session.local_start))
  for (let length = 1; length <= days.length; length++) {
    const rule = { startsOn, on: days.slice(0, length), at, pro }
    if (isDeepStrictEqual(planSessionsByRule(course, cohort, rule), sessions)) return rule
  }
  return null
}

function createProRules(cohort: CohortRow, startsOn: string, at: string): CohortInput['pro'] {
  const pro = cohort.sessions
    .filter((session) => session.pro)
    .toSorted((a, b) => (a.lesson_key < b.lesson_key ? -1 : 1))
  return Object.fromEntries(
    pro.map(({ lesson_key, local_start }) => {
      const days = Temporal.PlainDate.from(startsOn).until(local_start.slice(0, 10)).days
      const hour = local_start.slice(11, 16)
      const proRule = { week: Math.floor(days / 7) + 1, on: getWeekday(local_start), ...(hour !== at && { at: hour }) }
      return [lesson_key, proRule]
    }),
  )
}

function planSessionsByRule(course: CourseRow, cohort: CohortRow, rule: FileDateRule): SessionRow[] | null {
  const proSessionIds = new Set(course.proSessions.map((item) => item.id))
  if (
    Object.entries(rule.pro).some(([id, proRule]) => !proSessionIds.has(id) || proRule.week < 1 || proRule.week > 520)
  )
    return null
  const form = { ...rule, zone: cohort.timezone_id, name: '', state: cohort.state, seats: null, recordings: {} }
  const planned = planCohort(course, form, cohort.cohort_code, new Date(0))
  return planned.invalidTimes.length > 0 ? null : planned.cohort.sessions.map(createSessionRow)
}

function createSessionFields({ curriculum, proSessions }: CourseRow, session: SessionRow): FileFields {
  const items = [...curriculum.flatMap((group) => group.items), ...proSessions]
  const minutes = (session.ends_at.getTime() - session.starts_at.getTime()) / 60_000
  const defaultMinutes = items.find((item) => item.id === session.lesson_key)?.minutes
  return {
    item: session.lesson_key,
    at: session.local_start.slice(0, 16),
    minutes: minutes === defaultMinutes ? undefined : minutes,
  }
}

function getWeekday(local: string): Weekday {
  return WEEKDAYS[Temporal.PlainDate.from(local.slice(0, 10)).dayOfWeek - 1]!
}

function daysBetween(from: Date, day: string): number {
  return Temporal.PlainDate.from(from.toISOString().slice(0, 10)).until(day).days
}

function isSameInstant(a: Date | null, b: Date | null): boolean {
  return a?.getTime() === b?.getTime()
}
