/**
 * Puts right what was left half done: asks the provider about every payment that has not ended, pays
 * back what must go back, and ends the orders whose time has run out. Run at every start of a worker
 * and each minute; who waited longest is asked about first, so nobody can fill the line.
 */

import { MINUTES_TO_PAY } from '#domain/gift-card.ts'
import { lapsedHolds } from '#features/enrolments/queries.ts'
import type { Deps } from '#http/deps.ts'
import { logFault } from '#platform/db/away.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { expireOrder } from './end-order.ts'
import { hearRefunds, paymentsToHear } from './hear-refunds.ts'
import { listDeletedIntents } from './queries/deleted-orders.ts'
import { lateGiftCards } from './queries/gift-cards.ts'
import { nextUnsettled, notHeldForPaid, paymentById, paymentsToRefund } from './queries/payments.ts'
import { refundPayment } from './refund.ts'
import { settle } from './settle.ts'
import { paymentsWithNewDisputes, syncDisputes } from './sync-disputes.ts'

/** One round stays well within its minute, even when every call takes a second. */
const IN_ONE_ROUND = 200
const FOR_PRESENTED = 150
const SIDE_BY_SIDE = 8
const DAYS = 3
const DAY_MS = 24 * 60 * 60 * 1000

export async function reconcile(deps: Deps, olderThanSeconds: number): Promise<void> {
  if (!deps.gateway) return
  await forEach(deps, await takeUnsettled(deps, deps.gateway.provider, olderThanSeconds), (paymentId) =>
    askAbout(deps, paymentId),
  )
  await forEach(deps, await paymentsToRefund(deps.db, IN_ONE_ROUND), (paymentId) => refundPayment(deps, paymentId))
  await forEach(deps, await lapsedHolds(deps.db, IN_ONE_ROUND), (orderId) => lapse(deps, orderId))
  const late = await lateGiftCards(deps.db, MINUTES_TO_PAY, IN_ONE_ROUND)
  await forEach(deps, late, (orderId) => lapse(deps, orderId))
}

/** Payments whose card the provider has come first, so that orders that nobody pays never hold them up; the others have a share. */
async function takeUnsettled({ db }: Deps, provider: Gateway['provider'], olderThanSeconds: number): Promise<string[]> {
  const first = await nextUnsettled(db, provider, olderThanSeconds, FOR_PRESENTED, 'presented')
  const others = await nextUnsettled(db, provider, olderThanSeconds, IN_ONE_ROUND - first.length, 'any')
  return [...new Set([...first, ...others])]
}

/** What the provider charged although we hold it for unpaid: a charge of an intent that was called dead. */
export async function findLostCharges(deps: Deps): Promise<void> {
  const { gateway } = deps
  if (!gateway) return
  const since = new Date(deps.clock().getTime() - DAYS * DAY_MS)
  const charged = (await gateway.listCharges(since)).map((charge) => charge.intentId)
  const lost = await notHeldForPaid(deps.db, gateway.provider, charged)
  const deleted = await listDeletedIntents(deps.db, gateway.provider, charged)
  await forEach(deps, [...lost, ...deleted], async (intentId) => settle(deps, await gateway.getIntent(intentId)))
}

/** What went back, or did not arrive, without our hearing of it. */
export async function findLostRefunds(deps: Deps, days: number): Promise<void> {
  const since = new Date(deps.clock().getTime() - days * DAY_MS)
  await forEach(deps, await paymentsToHear(deps, since), (paymentId) => hearRefunds(deps, paymentId))
}

/** Disputes of which no webhook told. */
export async function findLostDisputes(deps: Deps, days: number): Promise<void> {
  const since = new Date(deps.clock().getTime() - days * DAY_MS)
  await forEach(deps, await paymentsWithNewDisputes(deps, since), (paymentId) => syncDisputes(deps, paymentId))
}

/** The end of an order's hold. What is processing keeps its seats, and is looked at again. */
export async function lapse(deps: Deps, orderId: string): Promise<void> {
  if (deps.gateway) await expireOrder(deps, deps.gateway, orderId)
}

async function askAbout(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.db, paymentId)
  if (!payment || !deps.gateway) return
  if (payment.state === 'returning') return refundPayment(deps, paymentId)
  // Without an intent nobody has a secret to pay with. It is made where somebody goes on with the order, or ends it.
  if (payment.provider_intent_id) await settle(deps, await deps.gateway.getIntent(payment.provider_intent_id))
}

/** One that cannot be put right now must not keep the others waiting. */
async function forEach(deps: Deps, ids: readonly string[], act: (id: string) => Promise<void>): Promise<void> {
  const waiting = [...ids]
  const worker = async () => {
    for (let id = waiting.shift(); id; id = waiting.shift()) {
      await act(id).catch((error) => logFault(deps.log, error, 'could not be reconciled; it is tried again', { id }))
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
}
