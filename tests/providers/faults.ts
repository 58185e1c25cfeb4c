/** How a provider fails, drawn by a seeded script: the same seed fails the same way. */
import type { Random } from '../random.ts'

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

export function drawFault(faults: Faults, random: Random): Fault | null {
  let left = random.next()
  for (const [fault, share] of Object.entries(faults) as [Fault, number][]) {
    left -= share
    if (left < 0) return fault
  }
  return null
}
