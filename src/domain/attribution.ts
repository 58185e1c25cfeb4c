/** Where a visit came from, as the address of its page says. Specification §3, contract §7. */

export const ATTRIBUTION_FIELDS = [
  'clickid',
  'source',
  'medium',
  'campaign',
  'campaignid',
  'creativeid',
  'adgroupid',
  'adgroupname',
  'adid',
  'adname',
] as const
export type AttributionField = (typeof ATTRIBUTION_FIELDS)[number]
export type Attribution = Partial<Record<AttributionField, string>>

/** What others call the same. A field's own name comes first. */
const ALSO: Partial<Record<keyof Attribution, readonly string[]>> = {
  clickid: ['gclid', 'fbclid', 'ttclid', 'msclkid'],
  source: ['utm_source'],
  medium: ['utm_medium'],
  campaign: ['utm_campaign'],
}
const LONGEST = 300

/** What the query of an address tells, cut to 300 characters a field; null where it tells nothing. */
export function readAttribution(query: URLSearchParams): Attribution | null {
  const found: Attribution = {}
  for (const field of ATTRIBUTION_FIELDS) {
    const text = [field, ...(ALSO[field] ?? [])].map((name) => query.get(name)?.trim()).find(Boolean)
    const told = text && [...text.replace(/\p{Cc}/gu, '')].slice(0, LONGEST).join('').toWellFormed()
    if (told) found[field] = told
  }
  return Object.keys(found).length > 0 ? found : null
}
