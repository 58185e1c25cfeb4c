import { expect, test } from 'vitest'
import { getCourseVerb, getLessonWords } from './next-verb.ts'

const NOW = Date.parse('2027-01-10T12:00:00Z')
const LATER = '2027-01-12T12:00:00Z'
const access = { state: 'open' as const, until: null, isTeacher: false, payUrl: null }
const part = { complete: 0, total: 4 }
const course = (startsAt: string | null, percent = 0) => ({
  startsAt,
  progress: { percent, lessons: part, sessions: part, newSinceCompletion: 0 },
  access,
  completedAt: null,
})

test('a course that begins later can be looked at, on its row and on the card of the lesson to go on with', () => {
  const ahead = course(LATER)
  expect(getCourseVerb(ahead, NOW)).toBe('Look inside')
  expect(getLessonWords({ isStarted: false }, ahead, NOW)).toEqual({
    label: 'Before the course begins',
    verb: 'Look inside',
  })
})

test('it is started once it has begun, and where it has no dates', () => {
  for (const startsAt of ['2027-01-10T11:59:00Z', null]) {
    expect(getCourseVerb(course(startsAt), NOW)).toBe('Start')
    expect(getLessonWords({ isStarted: false }, course(startsAt), NOW)).toEqual({ label: 'Start with', verb: 'Start' })
  }
})

test('a lesson that was begun is resumed, also before the first session', () => {
  expect(getLessonWords({ isStarted: true }, course(LATER), NOW)).toEqual({ label: 'Continue', verb: 'Resume' })
  expect(getCourseVerb(course(LATER, 20), NOW)).toBe('Continue')
  expect(getLessonWords({ isStarted: false }, course(LATER, 20), NOW)).toEqual({ label: 'Next lesson', verb: 'Start' })
})
