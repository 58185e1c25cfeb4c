/** Connects the portal endpoints to their functions. */

import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import type { Passwords } from '#people/accounts/password/passwords.ts'
import { accountExport, deleteAccount } from '#people/accounts/wire/own-data.ts'
import { removeReusableCard, reusableCards } from '#people/accounts/wire/reusable-cards.ts'
import { removeSavedCard, savedCards } from '#people/accounts/wire/saved-cards.ts'
import { listOwnSavedCards, removeSavedCard as removeCard } from '#sell/payments/saved-cards/remove-saved-card.ts'
import {
  listOwnReusableCards,
  removeReusableCard as removeReusable,
} from '#sell/payments/saved-cards/reusable-cards.ts'
import { exportAccount } from './account-export.ts'
import { deleteOwnAccount } from './delete-account.ts'
import { listPurchases } from './list-purchases.ts'
import { loadLearnerHome } from './load-home.ts'
import { getSignedUpInfo } from './signed-up-info.ts'
import { purchases } from './wire/purchases.ts'
import { learnerHome, signedUpInfo } from './wire.ts'

export function portalApi(deps: Deps, passwords: Passwords): MountedEndpoint[] {
  return [
    handle(signedUpInfo, async ({ actor }) => respond(200, { data: await getSignedUpInfo(deps, actor.personId) })),
    handle(learnerHome, async ({ actor }) => {
      const outcome = await loadLearnerHome(deps, actor)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(purchases, async ({ actor, query }) =>
      respond(200, { data: await listPurchases(deps, actor, query.after ?? null) }),
    ),
    handle(accountExport, async ({ actor, ...call }) => {
      const outcome = await exportAccount(withOrigin(deps, call), actor)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(savedCards, async ({ actor }) => respond(200, { data: await listOwnSavedCards(deps, actor.personId) })),
    handle(removeSavedCard, async ({ actor, params }) => {
      const outcome = await removeCard(deps, actor.personId, params.orderId)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(reusableCards, async ({ actor }) =>
      respond(200, { data: await listOwnReusableCards(deps, actor.personId) }),
    ),
    handle(removeReusableCard, async ({ actor, params }) => {
      const outcome = await removeReusable(deps, actor.personId, params.reusableCardId)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(deleteAccount, async ({ actor, body, ...call }) => {
      const outcome = await deleteOwnAccount(withOrigin(deps, call), passwords, { ...actor, ...body, ip: call.ip })
      return outcome.ok ? respond(204, undefined) : refuse(outcome.refusal)
    }),
  ]
}
