import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countComputedOrders } from '../../../tests/support/laws.ts'
import { canPlayUnencoded, planRenditions, type SourceFormat } from './renditions.ts'

const plan = (width: number, height: number, bitrate: number | null = null, framesPerSecond = 30) =>
  planRenditions({ width, height, bitrate, framesPerSecond }).map((one) => `${one.name} ${one.width}x${one.height}`)

test('a source is made in every size up to its own, across or upright', () => {
  expect(plan(1920, 1080)).toEqual([
    'video-360 640x360',
    'video-540 960x540',
    'video-720 1280x720',
    'video-1080 1920x1080',
  ])
  expect(plan(3840, 2160)).toHaveLength(4)
  expect(plan(1080, 1920).at(-1)).toBe('video-1080 1080x1920')
  expect(plan(1279, 719)).toEqual(['video-360 640x360', 'video-540 960x540'])
})

test('the smallest size is always made, and never larger than the source', () => {
  expect(plan(320, 240, 100)).toEqual(['video-360 320x240'])
  expect(plan(641, 361)).toEqual(['video-360 638x360'])
  expect(plan(101, 51)).toEqual(['video-360 100x50'])
  expect(plan(1, 1)).toEqual(['video-360 2x2'])
})

test('a size above 1.5 times the bitrate of the source is not made', () => {
  expect(plan(1920, 1080, 3_333_334)).toHaveLength(4)
  expect(plan(1920, 1080, 3_333_332)).toHaveLength(3)
  expect(plan(1920, 1080, 400_000)).toEqual(['video-360 640x360'])
})

test.each([
  [0.25, 10],
  [24, 24],
  [29.97, 29.97],
  [30.3, 30.3],
  [48, 24],
  [50, 25],
  [59.94, 29.97],
  [60, 30],
  [120, 30],
])('%d frames a second become %d', (framesPerSecond, expected) => {
  const source = { width: 640, height: 360, bitrate: null, framesPerSecond }
  expect(planRenditions(source)[0]?.framesPerSecond).toBeCloseTo(expected, 5)
})

test('a source without size or frames is refused', () => {
  for (const wrong of [{ width: 0 }, { height: Number.NaN }, { framesPerSecond: 0 }]) {
    const source = { width: 640, height: 360, bitrate: null, framesPerSecond: 25, ...wrong }
    expect(() => planRenditions(source)).toThrow(RangeError)
  }
})

test('law: sizes ascend, are even, keep the shape and do not exceed the source', () => {
  const sides = fc.integer({ min: 2, max: 8000 })
  fc.assert(
    fc.property(
      sides,
      sides,
      fc.option(fc.nat(20_000_000)),
      fc.integer({ min: 1, max: 240 }),
      (width, height, bitrate, fps) => {
        const plans = planRenditions({ width, height, bitrate, framesPerSecond: fps })
        expect(plans[0]?.name).toBe('video-360')
        for (const [at, one] of plans.entries()) {
          expect(one.width % 2 === 0 && one.height % 2 === 0).toBe(true)
          expect(one.width <= width && one.height <= height).toBe(true)
          expect(one.maxBitrate).toBeGreaterThan(plans[at - 1]?.maxBitrate ?? 0)
          expect(Math.min(one.width, one.height)).toBeLessThanOrEqual([360, 540, 720, 1080][at]!)
          // A side is off by less than 2 pixels.
          expect(Math.abs(one.width * height - one.height * width)).toBeLessThan(2 * (width + height))
          expect(one.framesPerSecond).toBeLessThanOrEqual(30.5)
        }
      },
    ),
    countComputedOrders(2000),
  )
})

const phoneFile: SourceFormat = {
  container: 'mp4',
  videoCodec: 'h264',
  pixelFormat: 'yuv420p',
  audioCodec: 'aac',
  width: 1280,
  height: 720,
  bitrate: 1_500_000,
  durationMs: 180_000,
  isAligned: true,
  isIndexFirst: true,
}

test.each<[string, Partial<SourceFormat>, boolean]>([
  ['at the limits', {}, true],
  ['silent and upright', { audioCodec: null, width: 720, height: 1280 }, true],
  ['of another container', { container: 'matroska' }, false],
  ['of another codec', { videoCodec: 'hevc' }, false],
  ['of the full range of brightness', { pixelFormat: 'yuvj420p' }, true],
  ['of 10 bits', { pixelFormat: 'yuv420p10le' }, false],
  ['of full colours', { pixelFormat: 'yuv444p' }, false],
  ['of unknown colours', { pixelFormat: null }, false],
  ['whose sound ends early', { isAligned: false }, false],
  ['of another sound', { audioCodec: 'opus' }, false],
  ['with its index last', { isIndexFirst: false }, false],
  ['of 721 lines', { height: 721 }, false],
  ['of more bits', { bitrate: 1_500_001 }, false],
  ['of more than three minutes', { durationMs: 180_001 }, false],
])('a file %s is served as uploaded: %s', (_case, change, expected) => {
  expect(canPlayUnencoded({ ...phoneFile, ...change })).toBe(expected)
})
