/** Lists every endpoint with its host. */

import { catalogApi } from '#catalogue/catalog/api.ts'
import { courseLifeApi } from '#catalogue/course-life/api.ts'
import { datesApi } from '#catalogue/dates/api.ts'
import { draftsApi } from '#catalogue/drafts/api.ts'
import { interestsApi } from '#catalogue/interests/api.ts'
import { leadsApi } from '#catalogue/leads/api.ts'
import { previewsApi } from '#catalogue/previews/api.ts'
import { pricesApi } from '#catalogue/prices/api.ts'
import { profilesApi } from '#catalogue/profiles/api.ts'
import type { Deps } from '#http/deps.ts'
import type { MountedEndpoint } from '#http/handle.ts'
import { certificatesApi } from '#learn/certificates/api.ts'
import { courseMediaApi } from '#learn/course-media/api.ts'
import { learnersApi } from '#learn/learners/api.ts'
import { lessonsApi } from '#learn/lessons/api.ts'
import { liveApi } from '#learn/live/api.ts'
import { messagesApi } from '#learn/messages/api.ts'
import { accountsApi } from '#people/accounts/api.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { invitationsApi } from '#people/invitations/api.ts'
import { mailingApi } from '#people/mailing/api.ts'
import { siteApi } from '#people/site/api.ts'
import { supportApi } from '#people/support/api.ts'
import { adminApi } from '#screens/admin/api.ts'
import { informationPagesApi } from '#screens/information-pages/api.ts'
import { portalApi } from '#screens/portal/api.ts'
import { setUpApi } from '#screens/set-up/api.ts'
import { studioApi } from '#screens/studio/api.ts'
import { checkoutApi } from '#sell/checkout/api.ts'
import { cohortChangesApi } from '#sell/cohort-changes/api.ts'
import { documentsApi } from '#sell/documents/api.ts'
import { giftCardsApi } from '#sell/gift-cards/api.ts'
import { learnerSeatsApi } from '#sell/learner-seats/api.ts'
import { paymentsApi } from '#sell/payments/api.ts'
import { promoCodesApi } from '#sell/promo-codes/api.ts'
import { referralsApi } from '#sell/referrals/api.ts'
import { refundsApi } from '#sell/refunds/api.ts'
import { waitlistApi } from '#sell/waitlist/api.ts'

/** Called once per server: password hashing shares one queue across hosts. */
export function listEndpoints(deps: Deps): MountedEndpoint[] {
  const passwords = createPasswords()
  return [
    ...accountsApi(deps, passwords),
    ...portalApi(deps, passwords),
    ...catalogApi(deps),
    ...draftsApi(deps),
    ...datesApi(deps),
    ...previewsApi(deps),
    ...pricesApi(deps),
    ...promoCodesApi(deps),
    ...profilesApi(deps),
    ...courseLifeApi(deps),
    ...lessonsApi(deps),
    ...liveApi(deps),
    ...messagesApi(deps),
    ...courseMediaApi(deps),
    ...leadsApi(deps),
    ...mailingApi(deps),
    ...invitationsApi(deps),
    ...checkoutApi(deps),
    ...cohortChangesApi(deps),
    ...learnerSeatsApi(deps),
    ...learnersApi(deps),
    ...paymentsApi(deps),
    ...documentsApi(deps),
    ...referralsApi(deps),
    ...refundsApi(deps),
    ...certificatesApi(deps),
    ...giftCardsApi(deps),
    ...siteApi(deps),
    ...setUpApi(deps, passwords),
    ...informationPagesApi(deps),
    ...supportApi(deps),
    ...waitlistApi(deps),
    ...interestsApi(deps),
    ...adminApi(deps),
    ...studioApi(deps),
  ]
}
