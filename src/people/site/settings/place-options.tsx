import { useMemo } from 'react'
import { listZonesByRegion } from '#people/accounts/settings/time-zones.ts'

/** @param chosen is listed although it may be an older name */
export function ZoneOptions({ chosen }: { chosen: string | null }) {
  const regions = useMemo(() => listZonesByRegion(chosen, new Date()), [chosen])
  return regions.map(({ region, zones }) => (
    <optgroup key={region} label={region}>
      {zones.map(({ zone, label }) => (
        <option key={zone} value={zone}>
          {label}
        </option>
      ))}
    </optgroup>
  ))
}

export type CountryChoice = { countryCode: string; name: string }

export function CountryOptions({ countries }: { countries: readonly CountryChoice[] }) {
  return countries.map(({ countryCode, name }) => (
    <option key={countryCode} value={countryCode}>
      {name}
    </option>
  ))
}
