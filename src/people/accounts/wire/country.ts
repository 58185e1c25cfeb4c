/** The likely country of a visitor. docs/contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { TimeZone } from '#http/schemas.ts'

const Country = z.object({
  countryCode: z.string(),
  name: z.string(),
  callingCode: z.string(),
  currency: z.string(),
})

export const COUNTRY_SOURCES = ['profile', 'cookie', 'proxy', 'database', 'browser', 'default'] as const

export const VisitorCountry = Country.extend({
  /** The browser's time zone, else the learner's, else the only one of the country. */
  timezoneId: z.string().nullable(),
  source: z.enum(COUNTRY_SOURCES),
})
export type VisitorCountry = z.infer<typeof VisitorCountry>

export const countryData = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'get-country-data',
  summary: 'The visitor’s country with its calling code and currency; with `list` all countries',
  actor: 'anyone',
  query: z.object({
    list: z.enum(['true', 'false', '1', '0']).optional(),
    timezoneId: TimeZone.optional(),
    timezone_id: TimeZone.optional(),
  }),
  answers: { 200: z.object({ data: z.object({ current: VisitorCountry, countries: z.array(Country).optional() }) }) },
  refusals: ['TIMEZONE_INVALID'],
})
