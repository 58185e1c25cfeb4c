/** How a provider fails, drawn by a seeded script: the same seed fails the same way. */
import type { Random } from '../support/random.ts'

export type Fault =
  /** 500, and nothing was done. */
  | 'before'
  /** 500, although it was done. */
  | 'after'
  /** Done or not, and never answered. */
  | 'hang'
  /** Done or not, and the connection is cut. */
  | 'reset'
  /** Done, and half of the answer arrives. */
  | 'truncate'

export type Faults = Partial<Record<Fault, number>>

/** The share of requests with each fault. The rest, about two thirds, succeed. */
export const USUAL_FAULTS: Faults = { before: 0.1, after: 0.1, hang: 0.08, reset: 0.03, truncate: 0.02 }

export function drawFault(faults: Faults, random: Random): Fault | null {
  let left = random.next()
  for (const [fault, share] of Object.entries(faults) as [Fault, number][]) {
    left -= share
    if (left < 0) return fault
  }
  return null
}
