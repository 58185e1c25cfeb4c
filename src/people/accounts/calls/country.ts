/** The browser call for the visitor's country, and the cookie that stores a chosen country. */
import type { AuthKind, Client } from '#http/client.ts'
import * as wire from '../wire/country.ts'

export const callCountryData = (client: Client, query: { timezoneId?: string; list?: '1' }, auth: AuthKind = 'none') =>
  client.call(wire.countryData, { query, auth })

/** Lasts a year and is sent to this site only. The server reads it in visitor-country.ts. */
export function countryCookie(code: string, isHttps: boolean): string {
  return `country=${code}; Path=/; Max-Age=31536000; SameSite=Lax${isHttps ? '; Secure' : ''}`
}
