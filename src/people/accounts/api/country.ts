/** Binds get-country-data to its function. */
import { listCountries } from '#domain/country.ts'
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, respond } from '#http/handle.ts'
import { getVisitorCountry } from '../profile/visitor-country.ts'
import * as wire from '../wire/country.ts'

export function countryApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.countryData, async ({ actor, query, headers, ip, proxyCountry }) => {
      const current = await getVisitorCountry(deps, {
        personId: actor.kind === 'person' ? actor.personId : undefined,
        cookies: headers.cookie,
        proxyCountry,
        ip,
        timezoneId: query.timezoneId ?? query.timezone_id,
        languages: headers['accept-language'],
      })
      const isList = query.list === 'true' || query.list === '1'
      return respond(200, { data: { current, ...(isList && { countries: listCountries() }) } })
    }),
  ]
}
