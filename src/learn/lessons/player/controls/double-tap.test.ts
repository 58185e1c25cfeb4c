import { expect, test } from 'vitest'
import { createDoubleTap } from './double-tap.ts'

test('two taps at a side seek by 10 seconds, and each further tap by 10 more', () => {
  const tap = createDoubleTap()
  expect(tap({ atMs: 0, share: 0.9 })).toBe(0)
  expect(tap({ atMs: 200, share: 0.8 })).toBe(10)
  expect(tap({ atMs: 400, share: 0.9 })).toBe(10)
  expect(tap({ atMs: 5000, share: 0.1 })).toBe(0)
  expect(tap({ atMs: 5250, share: 0.2 })).toBe(-10)
})

test('taps that are late, at different sides or in the middle do not seek', () => {
  const tap = createDoubleTap()
  tap({ atMs: 0, share: 0.9 })
  expect(tap({ atMs: 301, share: 0.9 })).toBe(0)
  expect(tap({ atMs: 400, share: 0.1 })).toBe(0)
  tap({ atMs: 5000, share: 0.5 })
  expect(tap({ atMs: 5100, share: 0.5 })).toBe(0)
})
