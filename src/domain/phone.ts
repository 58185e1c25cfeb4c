/** Phone numbers by the rules of libphonenumber. docs/contract §2. Heavy tables: only for the server. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { plainPhone } from './contact.ts'

/**
 * The number as E.164 (`+639171234567`), or null when it is invalid. A number within other text is invalid.
 *
 * @param country ISO 3166 code for reading national numbers; without it only `+…` is accepted
 */
export function parsePhone(text: string, country: string | null): string | null {
  const upperCaseCountry = country?.toUpperCase()
  const number = parsePhoneNumberFromString(plainPhone(text), {
    extract: false,
    ...(upperCaseCountry &&
      isSupportedCountry(upperCaseCountry) && { defaultCountry: upperCaseCountry as CountryCode }),
  })
  return number?.isValid() ? number.number : null
}
