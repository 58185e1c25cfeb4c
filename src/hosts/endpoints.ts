/** Which endpoints there are, and on which host each answers. */
import { accountsApi } from '#features/accounts/api.ts'
import { catalogApi } from '#features/catalog/api.ts'
import { checkoutApi } from '#features/checkout/api.ts'
import { leadsApi } from '#features/leads/api.ts'
import { portalApi } from '#features/portal/api.ts'
import type { Deps } from '#http/deps.ts'
import type { Host } from '#http/endpoint.ts'
import type { Mounted } from '#http/handle.ts'

export function allEndpoints(deps: Deps): Mounted[] {
  return [...accountsApi(deps), ...portalApi(deps), ...catalogApi(deps), ...leadsApi(deps), ...checkoutApi(deps)]
}

export function endpointsOf(deps: Deps, host: Host): Mounted[] {
  return allEndpoints(deps).filter((mounted) => mounted.endpoint.host === host)
}
