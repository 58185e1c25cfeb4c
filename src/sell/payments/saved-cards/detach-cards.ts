/** Deletes cards at the providers that no consent needs any more. docs/contract §31. */

import type { Deps } from '#http/deps.ts'
import type { Db } from '#platform/db/db.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import * as mandates from '#sell/orders/queries/card-mandates.ts'
import { paymentById } from '#sell/orders/queries/payments.ts'
import * as reusable from '#sell/orders/queries/reusable-cards.ts'

const IN_ONE_ROUND = 200

type EndedCard = mandates.StoredCard & Pick<mandates.CardMandate, 'order_id' | 'provider'>

/** Run every five minutes: the cards of ended mandates, and ended reusable cards. */
export async function detachEndedCards(deps: Deps): Promise<void> {
  const providers = deps.gateways.all.map((gateway) => gateway.provider)
  const ofMandates = await mandates.listCardsToDetach(deps.db, providers, IN_ONE_ROUND)
  await detachAll(deps, ofMandates, mandates.noteDetached)
  const ofBuyers = await reusable.listReusableCardsToDetach(deps.db, providers, IN_ONE_ROUND)
  await detachAll(deps, ofBuyers, reusable.noteReusableCardDetached)
}

/** The job `card.delete`: the card that the provider saved with a payment, unless a consent needs it. */
export async function deleteUnneededCard(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.db, paymentId)
  const gateway = payment && deps.gateways.for(payment.provider)
  if (!payment?.provider_intent_id || !gateway?.savedCards) return
  const { savedCard } = await gateway.getIntent(payment.provider_intent_id)
  if (savedCard && !(await reusable.isCardNeeded(deps.db, savedCard.methodId)))
    await gateway.savedCards.detach(savedCard)
}

async function detachAll(
  deps: Deps,
  ended: readonly EndedCard[],
  noteDetached: (db: Db, orderId: string) => Promise<void>,
): Promise<void> {
  await handleEach(
    deps.log,
    ended,
    async (card) => {
      const savedCard = mandates.getSavedCard(card)
      const savedCards = card.provider && deps.gateways.for(card.provider)?.savedCards
      if (!savedCard || !savedCards) return
      await savedCards.detach(savedCard)
      await noteDetached(deps.db, card.order_id)
    },
    ({ order_id: orderId }) => ['a saved card was not deleted; it is tried again', { orderId }],
  )
}
