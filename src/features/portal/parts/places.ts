/** Time zones as people call them. */
import { placeOf } from '#domain/schedule.ts'

type Region = { region: string; zones: { zone: string; label: string }[] }

/** Each zone by the place that it is named after, so that typing "Man" finds Manila; `own` is among them, whatever it is. */
export function zonesByRegion(own: string | null, now: Date): Region[] {
  const all = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(own ? [own] : [])])
  const regions = Map.groupBy([...all].sort(), (zone) => (zone.includes('/') ? (zone.split('/')[0] ?? '') : 'Other'))
  return [...regions].map(([region, zones]) => ({
    region,
    zones: zones
      .map((zone) => ({ zone, label: `${placeOf(zone)} (${offsetOf(zone, now)})` }))
      .sort((a, b) => a.label.localeCompare(b.label, 'en-GB')),
  }))
}

function offsetOf(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(now)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
}
