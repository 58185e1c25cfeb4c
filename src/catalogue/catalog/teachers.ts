/** The teachers of a course, in a few words. */
import type { CourseCard } from './wire.ts'

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** "Mika Osei and two others". */
export function formatTeachers({
  instructor,
  instructorCount,
}: Pick<CourseCard, 'instructor' | 'instructorCount'>): string {
  const others = instructorCount - 1
  if (others < 1) return instructor.name
  return `${instructor.name} and ${NUMBERS[others] ?? others} ${others === 1 ? 'other' : 'others'}`
}
