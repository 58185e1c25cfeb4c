import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { Log } from './log.ts'
import { watchPressure } from './pressure.ts'

afterEach(() => void vi.useRealTimers())

test('a late event loop is detected, the least important requests are refused first, one line is logged, and it ends', async () => {
  const warn = vi.fn()
  const pressure = watchPressure({ warn } as unknown as Log, () => 0, 200)
  const busy = async (ms: number) => {
    for (const end = performance.now() + 1_500; performance.now() < end; ) {
      for (const until = performance.now() + ms; performance.now() < until; );
      await pause(0)
    }
  }
  await busy(350)
  expect(['low', 'high', 'highest'].map((name) => pressure.shouldRefuse(name as 'low'))).toEqual([true, false, false])
  await busy(900)
  expect(['low', 'normal', 'highest'].map((name) => pressure.shouldRefuse(name as 'low'))).toEqual([true, true, false])
  expect(warn).toHaveBeenCalledOnce()
  await expect.poll(() => pressure.shouldRefuse('low'), { timeout: 10_000 }).toBe(false)
  pressure.close()
})

test('a slow database is detected by the number of waiting statements', async () => {
  let waiting = 40
  const pressure = watchPressure({ warn: () => {} } as unknown as Log, () => waiting, 200)
  await expect.poll(() => pressure.shouldRefuse('low'), { timeout: 10_000 }).toBe(true)
  expect(pressure.shouldRefuse('normal')).toBe(false)
  waiting = 0
  await expect.poll(() => pressure.shouldRefuse('low'), { timeout: 10_000 }).toBe(false)
  pressure.close()
})

test('one page that keeps the process busy for almost a second is no overload', async () => {
  const pressure = watchPressure({ warn: () => {} } as unknown as Log, () => 0)
  await pause(50)
  for (const until = performance.now() + 900; performance.now() < until; );
  for (const until = performance.now() + 100; performance.now() < until; await pause(5))
    expect(pressure.shouldRefuse('low')).toBe(false)
  pressure.close()
})

test('a burst of less than a second is no overload', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  let waiting = 60
  const pressure = watchPressure({ warn: () => {} } as unknown as Log, () => waiting)
  for (let elapsedMs = 0; elapsedMs < 400; elapsedMs += 10) {
    expect(pressure.shouldRefuse('low')).toBe(false)
    vi.advanceTimersByTime(10)
  }
  waiting = 0
  vi.advanceTimersByTime(100)
  expect(pressure.shouldRefuse('low')).toBe(false)
  pressure.close()
})
