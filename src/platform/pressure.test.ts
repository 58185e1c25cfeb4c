import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Log } from './log.ts'
import { watchPressure } from './pressure.ts'

test('a loop that is late is noticed, what matters least is too much first, it is said once, and then it is over', async () => {
  const warn = vi.fn()
  const pressure = watchPressure({ warn } as unknown as Log)
  const busy = async (ms: number) => {
    for (const end = performance.now() + 1_500; performance.now() < end; ) {
      for (const until = performance.now() + ms; performance.now() < until; );
      await pause(0)
    }
  }
  await busy(200)
  expect(['low', 'high', 'highest'].map((name) => pressure.isTooMuchFor(name as 'low'))).toEqual([true, false, false])
  await busy(700)
  expect(['low', 'normal', 'highest'].map((name) => pressure.isTooMuchFor(name as 'low'))).toEqual([true, true, false])
  expect(warn).toHaveBeenCalledOnce()
  await expect.poll(() => pressure.isTooMuchFor('low'), { timeout: 10_000 }).toBe(false)
  pressure.close()
})
