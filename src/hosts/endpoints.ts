/** Lists every endpoint with its host. */
import { accountsApi } from '#features/accounts/api.ts'
import { createPasswords } from '#features/accounts/password/passwords.ts'
import { adminApi } from '#features/admin/api.ts'
import { catalogApi } from '#features/catalog/api.ts'
import { certificatesApi } from '#features/certificates/api.ts'
import { checkoutApi } from '#features/checkout/api.ts'
import { courseMediaApi } from '#features/course-media/api.ts'
import { documentsApi } from '#features/documents/api.ts'
import { giftCardsApi } from '#features/gift-cards/api.ts'
import { interestsApi } from '#features/interests/api.ts'
import { leadsApi } from '#features/leads/api.ts'
import { lessonsApi } from '#features/lessons/api.ts'
import { liveApi } from '#features/live/api.ts'
import { mailingApi } from '#features/mailing/api.ts'
import { paymentsApi } from '#features/payments/api.ts'
import { portalApi } from '#features/portal/api.ts'
import { referralsApi } from '#features/referrals/api.ts'
import { refundsApi } from '#features/refunds/api.ts'
import { studioApi } from '#features/studio/api.ts'
import { supportApi } from '#features/support/api.ts'
import { waitlistApi } from '#features/waitlist/api.ts'
import type { Deps } from '#http/deps.ts'
import type { MountedEndpoint } from '#http/handle.ts'

/** Called once per server: password hashing shares one queue across hosts. */
export function listEndpoints(deps: Deps): MountedEndpoint[] {
  const passwords = createPasswords()
  return [
    ...accountsApi(deps, passwords),
    ...portalApi(deps, passwords),
    ...catalogApi(deps),
    ...lessonsApi(deps),
    ...liveApi(deps),
    ...courseMediaApi(deps),
    ...leadsApi(deps),
    ...mailingApi(deps),
    ...checkoutApi(deps),
    ...paymentsApi(deps),
    ...documentsApi(deps),
    ...referralsApi(deps),
    ...refundsApi(deps),
    ...certificatesApi(deps),
    ...giftCardsApi(deps),
    ...supportApi(deps),
    ...waitlistApi(deps),
    ...interestsApi(deps),
    ...adminApi(deps),
    ...studioApi(deps),
  ]
}
