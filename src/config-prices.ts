/** The settings that prices follow. */
import { z } from 'zod'

/** From that many friends on, that much off. */
export type GroupTiers = readonly { minFriends: number; percentOff: number }[]

/** Specification §1 and §9: friends take up to 20 % off. */
const MOST_PERCENT = 20

export const priceSettings = {
  HELD_SEATS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe(
      'How many seats of one cohort may be held and not paid at once from one network address; half of the cohort in any case.',
    ),
  GROUP_DISCOUNTS: z
    .string()
    .refine(
      (text) => readLadder(text),
      `is a rising comma list such as 2:10,3:15, up to 9 friends and ${MOST_PERCENT} %`,
    )
    .default('2:10,3:15,4:20')
    .describe(
      'What comes off for enrolling with friends: comma list of friends and percent, such as `2:10,3:15,4:20`. At most 20 %.',
    ),
}

/** Null where it is none. */
export function readLadder(text: string): GroupTiers | null {
  const steps = text.split(',').map((step) => /^\s*([1-9]):(\d{1,2})\s*$/.exec(step))
  const tiers = steps.flatMap((step) => (step ? [{ minFriends: Number(step[1]), percentOff: Number(step[2]) }] : []))
  const rises = tiers.every(({ minFriends, percentOff }, at) => {
    const before = tiers[at - 1] ?? { minFriends: 0, percentOff: 0 }
    return minFriends > before.minFriends && percentOff > before.percentOff && percentOff <= MOST_PERCENT
  })
  return tiers.length === steps.length && rises ? tiers : null
}
