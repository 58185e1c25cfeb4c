/** Countries by ISO 3166 code (`PH`): names, calling codes, currencies and time zones. Heavy tables: only for the server. */
import { countries as facts, type ICountryData } from 'countries-list'
import { type CountryCode, getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max'
import { isTimeZone } from './schedule.ts'

export type Country = {
  countryCode: string
  /** In English. */
  name: string
  /** `+63`; several countries may share one. */
  callingCode: string
  /** ISO 4217. The first one in the data when a country uses several. */
  currency: string
}

/** Every country, sorted by name. All countries have a calling code. */
export function listCountries(): Country[] {
  sortedCountries ??= getCountries()
    .flatMap((code) => getCountry(code) ?? [])
    .sort((a, b) => a.name.localeCompare(b.name, 'en-GB'))
  return [...sortedCountries]
}

/** Computed once, because the names and zones of `Intl` take milliseconds. */
let sortedCountries: readonly Country[] | undefined
const countryByCode = new Map<CountryCode, Country | null>()
const zonesByCountry = new Map<string, readonly string[]>()

/** Null for an unknown code. */
export function getCountry(code: string): Country | null {
  if (!isSupportedCountry(code)) return null
  const known = countryByCode.get(code)
  if (known !== undefined) return known
  const country = readCountry(code)
  countryByCode.set(code, country)
  return country
}

function readCountry(code: CountryCode): Country | null {
  const name = new Intl.DisplayNames(['en-GB'], { type: 'region', fallback: 'none' }).of(code)
  const [currency] = listCurrencies(code)
  if (!name) return null
  return { countryCode: code, name, callingCode: `+${getCountryCallingCode(code)}`, currency: currency ?? 'USD' }
}

/** Whether the text is the code of a country, in capitals. */
export function isCountry(code: string): boolean {
  return isSupportedCountry(code)
}

/** ISO 4217, the usual one first; empty for an unknown country. */
export function listCurrencies(code: string): readonly string[] {
  const countriesByCode: Readonly<Record<string, Pick<ICountryData, 'currency'>>> = facts
  return Object.hasOwn(countriesByCode, code) ? (countriesByCode[code]?.currency ?? []) : []
}

/** The country of a time zone (`Asia/Manila` → `PH`, by any of its names). The default country for national phone numbers. */
export function getCountryOfTimeZone(zone: string | undefined): string | null {
  if (!zone || !isTimeZone(zone)) return null
  countriesByZone ??= new Map(
    getCountries().flatMap((country) => listTimeZones(country).map((name) => [toCanonicalZone(name), country])),
  )
  return countriesByZone.get(toCanonicalZone(zone)) ?? null
}

/** The time zone of a country that has only one, else null. */
export function getOnlyTimeZone(code: string): string | null {
  let zones = zonesByCountry.get(code)
  if (!zones) {
    zones = listTimeZones(code)
    if (isCountry(code)) zonesByCountry.set(code, zones)
  }
  const [zone, ...others] = zones
  return zone && others.length === 0 ? zone : null
}

/** The country of the first browser language (`en-AU, en;q=0.8`) that has one. */
export function getCountryOfLanguages(acceptLanguage: string): string | null {
  const regions = acceptLanguage
    .slice(0, 200)
    .split(',')
    .map((language) => /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\s*(?:;|$)/i.exec(language)?.[1]?.toUpperCase() ?? '')
  return regions.find(isCountry) ?? null
}

let countriesByZone: ReadonlyMap<string, CountryCode> | undefined

function listTimeZones(code: string): string[] {
  return isCountry(code) ? (new Intl.Locale(`und-${code}`).getTimeZones?.() ?? []) : []
}

/** The canonical name of a time zone that has several names. Names match in any case, so the cache is bounded. */
function toCanonicalZone(zone: string): string {
  const known = canonicalZones.get(zone)
  if (known) return known
  const canonical = readCanonicalZone(zone)
  if (canonicalZones.size < 2000) canonicalZones.set(zone, canonical)
  return canonical
}

const canonicalZones = new Map<string, string>()

function readCanonicalZone(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
}
