import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Pressure, type Priority, watchPressure } from './pressure.ts'

const PRIORITIES: Priority[] = ['low', 'normal', 'high', 'highest']
const report = vi.fn()
let now: number
let waiting: number
let pressure: Pressure

beforeEach(() => {
  now = 0
  waiting = 0
  report.mockClear()
  vi.useFakeTimers({ toFake: ['setInterval'] })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  pressure = watchPressure(report, () => waiting, 250)
})
afterEach(() => {
  pressure.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** The event loop runs freely, or is blocked so long at a time. */
function run(ms: number, blockMs = 20): void {
  for (const end = now + ms; now < end; ) {
    now += blockMs
    vi.advanceTimersByTime(20)
  }
}
const listRefused = () => PRIORITIES.filter((priority) => pressure.shouldRefuse(priority))

test('a late event loop is detected, the least important requests are refused first, one report is made, and it ends', () => {
  run(5_000, 350)
  expect(listRefused()).toEqual(['low'])
  run(10_000, 900)
  expect(listRefused()).toEqual(['low', 'normal'])
  expect(report).toHaveBeenCalledOnce()
  run(3_000)
  expect(listRefused()).toEqual([])
})

test('a slow database is detected by the number of waiting statements', () => {
  waiting = 40
  run(4_000)
  expect(listRefused()).toEqual(['low'])
  waiting = 0
  run(2_000)
  expect(listRefused()).toEqual([])
})

test('one page that keeps the process busy for a second is no overload', () => {
  run(1_000)
  run(1_000, 1_000)
  expect(listRefused()).toEqual([])
})

test('a burst of less than a second is no overload', () => {
  waiting = 60
  run(400)
  waiting = 0
  expect(listRefused()).toEqual([])
})
