import { expect, test } from 'vitest'
import { createStallWatch, getRetryDelayMs } from './stall-watch.ts'

test('a stall of more than eight seconds is noticed once', () => {
  const isStalled = createStallWatch()
  const at = (seconds: number, positionSeconds: number, isWanted = true) =>
    isStalled({ positionSeconds, atMs: seconds * 1000, isWanted })
  expect(at(0, 5)).toBe(false)
  expect(at(8, 5)).toBe(false)
  expect(at(9, 5)).toBe(true)
  expect(at(20, 5)).toBe(false)
  expect(at(21, 6)).toBe(false)
  expect(at(30, 6)).toBe(true)
})

test('a pause is no stall', () => {
  const isStalled = createStallWatch()
  const at = (seconds: number, isWanted: boolean) => isStalled({ positionSeconds: 5, atMs: seconds * 1000, isWanted })
  at(0, true)
  expect(at(60, false)).toBe(false)
  expect(at(61, true)).toBe(false)
  expect(at(70, true)).toBe(true)
})

test('attempts wait 1, 2, 4, 8, 16 and then 30 seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 100].map(getRetryDelayMs)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
})
