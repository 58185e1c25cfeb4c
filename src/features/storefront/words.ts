/** How a course is told in a few words. */
import { teachersOf } from '#features/catalog/teachers.ts'
import type { CourseCard, CourseDefinition } from '#features/catalog/wire.ts'

type Taught = Pick<CourseCard, 'kind' | 'deliveryType' | 'instructor' | 'instructorCount'>

/** "Course with Nina Reyes". */
export function billingOf(course: Taught): string {
  return `${course.kind[0]!.toUpperCase()}${course.kind.slice(1)} with ${teachersOf(course)}`
}

/** "Live masterclass"; how it is watched matters more than its kind when there is no date. */
export function kindOf({ kind, deliveryType }: Taught): string {
  return deliveryType === 'on-demand' ? 'On demand' : `Live ${kind}`
}

export function firstNameOf({ instructor }: Pick<Taught, 'instructor'>): string {
  return instructor.name.split(' ')[0] ?? instructor.name
}

/** "2 live sessions", "6 lessons". */
export function countOf(items: CourseDefinition['sessions'][number]['items']): string {
  const noun = items[0]?.kind === 'lesson' ? 'lesson' : 'live session'
  return `${items.length} ${noun}${items.length === 1 ? '' : 's'}`
}

/** "90 min", "1 h 48 min". */
export function lengthOf(minutes: number): string {
  if (minutes <= 180) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`
}

export function isFree({ price, discountPrice }: Pick<CourseCard, 'price' | 'discountPrice'>): boolean {
  return (discountPrice ?? price) === 0
}

export function canEnrol(course: Pick<CourseCard, 'state' | 'offerCode'>): boolean {
  return course.state.callToAction === 'enrol' && course.offerCode !== null
}

export function initialsOf(name: string): string {
  const parts = name.split(' ')
  return `${parts[0]?.[0] ?? ''}${parts.length > 1 ? (parts.at(-1)?.[0] ?? '') : ''}`
}
