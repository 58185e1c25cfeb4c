/** Which country a visitor is in. The first who knows one is believed; the order is the contract's, §5. */
import { countryOf, countryOfLanguages, countryOfZone, isCountry, onlyZoneOf } from '#domain/country.ts'
import type { Deps } from '#http/deps.ts'
import { personById } from './queries/people.ts'
import type { Here, SOURCES } from './wire/country.ts'

export type Asking = {
  /** Whoever is signed in. */
  personId?: string | undefined
  cookies?: string | undefined
  /** What a trusted proxy says. */
  proxyCountry: string | null
  /** As client-address.ts writes it. */
  ip: string
  /** The browser's own. */
  timezoneId?: string | undefined
  languages?: string | undefined
}

export async function countryHere(deps: Deps, asking: Asking): Promise<Here> {
  const person = asking.personId ? await personById(deps.db, asking.personId) : undefined
  const told: Record<(typeof SOURCES)[number], string | null | undefined> = {
    profile: person?.country_code,
    cookie: chosenIn(asking.cookies),
    proxy: asking.proxyCountry,
    database: deps.places.countryAt(asking.ip),
    browser: countryOfZone(asking.timezoneId) ?? countryOfLanguages(asking.languages ?? ''),
    default: deps.config.place.country,
  }
  for (const source of Object.keys(told) as (keyof typeof told)[]) {
    const country = countryOf(told[source]?.trim().toUpperCase() ?? '')
    if (!country) continue
    const timezoneId = asking.timezoneId ?? person?.timezone_id ?? onlyZoneOf(country.countryCode)
    return { ...country, timezoneId, source }
  }
  throw new TypeError('the default country is none, which openPlaces does not let through')
}

function chosenIn(cookies = ''): string | undefined {
  const pair = cookies.split(/; */).find((each) => each.startsWith('country='))
  const code = pair?.slice('country='.length).toUpperCase()
  return code && isCountry(code) ? code : undefined
}
