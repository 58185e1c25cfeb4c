import type { CourseRoom } from '#learn/lessons/wire/course.ts'

type Part = CourseRoom['progress']['lessons']

/** "All 14 lessons and 7 of 8 live sessions." Only the parts that the course has. */
export function formatFinished({ lessons, sessions }: Pick<CourseRoom['progress'], 'lessons' | 'sessions'>): string {
  const parts = [formatPart(lessons, 'lesson'), formatPart(sessions, 'live session')].filter((part) => part !== null)
  if (parts.length === 0) return ''
  const text = parts.join(' and ')
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`
}

function formatPart({ complete, total }: Part, noun: string): string | null {
  if (total === 0) return null
  if (total === 1) return complete === 1 ? `the ${noun}` : null
  return complete === total ? `all ${total} ${noun}s` : `${complete} of ${total} ${noun}s`
}
