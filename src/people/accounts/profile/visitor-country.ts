/** Determines a visitor's country. The first source with a valid country wins; docs/contract §5 defines the order. */
import { getCountry, getCountryOfLanguages, getCountryOfTimeZone, getOnlyTimeZone, isCountry } from '#domain/country.ts'
import type { Deps } from '#http/deps.ts'
import { personById } from '../queries/people.ts'
import type { COUNTRY_SOURCES, VisitorCountry } from '../wire/country.ts'

export type VisitorHints = {
  /** The signed-in person. */
  personId?: string | undefined
  cookies?: string | undefined
  /** The country header of a trusted proxy. */
  proxyCountry: string | null
  /** In the format of client-address.ts. */
  ip: string
  /** The time zone of the browser. */
  timezoneId?: string | undefined
  languages?: string | undefined
}

export async function getVisitorCountry(deps: Deps, hints: VisitorHints): Promise<VisitorCountry> {
  const person = hints.personId ? await personById(deps.db, hints.personId) : undefined
  const candidates: Record<(typeof COUNTRY_SOURCES)[number], string | null | undefined> = {
    profile: person?.country_code,
    cookie: readCountryCookie(hints.cookies),
    proxy: hints.proxyCountry,
    database: deps.countryLookup.findCountry(hints.ip),
    browser: getCountryOfTimeZone(hints.timezoneId) ?? getCountryOfLanguages(hints.languages ?? ''),
    default: deps.site.current.countryCode,
  }
  for (const source of Object.keys(candidates) as (keyof typeof candidates)[]) {
    const country = getCountry(candidates[source]?.trim().toUpperCase() ?? '')
    if (!country) continue
    const timezoneId = hints.timezoneId ?? person?.timezone_id ?? getOnlyTimeZone(country.countryCode)
    return { ...country, timezoneId, source }
  }
  throw new TypeError('the default country is invalid, although settings are checked')
}

function readCountryCookie(cookies = ''): string | undefined {
  const pair = cookies.split(/; */).find((part) => part.startsWith('country='))
  const code = pair?.slice('country='.length).toUpperCase()
  return code && isCountry(code) ? code : undefined
}
