import { expect, test } from 'vitest'
import {
  type CourseProgressFacts,
  canMarkDone,
  canUndoDone,
  countNewSince,
  findLessonCompletion,
  getCourseParts,
  getCoursePercent,
  isAttended,
  isCourseComplete,
  type LessonCompletionFacts,
} from './completion.ts'
import type { LessonKind } from './lesson.ts'

const NOW = new Date('2027-02-01T12:00:00Z')
const RULE = { lessonsPercent: 100, sessionsPercent: 75 }
const KINDS: LessonKind[] = ['video', 'audio', 'text', 'files', 'embed', 'live']
const seen = { ranges: [[0, 90]] as const, lengthSeconds: 100 }
const half = { ranges: [[0, 45]] as const, lengthSeconds: 100 }
const present = { startsAt: NOW, joinedAt: null, verdict: 'present' } as const
const absent = { startsAt: NOW, joinedAt: NOW, verdict: 'absent' } as const
const joined = { startsAt: NOW, joinedAt: NOW, verdict: null }
const away = { startsAt: NOW, joinedAt: null, verdict: null }

test.each<[string, Partial<LessonCompletionFacts>, string | null]>([
  ['a video of which 90 % were watched', { kind: 'video', media: seen }, 'watched'],
  ['a half watched video', { kind: 'video', media: half }, null],
  ['a half watched video marked done', { kind: 'video', media: half, isMarkedDone: true }, 'marked'],
  ['a watched video marked done', { kind: 'audio', media: seen, isMarkedDone: true }, 'watched'],
  [
    'a half watched video whose lesson asks for 50 %',
    { kind: 'video', media: { ...half, ranges: [[0, 50]] }, watchedPercent: 50 },
    'watched',
  ],
  ['a text', { kind: 'text' }, null],
  ['a text marked done', { kind: 'text', isMarkedDone: true }, 'marked'],
  ['a live lesson marked done', { kind: 'live', attendance: away, isMarkedDone: true }, null],
  ['a joined session', { kind: 'live', attendance: joined }, 'attended'],
  ['a session with the verdict present', { kind: 'live', attendance: present }, 'teacher'],
  ['a joined session with the verdict absent', { kind: 'live', attendance: absent }, null],
  ['a missed session with a watched recording', { kind: 'live', attendance: absent, media: seen }, 'watched'],
  [
    'the same where recordings do not count',
    { kind: 'live', attendance: absent, media: seen, recordingCounts: false },
    null,
  ],
  ['a session without attendance', { kind: 'live', attendance: null }, null],
])('%s (docs/contract §9)', (_case, change, completedBy) => {
  const facts = {
    kind: 'video',
    watchedPercent: 90,
    media: null,
    attendance: null,
    recordingCounts: true,
    isMarkedDone: false,
    now: NOW,
  } as const
  expect(findLessonCompletion({ ...facts, ...change })).toBe(completedBy)
})

test('attended means present by verdict, or joined without the verdict absent', () => {
  expect([present, joined, absent, away].map((one) => isAttended(one, NOW))).toEqual([true, true, false, false])
})

test('joining counts from the start of the session on, and not for a start to which it was moved later', () => {
  const early = { ...joined, joinedAt: new Date(NOW.getTime() - 10 * 60_000) }
  expect(isAttended(early, new Date(NOW.getTime() - 1))).toBe(false)
  expect(isAttended(early, NOW)).toBe(true)
  const moved = { ...early, startsAt: new Date(NOW.getTime() + 6 * 60_000) }
  expect(isAttended(moved, new Date(NOW.getTime() + 3_600_000))).toBe(false)
})

test('every kind but live may be marked done, video and audio where the lesson allows it; only a mark is undone', () => {
  expect(KINDS.filter((kind) => canMarkDone(kind, true))).toEqual(['video', 'audio', 'text', 'files', 'embed'])
  expect(KINDS.filter((kind) => canMarkDone(kind, false))).toEqual(['text', 'files', 'embed'])
  const reasons = ['watched', 'marked', 'attended', 'teacher', null] as const
  expect(reasons.filter(canUndoDone)).toEqual(['marked'])
})

type Row = CourseProgressFacts['lessons'][number]
const lesson = (lessonId: string, change: Partial<Row> = {}): Row => ({
  lessonId,
  kind: 'video',
  state: 'published',
  isRequired: true,
  ...change,
})
const live = (lessonId: string) => lesson(lessonId, { kind: 'live' })

function createFacts(
  lessons: Row[],
  completed: string[],
  change: Partial<CourseProgressFacts> = {},
): CourseProgressFacts {
  return { lessons, sessions: new Map(), lastSessionEndsAt: null, completedIds: new Set(completed), ...change }
}
const held = (...ids: string[]) => new Map(ids.map((id) => [id, { isCancelled: false }]))

test('a course is complete when each part reaches its percent', () => {
  const lessons = [lesson('a'), lesson('b'), live('s1'), live('s2'), live('s3'), live('s4')]
  const sessions = held('s1', 's2', 's3', 's4')
  const complete = (...ids: string[]) => isCourseComplete(RULE, createFacts(lessons, ids, { sessions }), NOW)
  expect(complete('a', 'b', 's1', 's2', 's3')).toBe(true)
  expect(complete('a', 'b', 's1', 's2')).toBe(false)
  expect(complete('a', 's1', 's2', 's3', 's4')).toBe(false)
})

test('a part without lessons is skipped, and lessons that are not required do not count', () => {
  expect(isCourseComplete(RULE, createFacts([lesson('a'), lesson('b', { isRequired: false })], ['a']), NOW)).toBe(true)
  expect(isCourseComplete(RULE, createFacts([live('s')], ['s'], { sessions: held('s') }), NOW)).toBe(true)
})

test('nobody completes a course in which no required lesson counts, or without one complete lesson', () => {
  const withdrawn = lesson('a', { state: 'withdrawn' })
  const cancelled = new Map([['s', { isCancelled: true }]])
  expect(isCourseComplete(RULE, createFacts([], []), NOW)).toBe(false)
  expect(isCourseComplete(RULE, createFacts([withdrawn], ['a']), NOW)).toBe(false)
  expect(isCourseComplete(RULE, createFacts([live('s')], ['s'], { sessions: cancelled }), NOW)).toBe(false)
  expect(isCourseComplete({ lessonsPercent: 0, sessionsPercent: 0 }, createFacts([lesson('a')], []), NOW)).toBe(false)
})

test('nobody completes a course while a required lesson is planned; an optional planned lesson blocks nobody', () => {
  const planned = lesson('b', { state: 'planned' })
  expect(isCourseComplete(RULE, createFacts([lesson('a'), planned], ['a']), NOW)).toBe(false)
  expect(isCourseComplete(RULE, createFacts([lesson('a'), { ...planned, isRequired: false }], ['a']), NOW)).toBe(true)
})

test('a required live lesson without a session blocks until the cohort is over; a cancelled one blocks nobody', () => {
  const lessons = [lesson('a'), live('s1'), live('s2')]
  const sessions = held('s1')
  const at = (lastSessionEndsAt: Date | null, own = sessions) =>
    isCourseComplete(RULE, createFacts(lessons, ['a', 's1'], { sessions: own, lastSessionEndsAt }), NOW)
  expect(at(null)).toBe(false)
  expect(at(new Date(NOW.getTime() + 1))).toBe(false)
  expect(at(NOW)).toBe(true)
  expect(at(null, new Map([...sessions, ['s2', { isCancelled: true }]]))).toBe(true)
})

test('the percent counts required published lessons, live ones included, and is 100 once completed', () => {
  const lessons = [
    lesson('a'),
    lesson('b'),
    live('s'),
    lesson('c', { isRequired: false }),
    lesson('d', { state: 'planned' }),
    lesson('e', { state: 'withdrawn' }),
  ]
  const facts = createFacts(lessons, ['a', 'c', 's', 'e'], { sessions: held('s') })
  expect(getCoursePercent(facts, false)).toBe(66)
  expect(getCoursePercent(facts, true)).toBe(100)
  expect(getCoursePercent(createFacts([], []), false)).toBe(0)
  expect(getCourseParts(facts)).toEqual({ lessons: { complete: 1, total: 2 }, sessions: { complete: 1, total: 1 } })
})

test('lessons that are published later are counted as new, also if others were withdrawn meanwhile', () => {
  const facts = createFacts([lesson('a'), lesson('b'), lesson('c', { state: 'withdrawn' })], [])
  expect(countNewSince({ completedAt: NOW, requiredIds: ['a'] }, facts)).toBe(1)
  expect(countNewSince({ completedAt: NOW, requiredIds: ['c', 'd', 'e'] }, facts)).toBe(2)
  expect(countNewSince({ completedAt: NOW, requiredIds: ['a', 'b', 'c'] }, facts)).toBe(0)
})
