/** Settings of group discounts and seat holds. */
import { z } from 'zod'

/** A tier applies from `minFriends` friends. */
export type GroupTiers = readonly { minFriends: number; percentOff: number }[]

/** docs/specification.md §1 and §9: the group discount is at most 20 %. */
const MAX_PERCENT = 20

export const priceSettings = {
  HELD_SEATS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe(
      'Unpaid seats of one cohort that one network address may hold at once: this number, or half of the cohort if that is more, but never all seats.',
    ),
  GROUP_DISCOUNTS: z
    .string()
    .refine(
      (text) => parseGroupTiers(text),
      `is a rising comma list such as 2:10,3:15, up to 9 friends and ${MAX_PERCENT} %`,
    )
    .default('2:10,3:15,4:20')
    .describe('Group discounts: comma list of friends and percent, such as `2:10,3:15,4:20`. At most 20 %.'),
  REFERRAL_PERCENT: z.coerce
    .number()
    .int()
    .min(0)
    .max(50)
    .default(10)
    .describe('Discount in percent for a new customer who comes by a friend’s code. 0 to 50.'),
  REFERRAL_REWARD: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(20)
    .describe('Credit in whole US dollars for a person who referred a new customer.'),
}

/** Returns null for an invalid ladder. */
export function parseGroupTiers(text: string): GroupTiers | null {
  const steps = text.split(',').map((step) => /^\s*([1-9]):(\d{1,2})\s*$/.exec(step))
  const tiers = steps.flatMap((step) => (step ? [{ minFriends: Number(step[1]), percentOff: Number(step[2]) }] : []))
  const isRising = tiers.every(({ minFriends, percentOff }, index) => {
    const previous = tiers[index - 1] ?? { minFriends: 0, percentOff: 0 }
    return minFriends > previous.minFriends && percentOff > previous.percentOff && percentOff <= MAX_PERCENT
  })
  return tiers.length === steps.length && isRising ? tiers : null
}
