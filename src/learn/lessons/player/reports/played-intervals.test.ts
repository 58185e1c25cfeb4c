import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isValidReport, type WatchedRange } from '#domain/learning/watched.ts'
import { createPlayedIntervals, subtractRanges } from './played-intervals.ts'

const EDGE_MS = 250

type Action = { kind: 'play'; ms: number; speed: number } | { kind: 'seek'; toMs: number } | { kind: 'take' }

const actions = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('play' as const),
      ms: fc.integer({ min: 0, max: 20_000 }),
      speed: fc.constantFrom(0.5, 1, 1.25, 2),
    }),
    fc.record({ kind: fc.constant('seek' as const), toMs: fc.integer({ min: 0, max: 120_000 }) }),
    fc.record({ kind: fc.constant('take' as const) }),
  ),
  { maxLength: 30 },
)

/** Plays as a browser does: samples up to 250 ms apart, and an event before each jump. */
function play(list: readonly Action[], sampleMs: number) {
  const intervals = createPlayedIntervals()
  const spansMs: [number, number][] = []
  const taken: WatchedRange[][] = []
  let [positionMs, atMs] = [0, 0]
  for (const action of list) {
    if (action.kind === 'take') taken.push(intervals.takeSeconds())
    else if (action.kind === 'seek') {
      intervals.interrupt()
      positionMs = action.toMs
      atMs += 40
    } else {
      const start = positionMs
      const sample = () => intervals.advance({ positionSeconds: positionMs / 1000, atMs: atMs, speed: action.speed })
      sample()
      while (positionMs < start + action.ms) {
        const step = Math.min(sampleMs, start + action.ms - positionMs)
        positionMs += step
        atMs += step / action.speed
        sample()
      }
      spansMs.push([start, positionMs])
    }
  }
  taken.push(intervals.takeSeconds())
  return { spansMs, taken }
}

const listSeconds = (ranges: readonly WatchedRange[]) =>
  ranges.flatMap(([start, end]) => Array.from({ length: end - start }, (_, index) => start + index))

/** The length of a second that was played, in milliseconds. */
function countPlayedMs(second: number, spansMs: readonly (readonly [number, number])[]): number {
  const isPlayed = new Array<boolean>(1000).fill(false)
  for (const [start, end] of spansMs) {
    const from = Math.max(0, start - second * 1000)
    const to = Math.min(1000, end - second * 1000)
    for (let ms = from; ms < to; ms++) isPlayed[ms] = true
  }
  return isPlayed.filter(Boolean).length
}

test('seconds that were played count, those that were not do not, at any speed', () => {
  fc.assert(
    fc.property(actions, fc.integer({ min: 40, max: 250 }), (list, sampleMs) => {
      const { spansMs, taken } = play(list, sampleMs)
      const counted = new Set(taken.flatMap(listSeconds))
      for (let second = 0; second < 160; second++) {
        const playedMs = countPlayedMs(second, spansMs)
        if (playedMs === 1000) expect(counted, `second ${second} was played`).toContain(second)
        if (counted.has(second)) expect(playedMs, `second ${second} counted`).toBeGreaterThanOrEqual(1000 - 2 * EDGE_MS)
      }
    }),
  )
})

test('each second is reported once, in ranges that the server accepts', () => {
  fc.assert(
    fc.property(actions, (list) => {
      const { taken } = play(list, 250)
      const all = taken.flatMap(listSeconds)
      expect(new Set(all).size).toBe(all.length)
      for (const ranges of taken) expect(isValidReport(ranges, 0)).toBe(true)
    }),
  )
})

test('two halves of a second make it whole', () => {
  const intervals = createPlayedIntervals()
  const advance = (positionSeconds: number, atMs: number) => intervals.advance({ positionSeconds, atMs, speed: 1 })
  advance(11.9, 0)
  advance(12.5, 600)
  expect(intervals.takeSeconds()).toEqual([])
  intervals.interrupt()
  advance(12.5, 9000)
  advance(13.1, 9600)
  expect(intervals.takeSeconds()).toEqual([[12, 13]])
})

test('a jump that no event announced does not count', () => {
  const intervals = createPlayedIntervals()
  intervals.advance({ positionSeconds: 0, atMs: 0, speed: 1 })
  intervals.advance({ positionSeconds: 2, atMs: 2000, speed: 1 })
  intervals.advance({ positionSeconds: 60, atMs: 2250, speed: 1 })
  intervals.advance({ positionSeconds: 61, atMs: 3250, speed: 1 })
  expect(intervals.takeSeconds()).toEqual([
    [0, 2],
    [60, 61],
  ])
})

test('a page in the background reports its position once a second, and all of it counts', () => {
  const intervals = createPlayedIntervals()
  for (let second = 0; second <= 10; second++)
    intervals.advance({ positionSeconds: second * 2, atMs: second * 1000, speed: 2 })
  expect(intervals.takeSeconds()).toEqual([[0, 20]])
})

test('more than 100 ranges are reported in parts', () => {
  const intervals = createPlayedIntervals()
  for (let part = 0; part < 150; part++) {
    intervals.advance({ positionSeconds: part * 3, atMs: part * 5000, speed: 1 })
    intervals.advance({ positionSeconds: part * 3 + 1, atMs: part * 5000 + 1000, speed: 1 })
    intervals.interrupt()
  }
  expect(intervals.takeSeconds()).toHaveLength(100)
  expect(intervals.takeSeconds()).toHaveLength(50)
  expect(intervals.takeSeconds()).toEqual([])
})

test('subtracting ranges leaves the seconds of the first that the second lacks', () => {
  const ranges = fc
    .array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 6 })
    .map((pairs) => [...new Set(pairs.flatMap(([start, length]) => listSeconds([[start, start + length]])))])
  const toRanges = (seconds: readonly number[]): WatchedRange[] =>
    [...seconds].sort((a, b) => a - b).map((second) => [second, second + 1])
  fc.assert(
    fc.property(ranges, ranges, (a, b) => {
      expect(listSeconds(subtractRanges(toRanges(a), toRanges(b)))).toEqual(
        [...a].sort((x, y) => x - y).filter((second) => !b.includes(second)),
      )
    }),
  )
})
