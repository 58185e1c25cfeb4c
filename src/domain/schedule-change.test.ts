/** The announcements of changed dates. docs/contract §28. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  collectChanges,
  getLastMovedStart,
  isAnnouncementDue,
  listCancelledSessions,
  type ScheduleChange,
} from './schedule-change.ts'

type Times = NonNullable<ScheduleChange['after']>

const NOW = new Date('2027-03-01T12:00:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const inHours = (hours: number): Times => {
  const startsAt = new Date(NOW.getTime() + hours * HOUR_MS)
  return { startsAt, endsAt: new Date(startsAt.getTime() + HOUR_MS) }
}
const create = (fields: Partial<ScheduleChange>): ScheduleChange => ({
  cohortCode: 'NG-1',
  lessonId: 'a',
  title: 'Light',
  timezoneId: 'UTC',
  before: inHours(100),
  after: inHours(120),
  changedAt: NOW,
  ...fields,
})
const changedBefore = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS)

test.each([
  ['nothing has changed', [], false],
  ['the last change is 9 minutes old', [{ changedAt: changedBefore(20) }, { changedAt: changedBefore(9) }], false],
  ['the last change is 10 minutes old', [{ changedAt: changedBefore(20) }, { changedAt: changedBefore(10) }], true],
  ['a change waits for 30 minutes', [{ changedAt: changedBefore(30) }, { changedAt: changedBefore(0) }], true],
  ['a session tomorrow changed a minute ago', [{ changedAt: changedBefore(1), after: inHours(23) }], true],
  ['a session tomorrow changed this minute', [{ changedAt: changedBefore(0.9), before: inHours(23) }], false],
  ['only a session of the past changed a minute ago', [{ changedAt: changedBefore(1), before: inHours(-3) }], false],
] as const)('changes are announced in time: %s', (_what, changes, isDue) => {
  expect(isAnnouncementDue(changes.map(create), NOW)).toBe(isDue)
})

/** Each step gives a lesson new times, or none. */
const steps = fc.array(
  fc.record({
    lessonId: fc.constantFrom('a', 'b', 'c'),
    after: fc.option(fc.integer({ min: -5, max: 5 }).map((day) => inHours(day * 24 + 1))),
  }),
  { maxLength: 12 },
)

test('an announcement has exactly the difference between the dates at the enrolment and the last dates', () => {
  fc.assert(
    fc.property(steps, fc.nat(12), (script, enrolledAfter) => {
      const dates = new Map<string, Times | null>()
      const changes: ScheduleChange[] = []
      let known = new Map(dates)
      for (const [index, { lessonId, after }] of script.entries()) {
        if (index === enrolledAfter) known = new Map(dates)
        const before = dates.get(lessonId) ?? null
        if (before === null && after === null) continue
        changes.push(create({ lessonId, before, after, changedAt: new Date(NOW.getTime() + index * 1000) }))
        dates.set(lessonId, after)
      }
      if (enrolledAfter >= script.length) known = new Map(dates)
      const takenAt = new Date(NOW.getTime() + enrolledAfter * 1000 - 1)
      const announced = collectChanges(changes, takenAt, NOW).map(({ lessonId, before, after }) => [
        lessonId,
        before,
        after,
      ])
      const isAhead = (times: Times | null | undefined) => !!times && times.startsAt > NOW
      const expected = ['a', 'b', 'c'].flatMap((lessonId) => {
        const [before, after] = [known.get(lessonId) ?? null, dates.get(lessonId) ?? null]
        const isSame = before?.startsAt.getTime() === after?.startsAt.getTime()
        return isSame || !(isAhead(before) || isAhead(after)) ? [] : [[lessonId, before, after]]
      })
      expect(announced.toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: 300 },
  )
})

const times = (from: number | null, to: number | null) => ({
  before: from === null ? null : inHours(from),
  after: to === null ? null : inHours(to),
})
const longer = { startsAt: inHours(100).startsAt, endsAt: inHours(102).endsAt }

test.each([
  ['a session moved to a later day', [times(100, 120)], inHours(120)],
  ['two sessions moved', [times(100, 120), { ...times(50, 40), lessonId: 'b' }], inHours(120)],
  ['a session was replaced by one at another time', [times(100, null), times(null, 90)], inHours(90)],
  ['a session moved and moved back', [times(100, 120), times(120, 100)], null],
  ['a session only became longer', [{ ...times(100, 100), after: longer }], null],
  ['a session was added', [times(null, 120)], null],
  ['a session was cancelled', [times(100, null)], inHours(100)],
  ['a session moved, and was cancelled then', [times(-1, 120), times(120, null)], inHours(120)],
  ['a session was cancelled, and is planned again at its time', [times(100, null), times(null, 100)], null],
  [
    'a session became one of another lesson at its time',
    [times(100, null), { ...times(null, 100), lessonId: 'b' }],
    null,
  ],
  [
    'a session was replaced by one of another lesson later',
    [times(100, null), { ...times(null, 120), lessonId: 'b' }],
    inHours(100),
  ],
  ['a session was added before all others', [times(null, 30)], inHours(30)],
  ['a session was added and cancelled', [times(null, 120), times(120, null)], null],
  ['a cancelled session would have begun', [times(-1, null)], null],
  ['the moved session has begun', [times(100, -1)], null],
  ['the session moved before the purchase', [{ ...times(100, 120), changedAt: changedBefore(90) }], null],
] as const)('the start of the last session that moved or was cancelled is known: %s', (_what, changes, moved) => {
  const start = getLastMovedStart(changes.map(create), changedBefore(60), NOW, inHours(30).startsAt)
  expect(start).toEqual(moved?.startsAt ?? null)
})

test('the sessions that a buyer has lost: cancelled since the purchase, not replaced, and ahead', () => {
  const cancelled = (fields: Partial<ScheduleChange>) => create({ after: null, ...fields })
  const list = (...changes: ScheduleChange[]) => listCancelledSessions(changes, changedBefore(5), NOW)
  expect(list(create({}), cancelled({ before: inHours(120) }))).toEqual([
    { title: 'Light', timezoneId: 'UTC', startsAt: inHours(120).startsAt },
  ])
  expect(list(cancelled({}), create({ before: null, after: inHours(80) }))).toEqual([])
  expect(list(cancelled({ changedAt: changedBefore(6) }))).toEqual([])
  expect(list(cancelled({ before: inHours(-1) }))).toEqual([])
})
