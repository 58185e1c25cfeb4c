/** The marketing source of a visit, read from the query of the page address. docs/contract §7. */

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
/** The last and the first touch of a visitor, as forms and orders send them. */
export type SentTouches = { attribution?: object | undefined; firstTouch?: object | undefined }

/** Other parameter names for the same field. The field's own name takes precedence. */
const ALIASES: Partial<Record<keyof Attribution, readonly string[]>> = {
  clickid: ['gclid', 'fbclid', 'ttclid', 'msclkid'],
  source: ['utm_source'],
  medium: ['utm_medium'],
  campaign: ['utm_campaign'],
}
const MAX_FIELD_LENGTH = 300

/** The marketing fields of a query, cut to 300 characters each; null when it has none. */
export function readAttribution(query: URLSearchParams): Attribution | null {
  const attribution: Attribution = {}
  for (const field of ATTRIBUTION_FIELDS) {
    const text = [field, ...(ALIASES[field] ?? [])].map((name) => query.get(name)?.trim()).find(Boolean)
    const value = text && [...text.replace(/\p{Cc}/gu, '')].slice(0, MAX_FIELD_LENGTH).join('').toWellFormed()
    if (value) attribution[field] = value
  }
  return Object.keys(attribution).length > 0 ? attribution : null
}

/** The columns of both touches. A sender with one touch has the same first and last touch. */
export function toTouchColumns({ attribution = {}, firstTouch = attribution }: SentTouches) {
  return { attribution: JSON.stringify(attribution), first_touch: JSON.stringify(firstTouch) }
}
