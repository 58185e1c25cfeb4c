/** Connects the portal endpoints to their functions. */

import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import type { Passwords } from '#people/accounts/password/passwords.ts'
import { accountExport, deleteAccount } from '#people/accounts/wire/own-data.ts'
import { listReusableCards, removeReusableCard } from '#people/accounts/wire/reusable-cards.ts'
import { listSavedCards, removeSavedCard } from '#people/accounts/wire/saved-cards.ts'
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
import { listOwnPurchases } from './wire/purchases.ts'
import { learnerHome, signedUpInfo } from './wire.ts'

export function portalApi(deps: Deps, passwords: Passwords): MountedEndpoint[] {
  return [
    handle(signedUpInfo, async ({ actor }) => respond(200, { data: await getSignedUpInfo(deps, actor.personId) })),
    handle(learnerHome, ({ actor }) => loadLearnerHome(deps, actor)),
    handle(listOwnPurchases, async ({ actor, query }) =>
      respond(200, { data: await listPurchases(deps, actor, query.after ?? null) }),
    ),
    handle(accountExport, ({ actor, ...call }) => exportAccount(withOrigin(deps, call), actor)),
    handle(listSavedCards, async ({ actor }) => respond(200, { data: await listOwnSavedCards(deps, actor.personId) })),
    handle(removeSavedCard, ({ actor, params }) => removeCard(deps, actor.personId, params.orderId)),
    handle(listReusableCards, async ({ actor }) =>
      respond(200, { data: await listOwnReusableCards(deps, actor.personId) }),
    ),
    handle(removeReusableCard, ({ actor, params }) => removeReusable(deps, actor.personId, params.reusableCardId)),
    handle(deleteAccount, ({ actor, body, ...call }) =>
      deleteOwnAccount(withOrigin(deps, call), passwords, { ...actor, ...body, ip: call.ip }),
    ),
  ]
}
