/** Time zones with the names of their cities. */
import { getZoneCity } from '#domain/dates/zone-name.ts'

type Region = { region: string; zones: { zone: string; label: string }[] }

/** Labels start with the city, so that typing "Man" finds Manila. The list always includes the person's own zone. */
export function listZonesByRegion(ownZone: string | null, now: Date): Region[] {
  const allZones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(ownZone ? [ownZone] : [])])
  const regions = Map.groupBy([...allZones].sort(), (zone) =>
    zone.includes('/') ? (zone.split('/')[0] ?? '') : 'Other',
  )
  return [...regions].map(([region, zones]) => ({
    region,
    zones: zones
      .map((zone) => ({ zone, label: `${getZoneCity(zone)} (${formatOffset(zone, now)})` }))
      .sort((a, b) => a.label.localeCompare(b.label, 'en-GB')),
  }))
}

function formatOffset(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(now)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
}
