/** Alone, because every checkout loads it. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { CountryCode, MoneyWire } from '#http/schemas.ts'

export const getLocalPricing = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'get-local-pricing',
  summary: 'The multiplier from US dollars to the currency of a country, or back',
  actor: 'anyone',
  cached: true,
  query: z.object({
    isBackConversion: z.enum(['true', 'false', '1', '0']).optional(),
    countryCode: CountryCode.optional(),
    /** Prices in US dollars, separated by commas, to convert as well. */
    amounts: z
      .string()
      .regex(/^\d{1,9}(\.\d{2})?(,\d{1,9}(\.\d{2})?){0,49}$/, {
        error: 'Please give at most 50 amounts, such as 399.00',
      })
      .optional(),
  }),
  answers: {
    200: z.object({
      conversionMultiplier: z.number(),
      data: z.object({
        currency: z.string(),
        countryCode: z.string(),
        asOf: z.string().meta({ format: 'date' }).nullable(),
        /** For estimates in the browser. Null: prices are shown in US dollars alone. */
        rate: z.object({ currency: z.string(), perUsd: z.string(), stepMinor: z.int() }).nullable(),
        /** In the order of `amounts`, rounded to the step of the currency. */
        prices: z.array(MoneyWire).optional(),
      }),
    }),
  },
  refusals: ['FIELD_INVALID'],
})
