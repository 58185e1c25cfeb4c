/** Countries as ISO 3166 codes (`PH`): their names, telephones, money and zones. Heavy tables: for the server only. */
import { countries as facts, type ICountryData } from 'countries-list'
import { type CountryCode, getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max'
import { isTimeZone } from './schedule.ts'

export type Country = {
  countryCode: string
  /** In English. */
  name: string
  /** `+63`; several countries may share one. */
  callingCode: string
  /** ISO 4217; where several are used, the one that people there name first. */
  currency: string
}

/** Every country that has telephones, which all have, in the order of their names. */
export function countryList(): Country[] {
  return getCountries()
    .flatMap((code) => countryOf(code) ?? [])
    .sort((a, b) => a.name.localeCompare(b.name, 'en-GB'))
}

/** Null for what is no country. */
export function countryOf(code: string): Country | null {
  if (!isSupportedCountry(code)) return null
  const name = new Intl.DisplayNames(['en-GB'], { type: 'region', fallback: 'none' }).of(code)
  const [currency] = currenciesOf(code)
  if (!name) return null
  return { countryCode: code, name, callingCode: `+${getCountryCallingCode(code)}`, currency: currency ?? 'USD' }
}

/** Whether it is the code of a country, in capitals. */
export function isCountry(code: string): boolean {
  return isSupportedCountry(code)
}

/** ISO 4217, the usual one first; empty for what is no country. */
export function currenciesOf(code: string): readonly string[] {
  const known: Readonly<Record<string, Pick<ICountryData, 'currency'>>> = facts
  return Object.hasOwn(known, code) ? (known[code]?.currency ?? []) : []
}

/** The country that a zone lies in (`Asia/Manila` → `PH`, by any of its names), where a national number is read when nobody names one. */
export function countryOfZone(zone: string | undefined): string | null {
  if (!zone || !isTimeZone(zone)) return null
  byZone ??= new Map(getCountries().flatMap((country) => zonesOf(country).map((name) => [usual(name), country])))
  return byZone.get(usual(zone)) ?? null
}

/** The zone of a country that has but one. */
export function onlyZoneOf(code: string): string | null {
  const [zone, ...others] = zonesOf(code)
  return zone && others.length === 0 ? zone : null
}

/** The country of the first of a browser's languages (`en-AU, en;q=0.8`) that names one. */
export function countryOfLanguages(accepted: string): string | null {
  const regions = accepted
    .slice(0, 200)
    .split(',')
    .map((language) => /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\s*(?:;|$)/i.exec(language)?.[1]?.toUpperCase() ?? '')
  return regions.find(isCountry) ?? null
}

let byZone: ReadonlyMap<string, CountryCode> | undefined

function zonesOf(code: string): string[] {
  return isCountry(code) ? (new Intl.Locale(`und-${code}`).getTimeZones?.() ?? []) : []
}

/** One name for the zones that have several. */
function usual(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
}
