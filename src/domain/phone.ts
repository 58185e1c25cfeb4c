/** Phone numbers, by libphonenumber's rules. Contract §2. Heavy tables: for the server only. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * A number as E.164 (`+639171234567`), or null when it is none.
 *
 * @param country ISO 3166 code in which a national number is read; without one only `+…` is understood
 */
export function readPhone(text: string, country: string | null): string | null {
  const home = country && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const number = parsePhoneNumberFromString(text, home)
  return number?.isValid() ? number.number : null
}
