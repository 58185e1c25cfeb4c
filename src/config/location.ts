/** Settings that locate a visitor's country. */
import { z } from 'zod'

export const locationSettings = {
  DEFAULT_COUNTRY: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, { error: 'must be the two-letter code of a country, such as US' })
    .optional()
    .describe(
      'Country (ISO 3166, two letters) of visitors whose country is unknown. Default: the country in the settings of the site, else `US`.',
    ),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]+$/, { error: 'must be the name of a header' })
    .toLowerCase()
    .optional()
    .describe(
      'Header with the visitor’s country, set by the web server in front, such as `CF-IPCountry`. Trusted only from `TRUSTED_PROXIES`.',
    ),
  COUNTRY_DATABASE: z
    .string()
    .min(1)
    .optional()
    .describe('Path of a MaxMind country database (.mmdb), if you have one. Read at start.'),
}

const Settings = z.object(locationSettings)
type Settings = z.output<typeof Settings>

export type LocationConfig = {
  /** ISO 3166 code. Null: not set, and the setting of the site counts. */
  countrySetting: string | null
  /** In lower case. */
  header: string | null
  databasePath: string | null
}

export function locationConfig(settings: Settings): LocationConfig {
  return {
    countrySetting: settings.DEFAULT_COUNTRY ?? null,
    header: settings.COUNTRY_HEADER ?? null,
    databasePath: settings.COUNTRY_DATABASE ?? null,
  }
}

export function locationFaults(settings: Settings, trustedProxies: readonly string[]): string[] {
  return settings.COUNTRY_HEADER && trustedProxies.length === 0
    ? ['COUNTRY_HEADER needs TRUSTED_PROXIES: without it any client could set the header.']
    : []
}
