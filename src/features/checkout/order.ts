/**
 * Places an order. By card the seats are held and a payment opened, nothing is charged yet: the order
 * commits before the provider is called, and the provider is called with a key of the payment's own, so
 * a crash anywhere between leaves something that can be taken up again. By gift card there is nobody to
 * wait for: placed and paid in one transaction.
 */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { isChargeable } from '#domain/smallest-charge.ts'
import { enrolmentsOfOrder } from '#features/enrolments/queries.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { openIntent } from './intent.ts'
import { type Prepared, prepareOrder, quoteAgain } from './prepare-order.ts'
import { addPayment, paymentsOf } from './queries/payments.ts'
import { refuseUnseated } from './refuse-unseated.ts'
import { goOnWithOrder } from './retry.ts'
import { finishOrder } from './settle.ts'
import type { CheckoutBody, PaidByGiftCard, Placed } from './wire.ts'
import { writeOrder } from './write-order.ts'

export async function placeOrder(deps: Deps, actor: Actor, body: CheckoutBody, ip: string): Promise<Outcome<Placed>> {
  const { gateway } = deps
  if (!gateway) return refused('METHOD_NOT_AVAILABLE')
  if (body.orderId) return goOnWithOrder(deps, gateway, actor, body.orderId)
  const ready = await prepareOrder(deps, actor, body, ip)
  if (!ready.ok) return ready

  const placed = await inOneTransaction(deps.db, async (tx) => {
    const written = await writeOrder(deps, tx, ready.value)
    if (!written.ok) return written
    const { order, dueNow, nextAttempt, ...kept } = written.value
    if (!isChargeable(dueNow)) return refused('METHOD_NOT_AVAILABLE', { reason: 'no card is charged so little' })
    const payment = await addPayment(tx, {
      order_id: order.id,
      attempt: nextAttempt,
      method: 'card',
      provider: gateway.provider,
      amount_minor: dueNow.minor,
      currency: dueNow.currency,
    })
    return accepted({ ...kept, payment })
  })
  if (!placed.ok) return withFreshPrice(deps, placed, ready.value)

  const { payment, checkoutToken, holdExpiresAt } = placed.value
  const intent = await openIntent(deps, gateway, payment)
  return accepted({
    orderId: payment.order_id,
    paymentId: payment.id,
    checkoutToken,
    clientSecret: intent.clientSecret,
    provider: gateway.provider,
    holdExpiresAt: holdExpiresAt.toISOString(),
  })
}

/** Where gift card and credit cover what is due now. */
export async function payByGiftCard(
  deps: Deps,
  actor: Actor,
  body: CheckoutBody,
  ip: string,
): Promise<Outcome<PaidByGiftCard>> {
  const ready = await prepareOrder(deps, actor, body, ip)
  if (!ready.ok) return ready
  const paid = await inOneTransaction(deps.db, async (tx) => {
    const written = await writeOrder(deps, tx, ready.value)
    if (!written.ok) return written
    const { order, dueNow, checkoutToken } = written.value
    if (dueNow.minor > 0) return refused('PAYMENT_REQUIRED')
    const unusable = await finishOrder(deps, tx, order)
    if (unusable) return refuseUnseated(unusable, actor.kind === 'person')
    const [payment] = await paymentsOf(tx, order.id)
    const enrolmentIds = await enrolmentsOfOrder(tx, order.id)
    return accepted({ orderId: order.id, paymentId: payment!.id, checkoutToken, enrolmentIds })
  })
  return paid.ok ? paid : withFreshPrice(deps, paid, ready.value)
}

/** A price that has just changed is shown before anything is charged. */
function withFreshPrice(
  deps: Deps,
  outcome: { ok: false; refusal: ReturnType<typeof refused>['refusal'] },
  { asked }: Prepared,
): Promise<Outcome<never>> | Outcome<never> {
  const { code } = outcome.refusal
  return code === 'PRICE_CHANGED' || code === 'QUOTE_EXPIRED' ? quoteAgain(deps, asked, code) : outcome
}
