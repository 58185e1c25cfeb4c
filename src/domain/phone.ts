/** Phone numbers, by libphonenumber's rules. Contract §2. Heavy tables: for the server only. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

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
