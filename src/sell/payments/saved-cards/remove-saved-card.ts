/** The saved cards of a person, and their removal: a removed card is never charged again. docs/contract §31. */
import { add, toWire } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { SavedCardView } from '#people/accounts/wire/saved-cards.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { getOrderBalance } from '#sell/orders/get-order-balance.ts'
import { getOrderedCourse } from '#sell/orders/ordered-course.ts'
import { endMandate, getMandate, listSavedCards } from '#sell/orders/queries/card-mandates.ts'
import { getOrder, lockOrder } from '#sell/orders/queries/orders.ts'
import { listOrderPayments, livePayment } from '#sell/orders/queries/payments.ts'
import { cancelLivePayment } from '../end-order.ts'

export async function listOwnSavedCards(deps: Deps, personId: string): Promise<SavedCardView[]> {
  const cards: SavedCardView[] = []
  for (const card of await listSavedCards(deps.db, personId)) {
    const order = await getOrder(deps.db, card.id)
    const chargeAt = card.charge_at ?? card.balance_due_at
    if (!order || !chargeAt || !card.card_brand || !card.card_last4) continue
    const { dueNow, dueLater } = getOrderBalance(order, await listOrderPayments(deps.db, order.id), deps.clock())
    cards.push({
      orderId: order.id,
      orderNumber: `U-${order.number}`,
      courseTitle: (await getOrderedCourse(deps, order)).title,
      brand: card.card_brand,
      last4: card.card_last4,
      amount: toWire(add(dueNow, dueLater)),
      chargeAt: chargeAt.toISOString(),
    })
  }
  return cards
}

/** An attempt that is not charged yet is cancelled first. Refused while the bank is deciding about it. */
export async function removeSavedCard(
  deps: Deps,
  personId: string,
  orderId: string,
): Promise<Outcome<{ orderId: string }>> {
  const ended = await inOneTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.person_id !== personId || !(await endMandate(tx, orderId, 'removed'))) return refused('ORDER_NOT_FOUND')
    return accepted({ orderId })
  })
  if (!ended.ok) return ended
  const mandate = await getMandate(deps.db, orderId)
  const live = await livePayment(deps.db, orderId)
  if (!live || live.id !== mandate?.payment_id) return ended
  const cancelled = await cancelLivePayment(deps, orderId, live.id)
  return cancelled.ok ? ended : refused('PAYMENT_IN_HAND')
}
