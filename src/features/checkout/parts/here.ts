/** Where the visitor is: the zone as the browser tells it, the country as the server makes it out. */
import { callCountryData } from '#features/accounts/calls/country.ts'
import { hasSession } from '#features/accounts/session.ts'
import type { Here } from '#features/accounts/wire/country.ts'
import type { Client, ClientEnvironment } from '#http/client.ts'

export function hereZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

/** Null where nobody answers: then prices are shown as they are charged, and a number needs its +. */
export async function askHere(client: Client, kept: Pick<ClientEnvironment, 'local'>): Promise<Here | null> {
  const wish = { timezoneId: hereZone() }
  const answer = await callCountryData(client, wish, hasSession(kept) ? 'learner' : 'none')
  const found = answer.status === 401 ? await callCountryData(client, wish) : answer
  return found.error === null ? found.data.data.current : null
}
