import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Log } from './log.ts'
import { watchPressure } from './pressure.ts'

test('a loop that is late is noticed, what matters least is too much first, it is said once, and then it is over', async () => {
  const warn = vi.fn()
  const pressure = watchPressure({ warn } as unknown as Log, () => 0, 200)
  const busy = async (ms: number) => {
    for (const end = performance.now() + 1_500; performance.now() < end; ) {
      for (const until = performance.now() + ms; performance.now() < until; );
      await pause(0)
    }
  }
  await busy(350)
  expect(['low', 'high', 'highest'].map((name) => pressure.isTooMuchFor(name as 'low'))).toEqual([true, false, false])
  await busy(900)
  expect(['low', 'normal', 'highest'].map((name) => pressure.isTooMuchFor(name as 'low'))).toEqual([true, true, false])
  expect(warn).toHaveBeenCalledOnce()
  await expect.poll(() => pressure.isTooMuchFor('low'), { timeout: 10_000 }).toBe(false)
  pressure.close()
})

test('so is a database that is waited for, by the number of statements that wait', async () => {
  let waiting = 40
  const pressure = watchPressure({ warn: () => {} } as unknown as Log, () => waiting, 200)
  await expect.poll(() => pressure.isTooMuchFor('low'), { timeout: 10_000 }).toBe(true)
  expect(pressure.isTooMuchFor('normal')).toBe(false)
  waiting = 0
  await expect.poll(() => pressure.isTooMuchFor('low'), { timeout: 10_000 }).toBe(false)
  pressure.close()
})

test('a burst that is over within a second is no pressure', async () => {
  let waiting = 60
  const pressure = watchPressure({ warn: () => {} } as unknown as Log, () => waiting)
  for (const until = performance.now() + 400; performance.now() < until; ) {
    expect(pressure.isTooMuchFor('low')).toBe(false)
    await pause(10)
  }
  waiting = 0
  await pause(100)
  expect(pressure.isTooMuchFor('low')).toBe(false)
  pressure.close()
})
