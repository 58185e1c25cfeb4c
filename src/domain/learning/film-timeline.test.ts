import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countComputedOrders } from '../../../tests/support/laws.ts'
import { isCutOff, isFilmAligned, planFilmTimeline } from './film-timeline.ts'

const at = (startMs: number, endMs: number) => ({ startMs, endMs })

test('a film lasts from the first of sound and picture to the last, and a start is no part of its length', () => {
  expect(planFilmTimeline(at(0, 40_000), at(0, 15_000), 25)).toEqual({ startMs: 0, durationMs: 40_000, frames: 1000 })
  expect(planFilmTimeline(at(20_000, 30_000), at(28_000, 34_000), 25)).toMatchObject({ startMs: 20_000, frames: 350 })
  expect(planFilmTimeline(at(0, 10_010), null, 30_000 / 1001)).toMatchObject({ durationMs: 10_010, frames: 300 })
  expect(planFilmTimeline(at(0, 9999), null, 24)).toMatchObject({ durationMs: 10_000, frames: 240 })
})

const intervals = fc
  .tuple(fc.integer({ min: -5000, max: 90_000 }), fc.integer({ min: 1, max: 600_000 }))
  .map(([startMs, length]) => at(startMs, startMs + length))

test('law: what is played covers sound and picture to within one frame', () => {
  fc.assert(
    fc.property(intervals, fc.option(intervals), fc.double({ min: 10, max: 30.5, noNaN: true }), (one, other, rate) => {
      const { startMs, durationMs, frames } = planFilmTimeline(one, other, rate)
      const all = other ? [one, other] : [one]
      expect(startMs).toBe(Math.min(...all.map((interval) => interval.startMs)))
      const endMs = Math.max(...all.map((interval) => interval.endMs))
      expect(Math.abs(endMs - startMs - (frames * 1000) / rate)).toBeLessThanOrEqual(1000 / rate)
      expect(Math.abs(durationMs - (frames * 1000) / rate)).toBeLessThanOrEqual(0.5)
    }),
    countComputedOrders(1000),
  )
})

test.each<[string, Parameters<typeof isFilmAligned>, boolean]>([
  ['sound a frame of AAC longer', [at(0, 8000), at(0, 8023), 30], true],
  ['no sound', [at(0, 8000), null, 30], true],
  ['a shorter sound', [at(0, 8000), at(0, 7900), 30], false],
  ['a later sound', [at(0, 8000), at(200, 8000), 30], false],
  ['a later start', [at(500, 8000), at(500, 8000), 30], false],
])('a film with %s is aligned: %#', (_case, film, expected) => {
  expect(isFilmAligned(...film)).toBe(expected)
})

test('a stream is cut off when more than a second and a twentieth of its stated length is missing', () => {
  expect(isCutOff(at(0, 5000), 10_000)).toBe(true)
  expect(isCutOff(at(20_000, 25_000), 30_000)).toBe(true)
  expect(isCutOff(at(0, 9001), 10_000)).toBe(false)
  expect(isCutOff(at(0, 96_000), 100_000)).toBe(false)
  expect(isCutOff(at(0, 10_000), 8000)).toBe(false)
})
