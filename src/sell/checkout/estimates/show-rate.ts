/** What the checkout shows for a visitor whose country has another currency. Only these load it. */
import type { Client, ClientEnvironment } from '#http/client.ts'
import type { VisitorRate } from '#ui/estimate/estimate.tsx'
import { createShow } from '#ui/estimate/show-estimate.tsx'
import { readRememberedRate } from './remembered-rate.ts'
import { loadRate, loadVisitorRate } from './visitor-rate.ts'

type Storage = Pick<ClientEnvironment, 'local' | 'session'>

/** For a page that shows its amounts with their estimates at once. */
export async function loadRateContext(
  client: Client,
  storage: Pick<Storage, 'session'>,
  countryCode: string,
): Promise<VisitorRate> {
  return { show: createShow(await loadRate(client, storage, countryCode)) }
}

/** First by the rate that the tab remembers. */
export async function showVisitorRate(
  client: Client,
  storage: Storage,
  onShow: (show: VisitorRate['show']) => void,
): Promise<void> {
  onShow(createShow(readRememberedRate(storage.session)))
  const rate = await loadVisitorRate(client, storage)
  if (rate !== undefined) onShow(createShow(rate))
}
