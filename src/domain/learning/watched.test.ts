import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countComputedOrders } from '../../../tests/support/laws.ts'
import {
  addWatched,
  countWatchedSeconds,
  formatMultirange,
  getLengthSeconds,
  getPlayedShares,
  getResumeSeconds,
  getSecondsLeft,
  getStartSeconds,
  getWatchedPercent,
  isValidReport,
  isWatched,
  MAX_RANGES_PER_REPORT,
  MAX_REPORTS_PER_CALL,
  parseMultirange,
  WATCHED_PERCENT,
  type WatchedRange,
} from './watched.ts'

test('what is left of a film begins where playback goes on, which near the end is the start', () => {
  expect([getResumeSeconds(0, 600), getSecondsLeft(0, 600)]).toEqual([0, 600])
  expect([getResumeSeconds(200, 600), getSecondsLeft(200, 600)]).toEqual([200, 400])
  expect([getResumeSeconds(595, 600), getSecondsLeft(595, 600)]).toEqual([595, 5])
  expect([getResumeSeconds(596, 600), getSecondsLeft(596, 600)]).toEqual([0, 600])
  expect([getResumeSeconds(3, 4), getSecondsLeft(3, 4)]).toEqual([0, 4])
})

test('playback starts 2 seconds before that, and not before the beginning', () => {
  expect([0, 1, 2, 3, 7, 15, 16].map((at) => getStartSeconds(at, 20))).toEqual([0, 0, 0, 1, 5, 13, 0])
  // A page that only has the second where the person stopped and the seconds from there computes the same.
  fc.assert(
    fc.property(fc.nat(4000), fc.integer({ min: 1, max: 4000 }), (position, length) => {
      const stopped = getResumeSeconds(Math.min(position, length), length)
      const left = getSecondsLeft(Math.min(position, length), length)
      expect(getStartSeconds(stopped, stopped + left)).toBe(getStartSeconds(Math.min(position, length), length))
    }),
  )
})

test('neighbouring and overlapping ranges are one, and everything is cut to the length', () => {
  const reported: WatchedRange[] = [
    [40, 62],
    [0, 15],
    [15, 20],
    [50, 90],
    [95, 400],
    [300, 310],
    [7, 7],
  ]
  expect(addWatched([], reported, 100)).toEqual([
    [0, 20],
    [40, 90],
    [95, 100],
  ])
})

test('the length is the whole seconds, at least one; something without a length is refused', () => {
  expect([1, 999, 1000, 20_480].map(getLengthSeconds)).toEqual([1, 1, 1, 20])
  for (const wrong of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => getLengthSeconds(wrong)).toThrow(RangeError)
})

test('a lesson counts as watched at 90 percent, or at its own percent', () => {
  expect(isWatched([[0, 18]], 20)).toBe(true)
  expect(isWatched([[0, 17]], 20)).toBe(false)
  expect(isWatched([[10, 20]], 20, WATCHED_PERCENT.least)).toBe(true)
  expect(isWatched([[0, 999]], 1000, WATCHED_PERCENT.most)).toBe(true)
  expect(isWatched([[1, 1000]], 1000, WATCHED_PERCENT.most)).toBe(false)
  expect(isWatched([], 20)).toBe(false)
})

test('all but the last 30 seconds are enough from a length of 60 seconds on, and never before', () => {
  expect(isWatched([[0, 30]], 60)).toBe(true)
  expect(isWatched([[0, 29]], 60)).toBe(false)
  expect(isWatched([[0, 30]], 59)).toBe(false)
  expect(
    isWatched(
      [
        [0, 10],
        [11, 60],
      ],
      90,
    ),
  ).toBe(false)
})

test('a report has at most 100 ranges of whole seconds that do not run backwards', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at): WatchedRange => [2 * at, 2 * at + 1])
  expect(isValidReport(many(MAX_RANGES_PER_REPORT), 7)).toBe(true)
  expect(isValidReport(many(MAX_RANGES_PER_REPORT + 1), 7)).toBe(false)
  expect(MAX_REPORTS_PER_CALL).toBe(20)
  for (const position of [-1, 0.5, Number.NaN, 2 ** 31]) expect(isValidReport([], position)).toBe(false)
  const wrong: WatchedRange[] = [
    [5, 4],
    [-1, 4],
    [0, 1.5],
    [0, Number.POSITIVE_INFINITY],
    [0, 2 ** 31],
  ]
  for (const range of wrong) expect(isValidReport([range], 0)).toBe(false)
})

test('the shares of players by 5 % of the length are shown from 5 learners on', () => {
  const half: WatchedRange[] = [[0, 50]]
  expect(getPlayedShares([half, half, half, half], 100)).toBeNull()
  const shares = getPlayedShares([half, half, half, [[0, 100]], []], 100)
  expect(shares).toEqual([...Array(10).fill(80), ...Array(10).fill(20)])
  expect(getPlayedShares([[[0, 1]], [[0, 1]], [[0, 1]], [[0, 1]], [[0, 1]]], 1)).toEqual(Array(20).fill(100))
})

test('a multirange is read as PostgreSQL prints it, and nothing else is', () => {
  expect(parseMultirange('{}')).toEqual([])
  expect(parseMultirange('{[0,15),[40,62)}')).toEqual([
    [0, 15],
    [40, 62],
  ])
  for (const wrong of ['', '{', '{[0,15]}', '{[0,15),}', '{[0,15)[16,17)}', '{[,15)}', '{(0,15)}', '{[0,15)}}'])
    expect(() => parseMultirange(wrong), wrong).toThrow(RangeError)
})

const LENGTH = 120
const ranges = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: LENGTH + 40 }), fc.nat(50))
    .map(([start, span]): WatchedRange => [start, start + span]),
  { maxLength: 12 },
)

/** The expected union, by single seconds. */
function listSeconds(reports: readonly (readonly WatchedRange[])[]): Set<number> {
  const seconds = new Set<number>()
  for (const [start, end] of reports.flat())
    for (let second = start; second < Math.min(end, LENGTH); second++) seconds.add(second)
  return seconds
}

const store = (reports: readonly (readonly WatchedRange[])[]) =>
  reports.reduce<readonly WatchedRange[]>((watched, report) => addWatched(watched, report, LENGTH), [])

test('law: watched seconds are the union of the reports, in any order, repeated or split', () => {
  fc.assert(
    fc.property(fc.array(ranges, { maxLength: 8 }), fc.infiniteStream(fc.nat(1000)), (reports, stream) => {
      const stored = store(reports)
      const seconds = listSeconds(reports)
      expect(countWatchedSeconds(stored)).toBe(seconds.size)
      for (const [start, end] of stored)
        for (let second = start; second < end; second++) expect(seconds.has(second)).toBe(true)
      const shuffled = [...reports, ...reports].map((report) => ({ report, by: stream.next().value }))
      expect(store(shuffled.toSorted((a, b) => a.by - b.by).map(({ report }) => report))).toEqual(stored)
      expect(store(reports.flat().flatMap(splitRange))).toEqual(stored)
      expect(addWatched(store(reports.slice(0, 3)), store(reports.slice(3)), LENGTH)).toEqual(stored)
    }),
    countComputedOrders(500),
  )
})

function splitRange([start, end]: WatchedRange): WatchedRange[][] {
  const middle = Math.floor((start + end) / 2)
  return [[[middle, end]], [[start, middle]]]
}

test('law: stored ranges ascend, do not touch, stay within the length and survive the database’s text', () => {
  fc.assert(
    fc.property(fc.array(ranges, { maxLength: 8 }), (reports) => {
      const stored = store(reports)
      for (const [at, [start, end]] of stored.entries()) {
        expect(start).toBeLessThan(end)
        expect(start).toBeGreaterThan(stored[at - 1]?.[1] ?? -1)
        expect(end).toBeLessThanOrEqual(LENGTH)
      }
      expect(parseMultirange(formatMultirange(stored))).toEqual(stored)
    }),
    countComputedOrders(1000),
  )
})

test('law: one report more never lowers the percent nor takes back "watched"; a lost report never adds', () => {
  fc.assert(
    fc.property(ranges, ranges, fc.integer({ min: 50, max: 100 }), (before, more, percent) => {
      const stored = addWatched([], before, LENGTH)
      const after = addWatched(stored, more, LENGTH)
      expect(getWatchedPercent(after, LENGTH)).toBeGreaterThanOrEqual(getWatchedPercent(stored, LENGTH))
      expect(getWatchedPercent(after, LENGTH)).toBeLessThanOrEqual(100)
      if (isWatched(stored, LENGTH, percent)) expect(isWatched(after, LENGTH, percent)).toBe(true)
    }),
    countComputedOrders(1000),
  )
})
