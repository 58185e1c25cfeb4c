import { expect, test } from 'vitest'
import { formatClock, formatDuration, formatSpokenTime } from './format-clock.ts'

test.each([
  [0, '00:00', '0 seconds', 'PT0M0S'],
  [1.9, '00:01', '1 second', 'PT0M1S'],
  [402, '06:42', '6 minutes 42 seconds', 'PT6M42S'],
  [3600, '1:00:00', '1 hour', 'PT60M0S'],
  [3723, '1:02:03', '1 hour 2 minutes 3 seconds', 'PT62M3S'],
  [-1, '00:00', '0 seconds', 'PT0M0S'],
])('%f seconds are shown, spoken and marked up', (seconds, clock, spoken, duration) => {
  expect(formatClock(seconds)).toBe(clock)
  expect(formatSpokenTime(seconds)).toBe(spoken)
  expect(formatDuration(seconds)).toBe(duration)
})
