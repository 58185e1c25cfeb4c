/**
 * Whether this process has more to do than it can. By as much as the event loop is late, every answer is late;
 * so what matters least is refused first, and what remains is answered in time.
 */
import type { Log } from './log.ts'

/** Milliseconds by which the event loop may be late before requests of a priority are refused. */
const LIMITS_MS = {
  /** Pages that are rendered for one visitor, and files that are drawn. */
  low: 100,
  normal: 400,
  /** The way from the price to the paid order. */
  high: 2_000,
  /** The payment provider's news, which it would send again for days. */
  highest: 5_000,
}
export type Priority = keyof typeof LIMITS_MS

export type Pressure = { isTooMuchFor(priority: Priority): boolean; close(): void }

const TICK_MS = 20
/** One block of half that length is forgiven; refusing ends that soon after its reason. */
const WINDOW_MS = 200
const SAID_ONCE_IN_MILLISECONDS = 30_000

export function watchPressure(log: Log): Pressure {
  let tickedAt = performance.now()
  /** Averaged over the window. */
  let lateMs = 0
  let saidAt = Number.NEGATIVE_INFINITY
  const timer = setInterval(() => {
    const now = performance.now()
    const elapsedMs = now - tickedAt
    tickedAt = now
    lateMs += (Math.max(0, elapsedMs - TICK_MS) - lateMs) * Math.min(1, elapsedMs / WINDOW_MS)
    if (lateMs <= LIMITS_MS.low || now - saidAt < SAID_ONCE_IN_MILLISECONDS) return
    saidAt = now
    log.warn({ lateMs: Math.round(lateMs) }, 'more to do than this process can; what matters least is refused')
  }, TICK_MS)
  timer.unref()
  return {
    isTooMuchFor: (priority) => lateMs > LIMITS_MS[priority],
    close: () => clearInterval(timer),
  }
}

/** For a server that refuses nothing. */
export const noPressure: Pressure = { isTooMuchFor: () => false, close: () => {} }
