/** Two taps near a side of the picture seek by 10 seconds; each further tap by 10 more. docs/contract §20. */

const WITHIN_MS = 300
const SIDE_SHARE = 0.4
const STEP_SECONDS = 10

/** `share`: the place across the picture, from 0 to 1. */
export type Tap = { atMs: number; share: number }

/** The seconds that a tap seeks by. 0: the tap is the first, or in the middle. */
export function createDoubleTap(): (tap: Tap) => number {
  let last: { atMs: number; direction: number } | null = null
  return ({ atMs, share }) => {
    const direction = share < SIDE_SHARE ? -1 : share > 1 - SIDE_SHARE ? 1 : 0
    const isRepeated = last !== null && last.direction === direction && atMs - last.atMs <= WITHIN_MS
    last = { atMs, direction }
    return isRepeated ? direction * STEP_SECONDS : 0
  }
}
