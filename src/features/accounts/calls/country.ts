/** The call that says where the visitor is, as the browser makes it; and the cookie that keeps what they chose. */
import type { Client, Credential } from '#http/client.ts'
import type * as wire from '../wire/country.ts'

export const callCountryData = (
  client: Client,
  query: { timezoneId?: string; list?: '1' },
  auth: Credential = 'none',
) => client.call<typeof wire.countryData>({ host: 'payment', method: 'GET', path: 'get-country-data' }, { query, auth })

/** For a year, and for this site alone; the server reads it in country-here.ts. */
export function countryCookie(code: string, isHttps: boolean): string {
  return `country=${code}; Path=/; Max-Age=31536000; SameSite=Lax${isHttps ? '; Secure' : ''}`
}
