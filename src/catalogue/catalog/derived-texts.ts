/** Texts of a course that follow from its dates and lessons unless somebody typed another. docs/contract §36. */

import type { DeliveryType } from '#domain/course.ts'
import { formatClassTime, formatCourseLength, formatLength } from '#domain/learning/class-time.ts'
import type { StoredDefinition } from './files/definition.ts'

type Facts = {
  title: string
  deliveryType: DeliveryType
  /** Of the cohort that the page shows, by their start. */
  sessions: readonly { startsAt: Date; endsAt: Date }[]
  /** Of that cohort. */
  timezoneId: string
  /** Seats of that cohort. Null: no limit. */
  capacity: number | null
  /** Null: for ever. */
  accessDays: number | null
}

/** Replaces each empty text. */
export function deriveTexts(definition: StoredDefinition, facts: Facts): StoredDefinition {
  const derived = facts.deliveryType === 'live' ? deriveLiveTexts(facts) : deriveLessonTexts(definition, facts)
  const duration = definition.duration || derived.duration
  return {
    ...definition,
    sectionTitle: definition.sectionTitle || facts.title,
    promise: definition.promise || definition.subtitle,
    duration,
    classTime: definition.classTime || derived.classTime,
    videoTime: definition.videoTime || derived.videoTime,
    facts:
      definition.facts.length > 0
        ? definition.facts
        : [{ label: 'Length', value: duration }, ...derived.facts].filter(({ value }) => value !== ''),
  }
}

function deriveLiveTexts({ sessions, timezoneId, capacity }: Facts) {
  return {
    duration: formatCourseLength(sessions),
    classTime: formatClassTime(sessions, timezoneId) || 'Dates to be announced',
    videoTime: '',
    facts: [
      { label: 'Where', value: 'Live online' },
      { label: 'Group', value: capacity === null ? '' : `Up to ${capacity}` },
    ],
  }
}

function deriveLessonTexts({ curriculum }: StoredDefinition, { accessDays }: Facts) {
  const lessons = curriculum.flatMap(({ items }) => items)
  const minutes = lessons.reduce((sum, lesson) => sum + lesson.minutes, 0)
  // The sum of stated lengths is no truer than to the hour.
  const length = formatLength(minutes > 180 ? Math.round(minutes / 60) * 60 : minutes)
  const count = lessons.length === 1 ? '1 lesson' : `${lessons.length} lessons`
  return {
    duration: length,
    classTime: 'Whenever you like',
    videoTime: lessons.length === 0 ? '' : `${length} in ${count}`,
    facts: [
      { label: 'Lessons', value: lessons.length === 0 ? '' : String(lessons.length) },
      { label: 'Watch', value: formatAccess(accessDays) },
    ],
  }
}

function formatAccess(days: number | null): string {
  if (days === null) return 'For ever'
  return days === 365 ? 'For a year' : `For ${days} days`
}
