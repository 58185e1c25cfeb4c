/**
 * Detects overload of this process. The delay of the event loop delays every response, and so do statements that wait
 * for a database connection. Refusing the least important requests first keeps the others fast.
 */

/** A priority is refused above so many times the allowed event-loop delay, or above this number of waiting statements. */
const LIMITS = {
  /** Pages rendered for one visitor, and generated files. */
  low: { delays: 1, waitingStatements: 30 },
  normal: { delays: 3, waitingStatements: 80 },
  /** The checkout, from the quote to the paid order. */
  high: { delays: 8, waitingStatements: 200 },
  /** Webhooks of the payment provider, which repeats a refused webhook for days. */
  highest: { delays: 20, waitingStatements: 500 },
}
export type Priority = keyof typeof LIMITS

export type Pressure = { shouldRefuse(priority: Priority): boolean; close(): void }

const TICK_MS = 20
/**
 * Only lasting pressure counts: the first visitors after a start, or a page with twenty pictures, keep the process busy
 * for a moment and must not be refused. Refusals end as soon after the pressure does.
 */
const WINDOW_MS = 2_000
/** One long block of the event loop is no lasting pressure: it counts for at most this share of the window. */
const MAX_SHARE = 1 / 4
const REPORT_INTERVAL_MS = 30_000

/**
 * @param report called while requests are refused, at most every 30 seconds
 * @param waitingStatements the number of statements that wait for a database connection now
 * @param allowedDelayMs the delay of the event loop from which requests of low priority are refused
 */
export function watchPressure(
  report: (figures: { delayMs: number; waitingStatements: number }) => void,
  waitingStatements: () => number,
  allowedDelayMs: number,
): Pressure {
  let tickedAt = performance.now()
  /** Averages over the window. */
  let delayMs = 0
  let averageWaiting = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  const shouldRefuse = (priority: Priority) =>
    delayMs > LIMITS[priority].delays * allowedDelayMs || averageWaiting > LIMITS[priority].waitingStatements
  const timer = setInterval(() => {
    const now = performance.now()
    const elapsedMs = now - tickedAt
    tickedAt = now
    const share = Math.min(MAX_SHARE, elapsedMs / WINDOW_MS)
    delayMs += (Math.max(0, elapsedMs - TICK_MS) - delayMs) * share
    averageWaiting += (waitingStatements() - averageWaiting) * share
    if (!shouldRefuse('low') || now - reportedAt < REPORT_INTERVAL_MS) return
    reportedAt = now
    report({ delayMs: Math.round(delayMs), waitingStatements: Math.round(averageWaiting) })
  }, TICK_MS)
  timer.unref()
  return {
    shouldRefuse: shouldRefuse,
    close: () => clearInterval(timer),
  }
}

/** Never refuses. */
export const noPressure: Pressure = { shouldRefuse: () => false, close: () => {} }
