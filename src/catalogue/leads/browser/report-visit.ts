/** Reports a visit with a campaign, unless the tab reported the same campaign last. docs/contract §29. */
import type { Attribution } from '#domain/attribution.ts'
import { browserClient, type Client, type KeyValueStorage } from '#http/client.ts'
import { campaignVisit } from '../wire.ts'

const KEY = 'counted_campaign'

type Visitor = { client: Client; session: KeyValueStorage; asksNotToBeTracked: boolean }

export function reportCampaign(attribution: Attribution): Promise<void> {
  return reportVisit(
    {
      client: browserClient(),
      session: sessionStorage,
      // Global Privacy Control, or the older Do Not Track.
      asksNotToBeTracked: Reflect.get(navigator, 'globalPrivacyControl') === true || navigator.doNotTrack === '1',
    },
    attribution,
  )
}

/** A browser that asks not to be tracked is not counted. */
export async function reportVisit(
  { client, session, asksNotToBeTracked }: Visitor,
  attribution: Attribution,
): Promise<void> {
  const campaign = JSON.stringify(attribution)
  if (asksNotToBeTracked || session.getItem(KEY) === campaign) return
  session.setItem(KEY, campaign)
  await client.call(campaignVisit, { body: { attribution } })
}
