/** Which endpoints there are, and on which host each answers. */
import { accountsApi } from '#features/accounts/api.ts'
import { openPasswords } from '#features/accounts/passwords.ts'
import { adminApi } from '#features/admin/api.ts'
import { catalogApi } from '#features/catalog/api.ts'
import { figuresApi } from '#features/checkout/api/figures.ts'
import { refundsApi } from '#features/checkout/api/refunds.ts'
import { checkoutApi } from '#features/checkout/api.ts'
import { giftCardsApi } from '#features/gift-cards/api.ts'
import { leadsApi } from '#features/leads/api.ts'
import { portalApi } from '#features/portal/api.ts'
import { supportApi } from '#features/support/api.ts'
import type { Deps } from '#http/deps.ts'
import type { Mounted } from '#http/handle.ts'

/** Made once for a server: the hashing of passwords waits in one line, whichever host asks. */
export function allEndpoints(deps: Deps): Mounted[] {
  const passwords = openPasswords()
  return [
    ...accountsApi(deps, passwords),
    ...portalApi(deps, passwords),
    ...catalogApi(deps),
    ...leadsApi(deps),
    ...checkoutApi(deps),
    ...refundsApi(deps),
    ...figuresApi(deps),
    ...giftCardsApi(deps),
    ...supportApi(deps),
    ...adminApi(deps),
  ]
}
