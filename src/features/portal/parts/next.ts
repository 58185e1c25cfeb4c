/** What comes next for a learner, and how long it is until then. */
import type { CourseDefinition } from '#features/catalog/wire.ts'
import type { Mine } from './load.ts'

export type Next = {
  mine: Mine
  startsAt: string
  endsAt: string
  title: string
  summary: string
  number: number | null
}

/** The earliest session that has not ended, of all courses that are not on hold. */
export function nextOf(all: readonly Mine[]): Next | null {
  const dated = all.filter(({ enrolment }) => enrolment.nextSession !== null && !enrolment.isFrozen)
  const first = dated.toSorted((a, b) => startOf(a) - startOf(b))[0]
  if (!first?.enrolment.nextSession) return null

  const { startsAt, endsAt } = first.enrolment.nextSession
  const items = first.course ? itemsOf(first.course) : []
  const index = items.findIndex((item) => item.startsAt !== null && Date.parse(item.startsAt) === Date.parse(startsAt))
  const item = items[index]
  const isRegular = item && first.course?.sessions.some((group) => group.items.includes(item))
  return {
    mine: first,
    startsAt,
    endsAt,
    title: item?.title ?? first.enrolment.title,
    summary: item?.summary ?? '',
    number: isRegular ? index + 1 : null,
  }
}

export function itemsOf(course: CourseDefinition): CourseDefinition['proSessions'] {
  return [...course.sessions.flatMap((group) => group.items), ...course.proSessions]
}

/** Coarse while it is far off, to the second on the day: "52 days", "03:12:09", "08:12"; "Now" while it runs. */
export function untilText(startsAt: string, now: Date): string {
  const seconds = Math.ceil((Date.parse(startsAt) - now.getTime()) / 1000)
  if (seconds <= 0) return 'Now'
  const days = Math.floor(seconds / 86_400)
  if (days >= 2) return `${days} days`
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (parts[0] === 0 ? parts.slice(1) : parts).map((part) => String(part).padStart(2, '0')).join(':')
}

function startOf({ enrolment }: Mine): number {
  return Date.parse(enrolment.nextSession?.startsAt ?? '')
}
