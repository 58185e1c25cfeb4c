import { getZoneCity } from '#domain/dates/zone-name.ts'
import { formatLength } from '#domain/learning/class-time.ts'

const LENGTHS = [30, 45, 60, 75, 90, 105, 120, 150, 180, 210, 240, 300, 360, 420, 480]

/** @param current minutes, as text */
export function LengthOptions({ current }: { current: string }) {
  return [...new Set([...LENGTHS, Number(current)])]
    .toSorted((a, b) => a - b)
    .map((minutes) => (
      <option key={minutes} value={minutes}>
        {formatLength(minutes)}
      </option>
    ))
}

export function ZoneOptions({ current }: { current: string }) {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), current])].toSorted().map((zone) => (
    <option key={zone} value={zone}>
      {formatZone(zone)}
    </option>
  ))
}

/** `Europe/London` → `Europe · London`. */
function formatZone(zone: string): string {
  const [region, ...rest] = zone.split('/')
  return rest.length === 0 ? zone : `${region} · ${getZoneCity(zone)}`
}
