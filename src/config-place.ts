/** The settings that say where visitors are, a part of config.ts. */
import { z } from 'zod'

export const placeSettings = {
  DEFAULT_COUNTRY: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, { error: 'is the two-letter code of a country, such as US' })
    .default('US')
    .describe('Country (ISO 3166, two letters) of a visitor of whom nobody knows where they are.'),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]+$/, { error: 'is the name of a header' })
    .toLowerCase()
    .optional()
    .describe(
      'Header in which the web server in front names the visitor’s country, such as `CF-IPCountry`. Believed from `TRUSTED_PROXIES` alone.',
    ),
  COUNTRY_DATABASE: z
    .string()
    .min(1, 'is empty')
    .optional()
    .describe('Path of a MaxMind database (.mmdb) of countries by address, where there is one. Read at the start.'),
}

const Settings = z.object(placeSettings)
type Settings = z.output<typeof Settings>

export type PlaceConfig = {
  /** ISO 3166 code. */
  country: string
  /** In lower case. */
  header: string | null
  databasePath: string | null
}

export function placeConfig(given: Settings): PlaceConfig {
  return {
    country: given.DEFAULT_COUNTRY,
    header: given.COUNTRY_HEADER ?? null,
    databasePath: given.COUNTRY_DATABASE ?? null,
  }
}

export function placeFaults(given: Settings, trustedProxies: readonly string[]): string[] {
  return given.COUNTRY_HEADER && trustedProxies.length === 0
    ? ['COUNTRY_HEADER needs TRUSTED_PROXIES: from anybody else the header would be anybody’s word.']
    : []
}
