/** The random key of one checkout in one browser. Only the client with this key may replace its order. */
import { z } from 'zod'
import { MoneyWire } from '#http/schemas.ts'

export const ClientKey = z.string().min(16).max(100)

export const Seats = z.number().int().min(1).max(10)

export const TypedCode = z.string().max(64)

/**
 * The most of the person's own credit to use, as a Money or as a number of US dollars. Zero is none, and is no fault for a
 * guest.
 */
export const Credit = z.union([
  MoneyWire,
  z
    .number()
    .min(0)
    .max(1_000_000)
    .refine((dollars) => Number(dollars.toFixed(2)) === dollars)
    .transform((dollars) => ({ amount: dollars.toFixed(2), currency: 'USD' })),
])

/** The token of a waitlist e-mail, whose offer holds the seats. */
export const WaitlistToken = z.string().max(200)

/** The tax that a total includes. `label` is for people: `Includes 19 % VAT`. */
export const Tax = z
  .object({
    label: z.string(),
    countryCode: z.string(),
    name: z.string(),
    percent: z.string(),
    amount: MoneyWire,
  })
  .meta({ id: 'Tax' })
export type Tax = z.infer<typeof Tax>
