/** Places and pays an order in one transaction, because gift card and credit cover it. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { listOrderEnrolments } from '#learn/enrolments/queries.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { listOrderPayments } from '#sell/orders/queries/payments.ts'
import { fulfilOrder } from '#sell/payments/complete-payment.ts'
import { refuseUnseated } from '#sell/payments/refuse-unseated.ts'
import type { PaidByGiftCard } from '#sell/payments/wire/answers.ts'
import type { CheckoutBody } from '../wire.ts'
import { prepareOrder, withFreshPrice } from './prepare-order.ts'
import { writeOrder } from './write-order.ts'

export async function payByGiftCard(
  deps: Deps,
  actor: Actor,
  body: CheckoutBody,
  ip: string,
): Promise<Outcome<PaidByGiftCard>> {
  const ready = await prepareOrder(deps, actor, body, ip)
  if (!ready.ok) return ready
  const paid = await inOneTransaction(deps.db, async (tx) => {
    const written = await writeOrder(deps, tx, ready.value, null)
    if (!written.ok) return written
    const { order, dueNow, checkoutToken } = written.value
    if (dueNow.minor > 0) return refused('PAYMENT_REQUIRED')
    const unusable = await fulfilOrder(deps, tx, order)
    if (unusable) return refuseUnseated(unusable, actor.kind === 'person')
    const [payment] = await listOrderPayments(tx, order.id)
    const enrolmentIds = await listOrderEnrolments(tx, order.id)
    return accepted({ orderId: order.id, paymentId: payment!.id, checkoutToken, enrolmentIds })
  })
  return paid.ok ? paid : withFreshPrice(deps, paid, ready.value)
}
