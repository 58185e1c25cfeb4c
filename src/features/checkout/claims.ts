/**
 * What an order claims besides its seats: a use of its code, and gift card and credit. Claimed when it is
 * placed, spent when it is paid, given back once when it ends unpaid. Always after the seats, so that no
 * two orders wait for each other in a circle.
 */
import { type Money, money } from '#domain/money.ts'
import { claimUse, giveUseBack } from '#features/catalog/queries.ts'
import { holdTender, releaseTender, spendTender } from '#features/ledger/book.ts'
import type { Tx } from '#platform/db/db.ts'
import { addPayment, movePayment, paymentsOf } from './queries/payments.ts'

export type Tender = { method: 'gift-card' | 'credit'; accountId: string; amount: Money }
type Order = { id: string; promo_code: string | null; currency: string }

/** Null when all of it is claimed; else what is not to be had, and the caller's transaction must not stand. */
export async function claim(tx: Tx, order: Order, tender: readonly Tender[]): Promise<'promo' | 'tender' | null> {
  if (order.promo_code && !(await claimUse(tx, order.promo_code))) return 'promo'
  return (await hold(tx, order, tender)) ? null : 'tender'
}

/**
 * Claims again what an order that had ended gave back, because its money came after all; false, and
 * nothing is claimed, where that is not to be had any more.
 */
export async function claimAgain(tx: Tx, order: Order): Promise<boolean> {
  if (order.promo_code && !(await claimUse(tx, order.promo_code))) return false
  const before = (await paymentsOf(tx, order.id)).flatMap(({ method, state, account_id, amount_minor, currency }) =>
    (method === 'gift-card' || method === 'credit') && state === 'cancelled' && account_id
      ? [{ method, accountId: account_id, amount: money(amount_minor, currency) }]
      : [],
  )
  if (await hold(tx, order, before)) return true
  await giveClaimsBack(tx, order)
  return false
}

/** What was held is spent. */
export async function spendClaims(tx: Tx, order: Order): Promise<void> {
  for (const payment of await heldOf(tx, order.id)) {
    await movePayment(tx, payment.id, 'complete')
    await spendTender(tx, payment.id, money(payment.amount_minor, order.currency))
  }
}

/** To be called once, with the move that ends the order. */
export async function giveClaimsBack(tx: Tx, order: Order): Promise<void> {
  if (order.promo_code) await giveUseBack(tx, order.promo_code)
  for (const payment of await heldOf(tx, order.id)) {
    await movePayment(tx, payment.id, 'cancelled')
    await releaseTender(tx, payment.id, payment.account_id!, money(payment.amount_minor, order.currency))
  }
}

/** Sets tender aside as payments of the order; false where one of them is not to be had. */
export async function hold(
  tx: Tx,
  order: Pick<Order, 'id' | 'currency'>,
  tender: readonly Tender[],
  purpose: 'purchase' | 'balance' = 'purchase',
): Promise<boolean> {
  if (tender.length === 0) return true
  const attempts = (await paymentsOf(tx, order.id)).length
  for (const [at, { method, accountId, amount }] of tender.entries()) {
    const payment = await addPayment(tx, {
      order_id: order.id,
      attempt: attempts + at + 1,
      method,
      provider: 'none',
      account_id: accountId,
      purpose,
      amount_minor: amount.minor,
      currency: order.currency,
    })
    if (await holdTender(tx, payment.id, accountId, amount)) continue
    await movePayment(tx, payment.id, 'cancelled')
    return false
  }
  return true
}

async function heldOf(tx: Tx, orderId: string) {
  return (await paymentsOf(tx, orderId)).filter(({ account_id, state }) => account_id !== null && state === 'pending')
}
