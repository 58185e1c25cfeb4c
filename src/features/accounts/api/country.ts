/** Binds get-country-data to its verb. */
import { countryList } from '#domain/country.ts'
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted } from '#http/handle.ts'
import { countryHere } from '../country-here.ts'
import * as wire from '../wire/country.ts'

export function countryApi(deps: Deps): Mounted[] {
  return [
    handle(wire.countryData, async ({ actor, query, headers, ip, proxyCountry }) => {
      const current = await countryHere(deps, {
        personId: actor.kind === 'person' ? actor.personId : undefined,
        cookies: headers.cookie,
        proxyCountry,
        ip,
        timezoneId: query.timezoneId ?? query.timezone_id,
        languages: headers['accept-language'],
      })
      const isList = query.list === 'true' || query.list === '1'
      return answer(200, { data: { current, ...(isList && { countries: countryList() }) } })
    }),
  ]
}
