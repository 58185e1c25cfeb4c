/** Where a visitor is, as far as anybody can tell. Contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { TimeZone } from '#http/schemas.ts'

const Country = z.object({
  countryCode: z.string(),
  name: z.string(),
  callingCode: z.string(),
  currency: z.string(),
})

export const SOURCES = ['profile', 'cookie', 'proxy', 'database', 'browser', 'default'] as const

export const Here = Country.extend({
  /** The browser's own, else the learner's, else that of a country which has but one. */
  timezoneId: z.string().nullable(),
  source: z.enum(SOURCES),
})
export type Here = z.infer<typeof Here>

export const countryData = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'get-country-data',
  summary: 'The country that the visitor is in, with its telephone code and money; with `list` all countries',
  actor: 'anyone',
  query: z.object({
    list: z.enum(['true', 'false', '1', '0']).optional(),
    timezoneId: TimeZone.optional(),
    timezone_id: TimeZone.optional(),
  }),
  answers: { 200: z.object({ data: z.object({ current: Here, countries: z.array(Country).optional() }) }) },
  refusals: ['TIMEZONE_INVALID'],
})
