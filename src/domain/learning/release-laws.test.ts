/** Laws of release: openings keep the local time over clock changes, and progress never closes a lesson. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countComputedOrders } from '../../../tests/support/laws.ts'
import { toZoneTime } from '../schedule.ts'
import { startOfLaterDay, toOpeningInstant } from './local-time.ts'
import {
  chooseEarliestRelease,
  decideRelease,
  type ReleaseFacts,
  type ReleaseLesson,
  type ReleaseRule,
} from './release.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type Change = { zone: string; at: number; beforeMs: number; afterMs: number }

/** Every clock change from 2024 to 2030 of every zone. */
const changes = Intl.supportedValuesOf('timeZone').flatMap((zone) => {
  const listed: Change[] = []
  let next = Temporal.Instant.from('2024-01-01T00:00Z').toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  while (next && next.epochMilliseconds < Date.UTC(2031, 0)) {
    const beforeMs = next.subtract({ minutes: 1 }).offsetNanoseconds / 1e6
    const afterMs = next.offsetNanoseconds / 1e6
    if (beforeMs !== afterMs) listed.push({ zone, at: next.epochMilliseconds, beforeMs, afterMs })
    next = next.getTimeZoneTransition('next')
  }
  return listed
})

test('law: an opening shows its local time in every zone; a skipped time opens after the gap, a repeated one first', () => {
  const counts = { exact: 0, skipped: 0, repeated: 0 }
  for (const { zone, at, beforeMs, afterMs } of changes) {
    for (const around of [-90, -30, -15, 0, 15, 30, 59, 90]) {
      const wall = at + Math.min(beforeMs, afterMs) + around * MINUTE
      const local = new Date(wall).toISOString().slice(0, 16)
      if (local.endsWith('T00:00')) continue
      const possible = [wall - beforeMs, wall - afterMs].filter((instant) => showsLocal(instant, zone, local))
      counts[possible.length === 0 ? 'skipped' : possible.length === 1 ? 'exact' : 'repeated']++
      const expected = possible.length > 0 ? Math.min(...possible) : wall - beforeMs
      const actual = toOpeningInstant(local, zone).getTime()
      if (actual !== expected) expect(new Date(actual), `${local} in ${zone}`).toEqual(new Date(expected))
    }
  }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(500)
})

test('law: a day starts with its first minute in every zone, also where clocks change at midnight', () => {
  for (const { zone, at } of changes) {
    for (const offsetDays of [-1, 0, 1]) {
      const day = toZoneTime(new Date(at + offsetDays * DAY), zone).localDate
      const start = toOpeningInstant(day, zone)
      const dayBefore = toZoneTime(new Date(start.getTime() - 1), zone).localDate
      if (toZoneTime(start, zone).localDate !== day || dayBefore >= day) expect.fail(`${day} in ${zone}`)
      if (toOpeningInstant(`${day}T00:00`, zone).getTime() !== start.getTime()) expect.fail(`${day}T00:00 in ${zone}`)
    }
  }
})

test('law: n days later is n local dates later, on both sides of every clock change', () => {
  for (const { zone, at } of changes) {
    for (const days of [0, 1, 2, 30]) {
      const from = new Date(at - DAY)
      const expected = Temporal.PlainDate.from(toZoneTime(from, zone).localDate).add({ days }).toString()
      const start = startOfLaterDay(from, days, zone)
      const isFirst = toZoneTime(new Date(start.getTime() - 1), zone).localDate < expected
      if (toZoneTime(start, zone).localDate !== expected || !isFirst) expect.fail(`${days} days in ${zone}`)
    }
  }
})

function showsLocal(instant: number, zone: string, local: string): boolean {
  const shown = toZoneTime(new Date(instant), zone)
  return `${shown.localDate}T${shown.localTime}` === local
}

const START = Date.UTC(2027, 0, 1)
const dates = fc.integer({ min: 0, max: 200 }).map((hours) => new Date(START + hours * 60 * MINUTE))
const ids = ['l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6', 'l7']
const rules: fc.Arbitrary<ReleaseRule> = fc.oneof(
  fc.constantFrom<ReleaseRule>({ kind: 'at-once' }, { kind: 'after-previous' }),
  fc.integer({ min: 1, max: 9 }).map((day): ReleaseRule => ({ kind: 'on-date', localStart: `2027-01-0${day}T09:00` })),
  fc.nat(5).map((days): ReleaseRule => ({ kind: 'after-days', days })),
  fc.constantFrom(...ids).map((lessonId): ReleaseRule => ({ kind: 'with-session', lessonId })),
)
const lessons: fc.Arbitrary<ReleaseLesson[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom<ReleaseLesson['kind']>('video', 'live', 'text'),
      state: fc.constantFrom<ReleaseLesson['state']>('published', 'published', 'published', 'planned'),
      isRequired: fc.boolean(),
      release: rules,
      prerequisites: fc.array(fc.nat(), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: ids.length },
  )
  .map((rows) =>
    rows.map(({ prerequisites, ...row }, at) => ({
      ...row,
      lessonId: ids[at]!,
      key: ids[at]!,
      title: ids[at]!,
      moduleId: `m${Math.floor(at / 3)}`,
      // A prerequisite comes earlier in course order, as the database demands.
      prerequisiteIds: at === 0 ? [] : prerequisites.map((one) => ids[one % at]!),
    })),
  )
const sessions = fc
  .array(fc.tuple(fc.constantFrom(...ids), fc.record({ startsAt: dates, isCancelled: fc.boolean() })))
  .map((rows) => new Map(rows))
const courses = fc.record({
  lessons,
  delivery: fc.constantFrom<ReleaseFacts['delivery']>('live', 'on-demand'),
  timezoneId: fc.constantFrom('Asia/Manila', 'America/New_York', 'Australia/Lord_Howe'),
  enrolledAt: dates,
  firstSessionAt: fc.option(dates),
  lastSessionEndsAt: fc.option(dates),
  sessions,
})
const modules = fc.array(rules, { minLength: 3, maxLength: 3 })
const idSets = fc.subarray(ids).map((list) => new Set(list))

function decideAll(facts: ReleaseFacts, moduleRules: readonly ReleaseRule[], progress: Progress, now: Date) {
  return facts.lessons.map((lesson) => {
    const module = { moduleId: lesson.moduleId, release: moduleRules[Number(lesson.moduleId.slice(1))]! }
    return decideRelease(lesson, module, facts, progress, now)
  })
}
type Progress = { startedIds: ReadonlySet<string>; completedIds: ReadonlySet<string> }

test('law: more progress or more time never closes a lesson, and a started lesson never closes', () => {
  fc.assert(
    fc.property(courses, modules, idSets, idSets, idSets, dates, fc.nat(300), (facts, moduleRules, ...rest) => {
      const [startedIds, completedIds, more, now, hours] = rest
      const before = decideAll(facts, moduleRules, { startedIds, completedIds }, now)
      const progress = { startedIds: startedIds.union(more), completedIds: completedIds.union(more) }
      const after = decideAll(facts, moduleRules, progress, new Date(now.getTime() + hours * 60 * MINUTE))
      for (const [at, lesson] of facts.lessons.entries()) {
        if (before[at]?.state === 'open') expect(after[at]).toEqual({ state: 'open' })
        if (lesson.state === 'published' && startedIds.has(lesson.lessonId)) expect(before[at]?.state).toBe('open')
      }
    }),
    countComputedOrders(2000),
  )
})

test('law: a closed lesson names a future opening that is true, or unmet needs, or has no date yet', () => {
  fc.assert(
    fc.property(courses, modules, idSets, dates, (facts, moduleRules, completedIds, now) => {
      const progress = { startedIds: new Set<string>(), completedIds }
      for (const [at, release] of decideAll(facts, moduleRules, progress, now).entries()) {
        if (release.state !== 'closed') continue
        for (const { lessonId } of release.needs) expect(completedIds.has(lessonId)).toBe(false)
        if (!release.opensAt) continue
        expect(release.opensAt > now).toBe(true)
        const atOpening = decideAll(facts, moduleRules, progress, release.opensAt)[at]
        if (release.needs.length === 0) expect(atOpening).toEqual({ state: 'open' })
        else expect(atOpening).toEqual({ state: 'closed', opensAt: null, needs: release.needs })
      }
    }),
    countComputedOrders(2000),
  )
})

test('law: once every date has passed, a learner who goes in course order is never locked out', () => {
  const end = new Date(Date.UTC(2028, 0))
  fc.assert(
    fc.property(courses, modules, (facts, moduleRules) => {
      const dated = {
        ...facts,
        firstSessionAt: facts.firstSessionAt ?? facts.enrolledAt,
        lastSessionEndsAt: facts.lastSessionEndsAt ?? facts.enrolledAt,
        lessons: facts.lessons.map((lesson): ReleaseLesson => ({ ...lesson, state: 'published' })),
      }
      const completedIds = new Set<string>()
      for (const [at, { lessonId }] of dated.lessons.entries()) {
        const progress = { startedIds: new Set<string>(), completedIds }
        expect(decideAll(dated, moduleRules, progress, end)[at]).toEqual({ state: 'open' })
        completedIds.add(lessonId)
      }
    }),
    countComputedOrders(1000),
  )
})

test('law: one enrolment more never makes an opening later', () => {
  fc.assert(
    fc.property(courses, courses, modules, idSets, dates, (facts, other, moduleRules, completedIds, now) => {
      const progress = { startedIds: new Set<string>(), completedIds }
      const [own] = decideAll(facts, moduleRules, progress, now)
      const [second] = decideAll({ ...other, lessons: facts.lessons }, moduleRules, progress, now)
      const both = chooseEarliestRelease([own!, second!], now)
      expect([own, second]).toContain(both)
      const isOpen = own?.state === 'open' || second?.state === 'open'
      expect(both.state === 'open').toBe(isOpen)
      if (own?.state !== 'closed' || second?.state !== 'closed' || both.state !== 'closed') return
      if (own.opensAt && second.opensAt && both.opensAt)
        expect(both.opensAt.getTime()).toBe(Math.min(own.opensAt.getTime(), second.opensAt.getTime()))
    }),
    countComputedOrders(1000),
  )
})
