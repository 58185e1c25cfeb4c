/** Stores the card of a paid order for what its buyer agreed to: the balance of a deposit, and the buyer's next course. */
import type { ProviderFact } from '#domain/orders/payment.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import type { PaymentProvider } from '#platform/payments/gateway.ts'
import { cardDeleteJob } from '#sell/checkout/queue.ts'
import { endMandate, storeSavedCard } from '#sell/orders/queries/card-mandates.ts'
import type { Order } from '#sell/orders/queries/orders.ts'
import { endReusableCards, storeReusableCard } from '#sell/orders/queries/reusable-cards.ts'

type Payment = { id: string; provider: PaymentProvider; saves_card: string | null }

/** A card that the provider saved and that no consent is for is deleted there. */
export async function keepCard(deps: Deps, tx: Tx, order: Order, payment: Payment, fact: ProviderFact): Promise<void> {
  const isForBalance = order.payment_type === 'deposit' && (await keepForBalance(tx, order.id, payment, fact))
  const isForNextCourse = await keepForNextCourse(tx, order, payment, fact)
  if (!isForBalance && !isForNextCourse) await enqueueDeletion(deps, tx, payment.id, fact)
}

/** For a payment that bought nothing, or whose consent was withdrawn while the bank decided. */
export async function enqueueDeletion(deps: Deps, tx: Tx, paymentId: string, { savedCard }: ProviderFact) {
  if (savedCard) await deps.jobs.enqueue(tx, cardDeleteJob, { paymentId }, { key: paymentId })
}

/** True if the card is stored. A deposit that was paid otherwise ends the consent. */
async function keepForBalance(
  tx: Tx,
  orderId: string,
  { provider, saves_card }: Payment,
  { savedCard, card }: ProviderFact,
): Promise<boolean> {
  if (saves_card === 'balance' && savedCard && card && isSaving(provider))
    return storeSavedCard(tx, orderId, { provider, savedCard, card })
  await endMandate(tx, orderId, 'closed')
  return false
}

/** True if the card is stored. It replaces the buyer's earlier one. */
async function keepForNextCourse(
  tx: Tx,
  order: Order,
  { provider, saves_card }: Payment,
  { savedCard, card }: ProviderFact,
): Promise<boolean> {
  if (!saves_card || !order.person_id || !savedCard || !card?.expires || !isSaving(provider)) return false
  const isStored = await storeReusableCard(tx, order.id, { provider, savedCard, card, expires: card.expires })
  if (isStored) await endReusableCards(tx, order.person_id, { except: order.id })
  return isStored
}

const isSaving = (provider: PaymentProvider): provider is 'sandbox' | 'stripe' =>
  provider === 'sandbox' || provider === 'stripe'
