/**
 * The codes of an order: a use of its promo code, gift card and credit. Reserved when the order is placed, consumed
 * when it is paid, released once when it ends unpaid. Always after the seats, so that two orders can't wait for each
 * other in a circle.
 */

import { hasTooManyUses } from '#catalogue/catalog/queries/promo-codes.ts'
import { reservePromoUse, returnPromoUse } from '#catalogue/catalog/queries.ts'
import { type Money, money } from '#domain/money/money.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { captureTender, holdTender, releaseTender } from '#sell/ledger/book.ts'
import { addPayment, listOrderPayments, movePayment } from './queries/payments.ts'

export type ReservedTender = { method: 'gift-card' | 'credit'; accountId: string; amount: Money }
type Payment = Awaited<ReturnType<typeof listOrderPayments>>[number]
type Order = { id: string; promo_code: string | null; currency: string }

/**
 * Null if everything is reserved. Otherwise the code that is not available, and the caller must roll its transaction
 * back.
 */
export async function reserveCodes(
  tx: Tx,
  order: Order,
  tender: readonly ReservedTender[],
): Promise<'promo' | 'tender' | null> {
  if (order.promo_code && !(await reservePromoUse(tx, order.promo_code))) return 'promo'
  // The row of the code is locked now, so two orders of one person count each other.
  if (order.promo_code && (await hasTooManyUses(tx, order.id))) return 'promo'
  return (await holdFrom(tx, order, tender, 1)) ? null : 'tender'
}

/**
 * Reserves the released codes of an ended order again, because its payment arrived after all. False if they are no
 * longer available, and then nothing is reserved.
 */
export async function reserveCodesAgain(tx: Tx, order: Order): Promise<boolean> {
  if (order.promo_code && !(await reservePromoUse(tx, order.promo_code))) return false
  const before = new Map<string, ReservedTender>()
  // An order may have been reserved again before: the last of each account counts.
  for (const { method, state, account_id, amount_minor, currency } of await listOrderPayments(tx, order.id))
    if ((method === 'gift-card' || method === 'credit') && state === 'cancelled' && account_id)
      before.set(account_id, { method, accountId: account_id, amount: money(amount_minor, currency) })
  if (await hold(tx, order, [...before.values()])) return true
  await releaseCodes(tx, order)
  return false
}

/** Consumes the reserved codes. @param payments all payments of the order, if the caller has locked them */
export async function consumeCodes(tx: Tx, order: Order, payments?: readonly Payment[]): Promise<void> {
  for (const payment of payments?.filter(isHeld) ?? (await listHeldAmounts(tx, order.id))) {
    await movePayment(tx, payment.id, 'complete')
    await captureTender(tx, payment.id, money(payment.amount_minor, order.currency))
  }
}

/** Call once, with the change that ends the order. */
export async function releaseCodes(tx: Tx, order: Order): Promise<void> {
  if (order.promo_code) await returnPromoUse(tx, order.promo_code)
  for (const payment of await listHeldAmounts(tx, order.id)) {
    await movePayment(tx, payment.id, 'cancelled')
    await releaseTender(tx, payment.id, payment.account_id!, money(payment.amount_minor, order.currency))
  }
}

/** Reserves gift card and credit as payments of the order. False if one of them is not available. */
export async function hold(
  tx: Tx,
  order: Pick<Order, 'id' | 'currency'>,
  tender: readonly ReservedTender[],
  purpose: 'purchase' | 'balance' = 'purchase',
): Promise<boolean> {
  if (tender.length === 0) return true
  const attempts = (await listOrderPayments(tx, order.id)).length
  return holdFrom(tx, order, tender, attempts + 1, purpose)
}

/** The tender becomes the attempts from `firstAttempt` on. */
async function holdFrom(
  tx: Tx,
  order: Pick<Order, 'id' | 'currency'>,
  tender: readonly ReservedTender[],
  firstAttempt: number,
  purpose: 'purchase' | 'balance' = 'purchase',
): Promise<boolean> {
  for (const [at, { method, accountId, amount }] of tender.entries()) {
    const payment = await addPayment(tx, {
      order_id: order.id,
      attempt: firstAttempt + at,
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

/** The amounts that an open order has reserved of gift card and credit, as payments. */
export async function listHeldAmounts(tx: Db | Tx, orderId: string) {
  return (await listOrderPayments(tx, orderId)).filter(isHeld)
}

const isHeld = ({ account_id, state }: Payment) => account_id !== null && state === 'pending'
