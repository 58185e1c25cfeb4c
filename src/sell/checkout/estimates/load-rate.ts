import type { Country } from '#domain/country.ts'
import type { Client, ClientEnvironment } from '#http/client.ts'
import type { VisitorRate } from '#ui/estimate/estimate.tsx'

const NO_RATE: VisitorRate = { show: null }

/** A buyer who pays in dollars at home needs neither the rate nor its code. */
export async function loadRateOf(
  client: Client,
  storage: Pick<ClientEnvironment, 'session'>,
  country: Country | null,
): Promise<VisitorRate> {
  if (country?.currency === 'USD') storage.session.removeItem('local_rate')
  if (!country || country.currency === 'USD') return NO_RATE
  const loaded = await import('./show-rate.ts').catch(() => null)
  return loaded ? loaded.loadRateContext(client, storage, country.countryCode) : NO_RATE
}
