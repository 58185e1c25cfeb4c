/** Course details for the checkout and the receipt: those of the bought cohort, not of the next one. */

import type { CalendarSession } from '#catalogue/catalog/calendar/calendar-links.ts'
import { formatItemCount } from '#catalogue/catalog/item-count.ts'
import { formatTeachers } from '#catalogue/catalog/teachers.ts'
import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { formatAccessTerm } from '#domain/learning/access-term.ts'
import type { RefundFigures } from '#domain/orders/refund-policy.ts'

/** The noun for the purchase. A gift card holds no seat during payment. */
export type PurchaseNoun = 'seat' | 'place' | 'gift'

export type CourseSummary = {
  title: string
  url: string
  poster: string
  hue: string
  teacher: string
  isLive: boolean
  /** Noun for the bought enrolment. On-demand courses have no seats, so they say "place". */
  noun: Exclude<PurchaseNoun, 'gift'>
  /** "Access for a year after the last session". */
  accessTerm: string
  /** "6 sessions, 2 pro sessions", "12 lessons". */
  lengthText: string
  startsAt: string | null
  endsAt: string | null
  classZone: string
  priceBefore: number | null
  firstName: string
  /** Dates of this cohort, with its pro sessions. */
  sessions: CalendarSession[]
  /** For orders from now on. A quote has its own. */
  refund: RefundFigures
  refundNote: string | null
}

/** @param offerCode the offer that is bought: only the one that pages show has their struck-through price */
export function summariseCohort(course: CourseDefinition, courseCode: string, offerCode: string | null): CourseSummary {
  const cohort = course.cohorts.find((cohort) => cohort.courseCode === courseCode)
  const startsAt = cohort?.startsAt ?? null
  const isLive = course.deliveryType === 'live'
  const items = course.sessions.flatMap((group) => group.items)
  return {
    title: course.title,
    url: course.url,
    poster: course.images.poster,
    hue: course.images.hue,
    teacher: formatTeachers(course),
    isLive,
    noun: isLive ? 'seat' : 'place',
    accessTerm: formatAccessTerm(course),
    lengthText: `${formatItemCount(items, 'session')}${formatProSessions(course.proSessions.length)}`,
    startsAt,
    endsAt: cohort?.endsAt ?? null,
    classZone: cohort?.timezoneId ?? 'UTC',
    priceBefore: offerCode === course.offerCode ? course.beforeDiscountPrice : null,
    firstName: course.instructor.name.split(' ')[0] ?? '',
    sessions: isLive && course.courseCode === courseCode ? listCalendarSessions(course) : [],
    refund: course.refund,
    refundNote: course.refundNote,
  }
}

function listCalendarSessions({ sessions, proSessions }: CourseDefinition): CalendarSession[] {
  const items = [...sessions.flatMap((group) => group.items), ...proSessions]
  return items
    .flatMap(({ title, startsAt, endsAt }) => (startsAt && endsAt ? [{ title, startsAt, endsAt }] : []))
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
}

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
const formatProSessions = (proSessionCount: number): string =>
  proSessionCount > 0 ? `, ${formatCount(proSessionCount, 'pro session')}` : ''
