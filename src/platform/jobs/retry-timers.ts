/** Wakes the worker of a queue when a failed job may run again, because PostgreSQL does not announce that. */
import type { Clock, ClockTimer } from 'pg-boss'

/** The retry policy of every queue. The n-th retry waits between half of `retryDelay` · 2ⁿ seconds and all of it. */
export const RETRY = { retryLimit: 12, retryDelay: 1, retryBackoff: true, retryDelayMax: 300 } as const

/** The queue stores the failure, from which the delay counts, within this time. */
const STORE_SECONDS = 1

export type RetryTimers = {
  /** @param retryCount how often the job had been retried before it failed now */
  add(queue: string, retryCount: number): void
  clear(): void
}

/** At most one timer a queue and second, however many jobs fail. */
export function createRetryTimers(clock: Clock, wake: (queue: string) => void): RetryTimers {
  const timers = new Map<string, ClockTimer>()
  return {
    add(queue, retryCount) {
      const seconds = Math.min(RETRY.retryDelayMax, RETRY.retryDelay * 2 ** Math.min(16, retryCount + 1))
      const second = Math.ceil(clock.now() / 1000) + seconds + STORE_SECONDS
      const key = `${queue} ${second}`
      if (timers.has(key)) return
      const timer = clock.setTimeout(
        () => {
          timers.delete(key)
          wake(queue)
        },
        second * 1000 - clock.now(),
      )
      timers.set(key, timer)
    },
    clear() {
      for (const timer of timers.values()) clock.clearTimeout(timer)
      timers.clear()
    },
  }
}
