import { expect, test } from 'vitest'
import { formatItemCount } from './item-count.ts'

const items = (sessions: number, lessons: number) => [
  ...Array.from({ length: lessons }, () => ({ kind: 'lesson' as const })),
  ...Array.from({ length: sessions }, () => ({ kind: 'live' as const })),
]

test.each([
  [2, 0, '2 live sessions'],
  [1, 0, '1 live session'],
  [0, 24, '24 lessons'],
  [6, 2, '6 live sessions and 2 lessons'],
  [1, 1, '1 live session and 1 lesson'],
])('%i sessions and %i lessons are "%s"', (sessions, lessons, expected) => {
  expect(formatItemCount(items(sessions, lessons))).toBe(expected)
})
