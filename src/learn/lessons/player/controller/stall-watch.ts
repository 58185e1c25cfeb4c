/** Notices playback that does not move, and says how long to wait before another attempt. docs/contract §20. */

const STALL_MS = 8000
const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 30_000

/** `isWanted`: the person wants it to play, and neither the end nor a seek holds it. */
export type StallSample = { positionSeconds: number; atMs: number; isWanted: boolean }

/** True once for each stall of more than 8 seconds. `atMs` is a clock that never goes back. */
export function createStallWatch(): (sample: StallSample) => boolean {
  let moved: { positionSeconds: number; atMs: number } | null = null
  let isNoticed = false
  return ({ positionSeconds, atMs, isWanted }) => {
    if (!isWanted || moved?.positionSeconds !== positionSeconds) {
      moved = isWanted ? { positionSeconds, atMs } : null
      isNoticed = false
      return false
    }
    if (isNoticed || atMs - moved.atMs <= STALL_MS) return false
    isNoticed = true
    return true
  }
}

/** 1, 2, 4, 8, 16, then 30 seconds. @param attempt counts from 0 */
export function getRetryDelayMs(attempt: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt)
}
