/** Places an order that gift card and credit cover. Nobody has to be waited for: it is placed and paid in one transaction. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { enrolmentsOfOrder } from '#features/enrolments/queries.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { prepareOrder, withFreshPrice } from './prepare-order.ts'
import { paymentsOf } from './queries/payments.ts'
import { refuseUnseated } from './refuse-unseated.ts'
import { finishOrder } from './settle.ts'
import type { CheckoutBody, PaidByGiftCard } from './wire.ts'
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
