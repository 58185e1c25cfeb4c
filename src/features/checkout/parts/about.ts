/** What the checkout and the receipt say of a course: the cohort that is bought, not the one that starts next. */

import { refundUntil } from '#domain/schedule.ts'
import type { CalendarSession } from '#features/catalog/calendar-links.ts'
import { teachersOf } from '#features/catalog/teachers.ts'
import type { CourseDefinition } from '#features/catalog/wire.ts'

/** What an order is of. A gift holds nothing while it is paid. */
export type Place = 'seat' | 'place' | 'gift'

export type About = {
  title: string
  url: string
  poster: string
  hue: string
  teacher: string
  isLive: boolean
  /** What is bought, in words. On demand nobody sits anywhere. */
  place: Exclude<Place, 'gift'>
  /** "6 sessions", "12 lessons". */
  length: string
  startsAt: string | null
  endsAt: string | null
  classZone: string
  refundUntil: string | null
  before: number | null
  firstName: string
  /** The cohort's own dates, the pro sessions among them. */
  sessions: CalendarSession[]
  refundTerms: { until: string; terms: string }[]
}

export function aboutCohort(course: CourseDefinition, courseCode: string): About {
  const cohort = course.cohorts.find((cohort) => cohort.courseCode === courseCode)
  const startsAt = cohort?.startsAt ?? null
  const isLive = course.deliveryType === 'live'
  const items = course.sessions.reduce((count, group) => count + group.items.length, 0)
  return {
    title: course.title,
    url: course.url,
    poster: course.images.poster,
    hue: course.images.hue,
    teacher: teachersOf(course),
    isLive,
    place: isLive ? 'seat' : 'place',
    length: isLive ? `${counted(items, 'session')}${extra(course.proSessions.length)}` : counted(items, 'lesson'),
    startsAt,
    endsAt: cohort?.endsAt ?? null,
    classZone: cohort?.timezoneId ?? 'UTC',
    refundUntil: refundUntil(startsAt ? new Date(startsAt) : null)?.toISOString() ?? null,
    before: course.beforeDiscountPrice,
    firstName: course.instructor.name.split(' ')[0] ?? '',
    sessions: isLive && course.courseCode === courseCode ? sessionsOf(course) : [],
    refundTerms: course.refundTerms,
  }
}

function sessionsOf({ sessions, proSessions }: CourseDefinition): CalendarSession[] {
  const items = [...sessions.flatMap((group) => group.items), ...proSessions]
  return items
    .flatMap(({ title, startsAt, endsAt }) => (startsAt && endsAt ? [{ title, startsAt, endsAt }] : []))
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
const extra = (pro: number): string => (pro > 0 ? `, ${counted(pro, 'pro session')}` : '')
