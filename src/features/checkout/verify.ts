/** How a payment stands. Asks the provider while it is open, and believes nothing that the browser says. */

import type { z } from 'zod'
import { add, money, toWire, zero } from '#domain/money.ts'
import { accepted, refused } from '#domain/outcome.ts'
import { statusOf } from '#domain/payment.ts'
import { enrolmentsOfOrder } from '#features/enrolments/queries.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { isDatabaseAway } from '#platform/db/away.ts'
import type { Intent } from '#platform/payments/gateway.ts'
import { mayAskProvider } from './checkout-limits.ts'
import { mayFollow } from './credential.ts'
import { openIntent } from './intent.ts'
import { cancellationForBuyer } from './queries/order-view.ts'
import { orderById } from './queries/orders.ts'
import { paymentById, paymentsOf } from './queries/payments.ts'
import { settle } from './settle.ts'
import { isOwed, standing } from './standing.ts'
import type { FailureCode, verifyPayment } from './wire/order.ts'

type Standing = z.output<(typeof verifyPayment)['answers'][200]>

const ASK_AGAIN_MS = 1500

export async function howItStands(
  deps: Deps,
  actor: Actor,
  asked: { paymentId?: string | undefined; orderId?: string | undefined },
) {
  const orderId = asked.orderId ?? (asked.paymentId && (await paymentById(deps.db, asked.paymentId))?.order_id)
  const order = orderId ? await orderById(deps.db, orderId) : undefined
  if (!order || !(await mayFollow(deps, actor, order))) return refused('ORDER_NOT_FOUND')

  const attempts = await paymentsOf(deps.db, order.id)
  const chosen = asked.paymentId ? attempts.find((attempt) => attempt.id === asked.paymentId) : standsOn(attempts)
  if (!chosen) return refused('ORDER_NOT_FOUND')
  const heard = await askProvider(deps, chosen)
  return accepted(await told(deps, order.id, chosen.id, heard))
}

type Attempt = Awaited<ReturnType<typeof paymentsOf>>[number]

/** The attempt that the order stands on, whatever was tried after it: a charge rather than a gift card. */
function standsOn(attempts: readonly Attempt[]): Attempt | undefined {
  const charges = attempts.filter(({ account_id, purpose }) => account_id === null && purpose === 'purchase')
  const all = charges.length > 0 ? charges : attempts
  return all.find(({ state }) => state === 'complete' || state === 'returning') ?? all.at(-1)
}

/** `isKnown` is false when the provider could not be asked: then nobody knows whether it failed. */
type Told = { isKnown: boolean; nextAction: Intent['nextAction']; awaitsCard: boolean }

async function askProvider(deps: Deps, attempt: Attempt): Promise<Told> {
  if (!deps.gateway || attempt.account_id || (attempt.state !== 'pending' && attempt.state !== 'declined'))
    return { isKnown: true, nextAction: null, awaitsCard: false }
  // Nobody has the secret of an intent that is not there yet, so no card can have come.
  if (!attempt.provider_intent_id) return { isKnown: true, nextAction: null, awaitsCard: true }
  if (!(await mayAskProvider(deps, attempt.order_id))) return { isKnown: false, nextAction: null, awaitsCard: false }
  try {
    const intent = await openIntent(deps, deps.gateway, attempt)
    await settle(deps, intent)
    return { isKnown: true, nextAction: intent.nextAction, awaitsCard: intent.status === 'requires_payment' }
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    deps.log.warn({ err: error, paymentId: attempt.id }, 'the provider could not be asked')
    return { isKnown: false, nextAction: null, awaitsCard: false }
  }
}

async function told(
  deps: Deps,
  orderId: string,
  paymentId: string,
  { isKnown, nextAction, awaitsCard }: Told,
): Promise<Standing> {
  const order = await orderById(deps.db, orderId)
  const payment = await paymentById(deps.db, paymentId)
  if (!order || !payment) throw new Error('an order and its payment are not deleted within thirty days')
  const status = isKnown || payment.state === 'complete' ? statusOf(payment.state) : 'pending'
  const { paid, dueNow, dueLater } = standing(order, await paymentsOf(deps.db, orderId), deps.clock())
  const isCancelled = (await cancellationForBuyer(deps.db, order.course_code)) !== undefined
  return {
    status,
    data: {
      orderId,
      paymentId,
      courseCode: order.course_code,
      paymentType: order.payment_type,
      amountPaid: toWire(paid),
      amountDue: toWire(isOwed(order, isCancelled) ? add(dueNow, dueLater) : zero(order.currency)),
      refunded: toWire(money(payment.refunded_minor, payment.currency)),
      enrolmentIds: await enrolmentsOfOrder(deps.db, orderId),
      ...(status === 'failed' &&
        payment.failure_code && { failureCode: payment.failure_code as z.infer<typeof FailureCode> }),
      ...(status === 'pending' && { retryAfterMs: ASK_AGAIN_MS }),
      ...(status === 'pending' && nextAction && { nextAction }),
      ...(status === 'pending' && awaitsCard && { awaitsCard }),
    },
  }
}
