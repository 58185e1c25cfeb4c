/** Settings of group discounts, taxes and seat holds. */
import { z } from 'zod'

/** A tier applies from `minFriends` friends. */
export type GroupTiers = readonly { minFriends: number; percentOff: number }[]

/** A tax that prices include. `rate` is in thousandths of a percent: 19000 is 19 %. */
export type TaxRate = { countryCode: string; name: string; rate: number }

/** 100 %, in thousandths of a percent. */
const WHOLE_RATE = 100_000

/** Country, name (a letter first, at most 20 characters), whole percent and decimals. */
const TAX_ENTRY = /^([A-Z]{2})=(\p{L}[\p{L}\d .-]{0,19}?) (\d{1,3})(?:\.(\d{1,3}))?$/u
const countryNames = new Intl.DisplayNames(['en-GB'], { type: 'region', fallback: 'none' })

/** docs/specification.md §1 and §9: the group discount is at most 20 %. */
const MAX_PERCENT = 20

export const priceSettings = {
  HELD_SEATS_PER_ADDRESS: z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .default(10)
    .describe(
      'Unpaid seats of one cohort that one network address may hold at once: this number, or half of the cohort if that is more, but never all seats.',
    ),
  GROUP_DISCOUNTS: z
    .string()
    .refine(
      (text) => parseGroupTiers(text),
      `must be a rising comma list such as 2:10,3:15, up to 9 friends and ${MAX_PERCENT} %`,
    )
    .default('2:10,3:15,4:20')
    .describe('Group discounts: comma list of friends and percent, such as `2:10,3:15,4:20`. At most 20 %.'),
  TAX_RATES: z
    .string()
    .transform((text, context): TaxRate[] => {
      const rates: TaxRate[] = []
      for (const entry of text.split(',').map((part) => part.trim())) {
        const rate = parseTaxRate(entry)
        const fault =
          typeof rate === 'string'
            ? rate
            : rates.some(({ countryCode }) => countryCode === rate.countryCode) &&
              `must have each country once, and has ${rate.countryCode} twice`
        if (fault) context.addIssue({ code: 'custom', message: fault })
        else if (typeof rate !== 'string') rates.push(rate)
      }
      return rates
    })
    .optional()
    .describe(
      'Taxes that prices include, by the buyer’s country: comma list of country, name and percent, such as `DE=VAT 19,FR=VAT 20,AU=GST 10`. At most 3 decimals. Documents show the tax; nothing is added to a price. Default: no tax is shown.',
    ),
  REFERRAL_PERCENT: z.coerce
    .number({ error: 'must be a whole number from 0 to 50' })
    .int('must be a whole number from 0 to 50')
    .min(0, 'must be a whole number from 0 to 50')
    .max(50, 'must be a whole number from 0 to 50')
    .default(10)
    .describe('Discount in percent for a new customer who comes by a friend’s code. 0 to 50.'),
  REFERRAL_REWARD: z.coerce
    .number({ error: 'must be a whole number from 1 to 1000' })
    .int('must be a whole number from 1 to 1000')
    .min(1, 'must be a whole number from 1 to 1000')
    .max(1000, 'must be a whole number from 1 to 1000')
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

/** The fault as the end of a sentence about the setting, where the entry is wrong. */
function parseTaxRate(entry: string): TaxRate | string {
  const [, countryCode, name, whole, decimals = ''] = TAX_ENTRY.exec(entry) ?? []
  if (!countryCode || !name) return `must be a comma list such as DE=VAT 19,FR=VAT 20, and has “${entry}”`
  if (!countryNames.of(countryCode)) return `must have countries that exist, and has ${countryCode}`
  const rate = Number(`${whole}${decimals.padEnd(3, '0')}`)
  if (rate < 1 || rate > WHOLE_RATE)
    return `must have rates from 0.001 to 100 %, and has another one for ${countryCode}`
  return { countryCode, name, rate }
}
