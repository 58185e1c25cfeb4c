import type { Country } from '#domain/country.ts'
import type { Client, ClientEnvironment } from '#http/client.ts'
import type { VisitorRate } from '#ui/estimate/estimate.tsx'

/** A buyer who pays in dollars at home needs neither the rate nor its code. */
export async function loadRateOf(
  client: Client,
  storage: Pick<ClientEnvironment, 'session'>,
  country: Country | null,
): Promise<VisitorRate> {
  if (!country || country.currency === 'USD') return { estimate: null }
  const loaded = await import('./visitor-rate.ts').catch(() => null)
  return loaded ? loaded.loadRateContext(client, storage, country.countryCode) : { estimate: null }
}
