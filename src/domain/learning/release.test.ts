import { expect, test } from 'vitest'
import {
  chooseEarliestRelease,
  decideRelease,
  type Release,
  type ReleaseFacts,
  type ReleaseLesson,
  type ReleaseRule,
} from './release.ts'

const NOW = new Date('2027-02-01T12:00:00Z')
const atOnce: ReleaseRule = { kind: 'at-once' }
const afterPrevious: ReleaseRule = { kind: 'after-previous' }

function createLesson(lessonId: string, change: Partial<ReleaseLesson> = {}): ReleaseLesson {
  return {
    lessonId,
    key: `key-${lessonId}`,
    title: `Lesson ${lessonId}`,
    kind: 'video',
    state: 'published',
    isRequired: true,
    moduleId: 'm1',
    release: atOnce,
    prerequisiteIds: [],
    ...change,
  }
}

const facts: ReleaseFacts = {
  lessons: [],
  delivery: 'live',
  timezoneId: 'Asia/Manila',
  enrolledAt: new Date('2027-01-20T10:00:00Z'),
  firstSessionAt: new Date('2027-02-10T12:00:00Z'),
  lastSessionEndsAt: new Date('2027-03-10T14:00:00Z'),
  sessions: new Map(),
}
const need = (lessonId: string) => ({ lessonId, lessonKey: `key-${lessonId}`, title: `Lesson ${lessonId}` })
const closedUntil = (iso: string): Release => ({ state: 'closed', opensAt: new Date(iso), needs: [] })

function decide(
  lesson: ReleaseLesson,
  others: readonly ReleaseLesson[] = [],
  change: Partial<ReleaseFacts> & { module?: ReleaseRule; completed?: string[]; started?: string[] } = {},
): Release {
  const { module = atOnce, completed = [], started = [], ...changes } = change
  const progress = { completedIds: new Set(completed), startedIds: new Set(started) }
  const own = { ...facts, lessons: [...others, lesson], ...changes }
  return decideRelease(lesson, { moduleId: lesson.moduleId, release: module }, own, progress, NOW)
}

test('a lesson without a rule is open at once, also before the first session', () => {
  expect(decide(createLesson('a'))).toEqual({ state: 'open' })
})

test('a planned or withdrawn lesson cannot be opened, also when it was started', () => {
  expect(decide(createLesson('a', { state: 'planned' }), [], { started: ['a'] })).toEqual({ state: 'planned' })
  expect(decide(createLesson('a', { state: 'withdrawn' }), [], { started: ['a'] })).toEqual({ state: 'withdrawn' })
})

test('a date opens a lesson at the local time of the cohort', () => {
  const on = (localStart: string) => decide(createLesson('a', { release: { kind: 'on-date', localStart } }))
  expect(on('2027-02-01T20:00')).toEqual({ state: 'open' })
  expect(on('2027-02-01T20:01')).toEqual(closedUntil('2027-02-01T12:01:00Z'))
  expect(on('2027-02-02')).toEqual(closedUntil('2027-02-01T16:00:00Z'))
  expect(() => on('2027-02-30')).toThrow(RangeError)
  expect(() => on('tomorrow')).toThrow(RangeError)
})

test('days count from the local day of the first session, on demand from the day of enrolment', () => {
  const release: ReleaseRule = { kind: 'after-days', days: 3 }
  const lesson = createLesson('a', { release })
  expect(decide(lesson)).toEqual(closedUntil('2027-02-12T16:00:00Z'))
  expect(decide(lesson, [], { firstSessionAt: null })).toEqual({ state: 'closed', opensAt: null, needs: [] })
  const enrolledAt = new Date('2027-01-30T17:00:00Z')
  expect(decide(lesson, [], { delivery: 'on-demand', firstSessionAt: null, enrolledAt })).toEqual(
    closedUntil('2027-02-02T16:00:00Z'),
  )
})

test('a lesson opens with the session of its live lesson, also when that session was cancelled', () => {
  const lesson = createLesson('a', { release: { kind: 'with-session', lessonId: 'live' } })
  const startsAt = new Date('2027-02-17T12:00:00Z')
  for (const isCancelled of [false, true]) {
    expect(decide(lesson, [], { sessions: new Map([['live', { startsAt, isCancelled }]]) })).toEqual(
      closedUntil('2027-02-17T12:00:00Z'),
    )
  }
})

test('without a session of its live lesson, a lesson opens at the end of the cohort', () => {
  const lesson = createLesson('a', { release: { kind: 'with-session', lessonId: 'live' } })
  expect(decide(lesson)).toEqual(closedUntil('2027-03-10T14:00:00Z'))
  expect(decide(lesson, [], { lastSessionEndsAt: null })).toEqual({ state: 'closed', opensAt: null, needs: [] })
})

test('after-previous waits for the nearest required lesson that can be completed', () => {
  const lesson = createLesson('z', { release: afterPrevious })
  const before = [
    createLesson('a'),
    createLesson('b', { isRequired: false }),
    createLesson('c', { state: 'planned' }),
    createLesson('d', { kind: 'live' }),
  ]
  const sessions = new Map([['d', { startsAt: NOW, isCancelled: true }]])
  expect(decide(lesson, before, { sessions })).toEqual({ state: 'closed', opensAt: null, needs: [need('a')] })
  expect(decide(lesson, before)).toEqual({ state: 'closed', opensAt: null, needs: [need('d')] })
  expect(decide(lesson, before, { sessions, completed: ['a'] })).toEqual({ state: 'open' })
  expect(decide(lesson)).toEqual({ state: 'open' })
})

test('a module that opens after the previous lesson looks before its own first lesson', () => {
  const first = createLesson('b', { moduleId: 'm2' })
  const second = createLesson('c', { moduleId: 'm2' })
  const before = [createLesson('a'), first]
  const module = afterPrevious
  expect(decide(second, before, { module })).toEqual({ state: 'closed', opensAt: null, needs: [need('a')] })
  expect(decide(second, before, { module, completed: ['a'] })).toEqual({ state: 'open' })
})

test('prerequisites are named until they are complete; a withdrawn one or a cancelled session binds nobody', () => {
  const lesson = createLesson('z', { prerequisiteIds: ['a', 'b', 'gone', 'live'] })
  const before = [createLesson('a'), createLesson('b'), createLesson('live', { kind: 'live' })]
  const sessions = new Map([['live', { startsAt: NOW, isCancelled: true }]])
  expect(decide(lesson, before, { sessions })).toEqual({
    state: 'closed',
    opensAt: null,
    needs: [need('a'), need('b')],
  })
  expect(decide(lesson, before, { sessions, completed: ['a', 'b'] })).toEqual({ state: 'open' })
})

test('the rules of lesson and module both apply: the later date, and every need once', () => {
  const release: ReleaseRule = { kind: 'on-date', localStart: '2027-02-05' }
  const module: ReleaseRule = { kind: 'on-date', localStart: '2027-02-09' }
  expect(decide(createLesson('a', { release }), [], { module })).toEqual(closedUntil('2027-02-08T16:00:00Z'))
  const lesson = createLesson('z', { release: afterPrevious, prerequisiteIds: ['a'] })
  expect(decide(lesson, [createLesson('a')], { module })).toEqual({
    state: 'closed',
    opensAt: new Date('2027-02-08T16:00:00Z'),
    needs: [need('a')],
  })
})

test('a started lesson stays open under every release rule', () => {
  const lesson = createLesson('z', { release: { kind: 'on-date', localStart: '2030-01-01' }, prerequisiteIds: ['a'] })
  expect(decide(lesson, [createLesson('a')], { started: ['z'] })).toEqual({ state: 'open' })
  expect(decide(lesson, [createLesson('a')], { completed: ['z'] })).toEqual({ state: 'open' })
})

test('with several enrolments the earliest opening applies', () => {
  const early = closedUntil('2027-02-02T00:00:00Z')
  const late = closedUntil('2027-02-03T00:00:00Z')
  const undated: Release = { state: 'closed', opensAt: null, needs: [] }
  const needsOne: Release = { state: 'closed', opensAt: null, needs: [need('a')] }
  const needsTwo: Release = { state: 'closed', opensAt: null, needs: [need('a'), need('b')] }
  const open: Release = { state: 'open' }
  expect(chooseEarliestRelease([late, undated, early], NOW)).toBe(early)
  expect(chooseEarliestRelease([undated, late], NOW)).toBe(late)
  expect(chooseEarliestRelease([early, needsTwo, needsOne], NOW)).toBe(needsOne)
  expect(chooseEarliestRelease([early, open, needsOne], NOW)).toBe(open)
  expect(() => chooseEarliestRelease([], NOW)).toThrow(RangeError)
})
