/**
 * Whether this process has more to do than it can. By as much as the event loop is late, every answer is late, and so
 * it is by what waits for the database; so what matters least is refused first, and what remains is answered in time.
 */
import type { Log } from './log.ts'

/** By how many milliseconds the event loop may be late, and how many statements may wait, before a priority is refused. */
const LIMITS = {
  /** Pages that are rendered for one visitor, and files that are drawn. */
  low: { lateMs: 250, waiting: 30 },
  normal: { lateMs: 750, waiting: 80 },
  /** The way from the price to the paid order. */
  high: { lateMs: 2_000, waiting: 200 },
  /** The payment provider's news, which it would send again for days. */
  highest: { lateMs: 5_000, waiting: 500 },
}
export type Priority = keyof typeof LIMITS

export type Pressure = { isTooMuchFor(priority: Priority): boolean; close(): void }

const TICK_MS = 20
/**
 * Pressure counts when it lasts: the first visitors after a start, or a page with twenty pictures, keep the process
 * busy for a moment, and nothing of theirs may be refused. Refusing ends that soon after its reason.
 */
const WINDOW_MS = 2_000
const SAID_ONCE_IN_MILLISECONDS = 30_000

/**
 * @param waiting how many statements wait for a connection to the database now
 * @param windowMs over how many milliseconds both figures are averaged
 */
export function watchPressure(log: Log, waiting: () => number, windowMs = WINDOW_MS): Pressure {
  let tickedAt = performance.now()
  /** Averaged over the window, as is the number of statements that wait. */
  let lateMs = 0
  let waitingCount = 0
  let saidAt = Number.NEGATIVE_INFINITY
  const isTooMuchFor = (priority: Priority) =>
    lateMs > LIMITS[priority].lateMs || waitingCount > LIMITS[priority].waiting
  const timer = setInterval(() => {
    const now = performance.now()
    const elapsedMs = now - tickedAt
    tickedAt = now
    const share = Math.min(1, elapsedMs / windowMs)
    lateMs += (Math.max(0, elapsedMs - TICK_MS) - lateMs) * share
    waitingCount += (waiting() - waitingCount) * share
    if (!isTooMuchFor('low') || now - saidAt < SAID_ONCE_IN_MILLISECONDS) return
    saidAt = now
    log.warn(
      { lateMs: Math.round(lateMs), waiting: Math.round(waitingCount) },
      'more to do than this process can; what matters least is refused',
    )
  }, TICK_MS)
  timer.unref()
  return {
    isTooMuchFor,
    close: () => clearInterval(timer),
  }
}

/** For a server that refuses nothing. */
export const noPressure: Pressure = { isTooMuchFor: () => false, close: () => {} }
