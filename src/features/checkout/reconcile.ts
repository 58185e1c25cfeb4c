/**
 * Puts right what was left half done: asks the provider about every payment that has not ended, pays
 * back what must go back, and ends the orders whose time has run out. Run at every start of a worker and each minute.
 */

import { lapsedHolds } from '#features/enrolments/queries.ts'
import type { Deps } from '#http/deps.ts'
import { forgetOldKeys } from '#platform/db/idempotency.ts'
import { endOpenOrder } from './end-order.ts'
import { openIntent } from './intent.ts'
import { paymentById, unsettledPayments } from './queries/payments.ts'
import { forgetOldQuotes } from './queries/quotes.ts'
import { refundPayment } from './refund.ts'
import { settle } from './settle.ts'

const AT_ONCE = 500

export async function reconcile(deps: Deps, olderThanSeconds: number): Promise<void> {
  if (deps.gateway) {
    for (const paymentId of await unsettledPayments(deps.db, olderThanSeconds, AT_ONCE)) {
      await oneAtATime(deps, 'payment', paymentId, () => askAbout(deps, paymentId))
    }
    for (const orderId of await lapsedHolds(deps.db, AT_ONCE)) {
      await oneAtATime(deps, 'order', orderId, () => lapse(deps, orderId))
    }
  }
  await forgetOldQuotes(deps.db)
  await forgetOldKeys(deps.db)
}

/** The end of an order's hold. What is processing keeps its seats, and is looked at again. */
export async function lapse(deps: Deps, orderId: string): Promise<void> {
  if (deps.gateway) await endOpenOrder(deps, deps.gateway, orderId, 'expired')
}

async function askAbout(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.db, paymentId)
  if (!payment || !deps.gateway) return
  if (payment.state === 'returning') return refundPayment(deps, paymentId)
  await settle(deps, await openIntent(deps, deps.gateway, payment))
}

/** One that cannot be put right now must not keep the others waiting. */
async function oneAtATime(deps: Deps, what: string, id: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    deps.log.error({ err: error, what, id }, 'could not be reconciled; it is tried again')
  }
}
