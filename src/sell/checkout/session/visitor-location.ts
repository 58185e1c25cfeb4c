/** The visitor's time zone from the browser, and country from the server. */

import type { Client, ClientEnvironment } from '#http/client.ts'
import { hasSession } from '#people/accounts/session/session.ts'
import { countryData, type VisitorCountry } from '#people/accounts/wire/country.ts'

export function getTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

/** Null without a response: prices are then shown in US dollars, and phone numbers need a +. */
export async function loadCountry(
  client: Client,
  storage: Pick<ClientEnvironment, 'local'>,
): Promise<VisitorCountry | null> {
  const query = { timezoneId: getTimeZone() }
  const response = await client.call(countryData, { query, auth: hasSession(storage) ? 'learner' : 'none' })
  const finalResponse = response.status === 401 ? await client.call(countryData, { query }) : response
  return finalResponse.error === null ? finalResponse.data.data.current : null
}
