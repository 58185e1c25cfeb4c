/** Short labels of a course. */
import { formatTeachers } from '#catalogue/catalog/teachers.ts'
import type { CourseCard } from '#catalogue/catalog/wire.ts'

export type LabelledCourse = Pick<CourseCard, 'kind' | 'deliveryType' | 'instructor' | 'instructorCount'>

export const formatCapitalKind = ({ kind }: Pick<LabelledCourse, 'kind'>): string =>
  `${kind[0]!.toUpperCase()}${kind.slice(1)}`

/** "Course with Nina Reyes", for a picture. Pages have `CourseByline`. */
export function formatCourseByline(course: LabelledCourse): string {
  return `${formatCapitalKind(course)} with ${formatTeachers(course)}`
}

/** "Live online masterclass", or "On demand" for a course without dates. */
export function formatCourseKind({ kind, deliveryType }: LabelledCourse): string {
  return deliveryType === 'on-demand' ? 'On demand' : `Live online ${kind}`
}

export function getFirstName({ instructor }: Pick<LabelledCourse, 'instructor'>): string {
  return instructor.name.split(' ')[0] ?? instructor.name
}

/** "90 min", "1 h 48 min". */
export function formatMinutes(minutes: number): string {
  if (minutes <= 180) return `${minutes} min`
  const restMinutes = minutes % 60
  return `${Math.floor(minutes / 60)} h${restMinutes === 0 ? '' : ` ${restMinutes} min`}`
}

/** "Watch, 1 min", "Listen, 12 min" or "Read, 3 min". */
export function formatPreview({ kind, minutes }: { kind: 'video' | 'audio' | 'text'; minutes: number }): string {
  const verb = { video: 'Watch', audio: 'Listen', text: 'Read' }[kind]
  return `${verb}, ${formatMinutes(minutes)}`
}

export function isFree({ price, discountPrice }: Pick<CourseCard, 'price' | 'discountPrice'>): boolean {
  return (discountPrice ?? price) === 0
}

export function canEnrol(course: Pick<CourseCard, 'state' | 'offerCode'>): boolean {
  return course.state.callToAction === 'enrol' && course.offerCode !== null
}

export function getInitials(name: string): string {
  const parts = name.split(' ')
  return `${parts[0]?.[0] ?? ''}${parts.length > 1 ? (parts.at(-1)?.[0] ?? '') : ''}`
}
