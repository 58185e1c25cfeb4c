import { expect, test } from 'vitest'
import { getJoinWindow } from './session-window.ts'

const startsAt = new Date('2027-01-12T12:00:00Z')
const endsAt = new Date('2027-01-12T14:00:00Z')
const session = { startsAt, endsAt, cancelledAt: null }
const minutes = (from: Date, count: number) => new Date(from.getTime() + count * 60_000)
const at = (now: Date, isTeacher = false) => getJoinWindow(session, isTeacher, now).state

test.each([
  [-61, 'early', 'early'],
  [-60, 'early', 'open'],
  [-16, 'early', 'open'],
  [-15, 'open', 'open'],
  [-14, 'open', 'open'],
])('%d minutes from the start a session is %s for a learner and %s for a teacher', (count, learner, teacher) => {
  expect(at(minutes(startsAt, count))).toBe(learner)
  expect(at(minutes(startsAt, count), true)).toBe(teacher)
})

test('both may join until 60 minutes after the end', () => {
  for (const isTeacher of [false, true]) {
    expect(at(minutes(endsAt, 59), isTeacher)).toBe('open')
    expect(at(minutes(endsAt, 60), isTeacher)).toBe('ended')
  }
})

test('a refusal names the opening; a cancelled session is never open', () => {
  expect(getJoinWindow(session, false, minutes(startsAt, -30)).opensAt).toEqual(minutes(startsAt, -15))
  expect(getJoinWindow({ ...session, cancelledAt: startsAt }, true, startsAt).state).toBe('cancelled')
})
