import { expect, test } from 'vitest'
import { formatFinished } from './format-finished.ts'

const part = (complete: number, total: number) => ({ complete, total })

test.each([
  [part(14, 14), part(7, 8), 'All 14 lessons and 7 of 8 live sessions.'],
  [part(14, 14), part(0, 0), 'All 14 lessons.'],
  [part(0, 0), part(1, 1), 'The live session.'],
  [part(3, 4), part(0, 1), '3 of 4 lessons.'],
  [part(0, 0), part(0, 0), ''],
])('the lead of the finish screen counts what was done: %j %j', (lessons, sessions, sentence) => {
  expect(formatFinished({ lessons, sessions })).toBe(sentence)
})
