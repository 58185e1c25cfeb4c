/**
 * Places an order. By card the seats are held and a payment opened, nothing is charged yet: the order
 * commits before the provider is called, and the provider is called with a key of the payment's own, so
 * a crash anywhere between leaves something that can be taken up again.
 */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { isChargeable } from '#domain/smallest-charge.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { openIntent } from './intent.ts'
import { prepareOrder, withFreshPrice } from './prepare-order.ts'
import { addPayment } from './queries/payments.ts'
import { goOnWithOrder } from './retry.ts'
import type { CheckoutBody, Placed } from './wire.ts'
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
