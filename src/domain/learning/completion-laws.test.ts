/** Laws of completion: written once at the first moment, never lost by learning or editing. docs/contract §12. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countComputedOrders } from '../../../tests/support/laws.ts'
import {
  type CourseCompletion,
  type CourseProgressFacts,
  getCoursePercent,
  isCourseComplete,
  nextCompletion,
} from './completion.ts'

type Row = CourseProgressFacts['lessons'][number]

const START = Date.UTC(2027, 0, 1)
const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const states = fc.constantFrom<Row['state']>('published', 'published', 'planned', 'withdrawn')
const lessons = fc
  .array(
    fc.record({ kind: fc.constantFrom<Row['kind']>('video', 'text', 'live'), state: states, isRequired: fc.boolean() }),
    {
      maxLength: ids.length,
    },
  )
  .map((rows) => rows.map((row, at): Row => ({ ...row, lessonId: ids[at]! })))
const sessions = fc
  .array(fc.tuple(fc.constantFrom(...ids), fc.record({ isCancelled: fc.boolean() })))
  .map((rows) => new Map(rows))
const facts: fc.Arbitrary<CourseProgressFacts> = fc.record({
  lessons,
  sessions,
  lastSessionEndsAt: fc.option(fc.nat(20).map((day) => new Date(START + day))),
  completedIds: fc.subarray(ids).map((list) => new Set(list)),
})
const percents = fc.constantFrom(0, 50, 75, 99, 100)
const rules = fc.record({ lessonsPercent: percents, sessionsPercent: percents })
const moments = fc.nat(20).map((day) => new Date(START + day))

test('law: one completed lesson more never takes completion back, and never lowers the percent', () => {
  fc.assert(
    fc.property(facts, rules, moments, fc.subarray(ids), (before, rule, now, more) => {
      const after = { ...before, completedIds: before.completedIds.union(new Set(more)) }
      if (isCourseComplete(rule, before, now)) expect(isCourseComplete(rule, after, now)).toBe(true)
      expect(getCoursePercent(after, false)).toBeGreaterThanOrEqual(getCoursePercent(before, false))
    }),
    countComputedOrders(2000),
  )
})

test('law: whoever completes everything that can be completed has completed the course once the cohort is over', () => {
  fc.assert(
    fc.property(facts, rules, (course, rule) => {
      const done = { ...course, completedIds: new Set(ids), lastSessionEndsAt: new Date(START) }
      const required = course.lessons.filter(({ isRequired }) => isRequired)
      const isPlanned = required.some(({ state }) => state === 'planned')
      const counted = required.filter(
        ({ kind, state, lessonId }) =>
          state === 'published' && (kind !== 'live' || course.sessions.get(lessonId)?.isCancelled === false),
      )
      expect(isCourseComplete(rule, done, new Date(START))).toBe(!isPlanned && counted.length > 0)
    }),
    countComputedOrders(2000),
  )
})

type Step =
  | {
      does: 'complete' | 'undo' | 'withdraw' | 'restore' | 'require' | 'waive' | 'cancel' | 'schedule'
      lessonId: string
    }
  | { does: 'add'; row: Omit<Row, 'lessonId'> }
  | { does: 'wait' }

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    does: fc.constantFrom(
      'complete',
      'complete',
      'undo',
      'withdraw',
      'restore',
      'require',
      'waive',
      'cancel',
      'schedule',
    ),
    lessonId: fc.constantFrom(...ids),
  }) as fc.Arbitrary<Step>,
  fc.record({
    does: fc.constant('add' as const),
    row: fc.record({ kind: fc.constantFrom<Row['kind']>('video', 'live'), state: states, isRequired: fc.boolean() }),
  }),
  fc.constant<Step>({ does: 'wait' }),
)

test('law: over random learning and editing, completion is written once, when the rule first holds, and stays', () => {
  fc.assert(
    fc.property(facts, rules, fc.array(steps, { maxLength: 30 }), (start, rule, sequence) => {
      let course = start
      let now = START
      let stored: CourseCompletion | null = null
      let firstAt: number | null = null
      for (const step of sequence) {
        course = applyStep(course, step)
        now += 1
        if (firstAt === null && isCompleteByModel(rule, course, now)) firstAt = now
        stored = nextCompletion(stored, rule, course, new Date(now))
        expect(stored?.completedAt.getTime() ?? null).toBe(firstAt)
        if (stored) expect(getCoursePercent(course, true)).toBe(100)
      }
    }),
    countComputedOrders(2000),
  )
})

function applyStep(course: CourseProgressFacts, step: Step): CourseProgressFacts {
  if (step.does === 'wait') return course
  if (step.does === 'add') {
    const lessonId = ids[course.lessons.length]
    return lessonId ? { ...course, lessons: [...course.lessons, { ...step.row, lessonId }] } : course
  }
  const { does, lessonId } = step
  const one = new Set([lessonId])
  const change = (row: Partial<Row>): CourseProgressFacts => ({
    ...course,
    lessons: course.lessons.map((lesson) => (lesson.lessonId === lessonId ? { ...lesson, ...row } : lesson)),
  })
  const plan = (isCancelled: boolean) => ({
    ...course,
    sessions: new Map([...course.sessions, [lessonId, { isCancelled }]]),
  })
  const changes = {
    complete: () => ({ ...course, completedIds: course.completedIds.union(one) }),
    undo: () => ({ ...course, completedIds: course.completedIds.difference(one) }),
    withdraw: () => change({ state: 'withdrawn' }),
    restore: () => change({ state: 'published' }),
    require: () => change({ isRequired: true }),
    waive: () => change({ isRequired: false }),
    cancel: () => plan(true),
    schedule: () => plan(false),
  }
  return changes[does]()
}

/** The expected rule, with fractions and by single lessons. */
function isCompleteByModel(
  rule: { lessonsPercent: number; sessionsPercent: number },
  course: CourseProgressFacts,
  now: number,
) {
  const parts = { lessons: [] as boolean[], sessions: [] as boolean[] }
  for (const { lessonId, kind, state, isRequired } of course.lessons) {
    if (!isRequired || state === 'withdrawn') continue
    if (state === 'planned') return false
    const isDone = course.completedIds.has(lessonId)
    const session = course.sessions.get(lessonId)
    if (kind !== 'live') parts.lessons.push(isDone)
    else if (!session && !(course.lastSessionEndsAt && course.lastSessionEndsAt.getTime() <= now)) return false
    else if (session && !session.isCancelled) parts.sessions.push(isDone)
  }
  const share = (part: boolean[]) => (part.length === 0 ? 1 : part.filter(Boolean).length / part.length)
  const isAnyDone = [...parts.lessons, ...parts.sessions].some(Boolean)
  return (
    isAnyDone &&
    share(parts.lessons) >= rule.lessonsPercent / 100 &&
    share(parts.sessions) >= rule.sessionsPercent / 100
  )
}
