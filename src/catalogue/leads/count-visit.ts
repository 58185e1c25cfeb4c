/**
 * Counts a visit whose address names a campaign, by UTC day and campaign. The click id is left out, because it identifies
 * one click. docs/contract §29.
 */
import { ATTRIBUTION_FIELDS, type Attribution } from '#domain/attribution.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { consumeLimit } from '#platform/limits.ts'
import { countCampaignVisit } from './queries/campaign-visits.ts'

/** Beyond as many campaigns on one day, invented by a script, further ones are counted together. */
const MAX_CAMPAIGNS_PER_DAY = 2000
const OTHER_CAMPAIGN = '(other)'
const VISIT_FIELDS = ATTRIBUTION_FIELDS.filter((field) => field !== 'clickid')

/** Refused for an address without any field. */
export async function countVisit(
  deps: Deps,
  { attribution, ip }: { attribution: Attribution; ip: string },
): Promise<Outcome<null>> {
  if (!ATTRIBUTION_FIELDS.some((field) => attribution[field]))
    return refused('FIELD_INVALID', { fields: { attribution: 'This is required' } })
  const retryAfter = await consumeLimit(deps.db, 'campaignVisit', ip)
  if (retryAfter) return refused('RATE_LIMITED', { retryAfter })
  const fields = VISIT_FIELDS.flatMap((field) => (attribution[field] ? [[field, attribution[field]]] : []))
  await countCampaignVisit(deps.db, {
    day: deps.clock().toISOString().slice(0, 10),
    fields: Object.fromEntries(fields),
    otherFields: Object.fromEntries(VISIT_FIELDS.map((field) => [field, OTHER_CAMPAIGN])),
    maxCampaigns: MAX_CAMPAIGNS_PER_DAY,
  })
  return accepted(null)
}
