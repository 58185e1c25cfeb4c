/** Phone numbers, by libphonenumber's rules. Contract §2. Heavy tables: for the server only. */
import { type CountryCode, getCountries, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * A number as E.164 (`+639171234567`), or null when it is none. A number inside other words is none.
 *
 * @param country ISO 3166 code in which a national number is read; without one only `+…` is understood
 */
export function readPhone(text: string, country: string | null): string | null {
  const home = country?.toUpperCase()
  const number = parsePhoneNumberFromString(text, {
    extract: false,
    ...(home && isSupportedCountry(home) && { defaultCountry: home as CountryCode }),
  })
  return number?.isValid() ? number.number : null
}

/** Whether it is an ISO 3166 code of a country (`PH`) that has telephones, which all have. */
export function isCountry(code: string): boolean {
  return isSupportedCountry(code)
}

/** The ISO 3166 codes of all of them. */
export function countryCodes(): string[] {
  return getCountries()
}

/** The country that a zone lies in (`Asia/Manila` → `PH`), where a national number is read when nobody names one. */
export function countryOfZone(zone: string | undefined): string | null {
  countries ??= new Map(getCountries().flatMap((country) => zonesOf(country).map((name) => [name, country] as const)))
  return (zone && countries.get(zone)) ?? null
}

let countries: Map<string, CountryCode> | undefined

function zonesOf(country: CountryCode): string[] {
  return new Intl.Locale(`und-${country}`).getTimeZones?.() ?? []
}
