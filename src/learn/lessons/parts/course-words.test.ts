import { expect, test } from 'vitest'
import {
  findNextLesson,
  formatBytes,
  formatLeft,
  formatMinutes,
  formatParts,
  formatTeachers,
  type RoomLesson,
} from './course-words.ts'

test('sizes, lengths, parts of progress and names read as people write them', () => {
  expect([40, 90_000, 2_000_000, 2_540_000, 999_600, 38_400_000, 1_200_000_000].map(formatBytes)).toEqual([
    '1 KB',
    '90 KB',
    '2 MB',
    '2.5 MB',
    '1 MB',
    '38 MB',
    '1.2 GB',
  ])
  expect([0.2, 59, 61, 3700].map(formatLeft)).toEqual(['1 s left', '59 s left', '2 min left', '1 h 2 min left'])
  expect([0, 8, 60, 185].map(formatMinutes)).toEqual(['0 min', '8 min', '1 h', '3 h 5 min'])
  const none = { complete: 0, total: 0 }
  expect(formatParts({ lessons: { complete: 5, total: 14 }, sessions: { complete: 1, total: 8 } })).toBe(
    'Lessons 5 of 14 · Sessions 1 of 8',
  )
  expect(formatParts({ lessons: none, sessions: none })).toBe('')
  expect([[], ['Ana Cruz'], ['Ana Cruz', 'Mo'], ['Ana Cruz', 'Mo', 'Bo']].map(formatTeachers)).toEqual([
    '',
    'Ana Cruz',
    'Ana Cruz and Mo',
    'Ana Cruz and 2 others',
  ])
})

test('a learner goes on with the lesson that was begun, else with the first open one that is not done', () => {
  const lesson = (key: string, fields: object = {}) =>
    ({ key, kind: 'video', completedAt: null, startedAt: null, release: { state: 'open' }, ...fields }) as RoomLesson
  const find = (...lessons: RoomLesson[]) => findNextLesson([{ lessons } as never])?.key ?? null
  expect(find()).toBeNull()
  expect(find(lesson('meeting', { kind: 'live' }), lesson('one'), lesson('two'))).toBe('one')
  expect(find(lesson('one', { completedAt: 'x', startedAt: 'x' }), lesson('two'))).toBe('two')
  expect(find(lesson('one'), lesson('two', { startedAt: 'x' }))).toBe('two')
  expect(find(lesson('one', { release: { state: 'closed' } }))).toBeNull()
})
