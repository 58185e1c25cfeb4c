/** Binds the calls about an order that is there to their verbs. */
import { recordRead } from '#features/audit-log/record.ts'
import type { Deps } from '#http/deps.ts'
import { type Actor, answer, answerFile, type Call, handle, type Mounted, refuse } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { invoiceFor } from '../invoice.ts'
import { nameFriend } from '../name-friend.ts'
import { payOrder as payRestOfOrder } from '../pay-order.ts'
import { sendReceiptAgain } from '../send-receipt-again.ts'
import { viewOrder } from '../view-order.ts'
import { nameAFriend } from '../wire/friends.ts'
import { invoice } from '../wire/invoice.ts'
import { order } from '../wire/order.ts'
import { payOrder } from '../wire/pay.ts'
import { sendReceipt } from '../wire/receipt.ts'

export function ordersApi(deps: Deps): Mounted[] {
  return [
    handle(order, async ({ actor, params, ...call }) => {
      const outcome = await viewOrder(deps, actor, params.orderId)
      if (outcome.ok) await recordIfAdmin(deps, { actor, ...call }, 'order-viewed', params.orderId)
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(payOrder, async ({ actor, params, body, ip }) => {
      const outcome = await payRestOfOrder(deps, actor, params.orderId, body, ip)
      return outcome.ok ? answer(200, outcome.value) : refuse(outcome.refusal)
    }),
    handle(nameAFriend, async ({ actor, params, body, ip }) => {
      const outcome = await nameFriend(deps, actor, params.orderId, { ...body, ip })
      return outcome.ok
        ? answer(200, { data: { seat: body.seat, status: 'invited' as const } })
        : refuse(outcome.refusal)
    }),
    handle(sendReceipt, async ({ actor, params, body, ...call }) => {
      const outcome = await sendReceiptAgain(withOrigin(deps, call), actor.personId, params.orderId, body.reason)
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(invoice, async ({ actor, params, ...call }) => {
      const outcome = await invoiceFor(deps, actor, params.orderId)
      if (outcome.ok) await recordIfAdmin(deps, { actor, ...call }, 'invoice-downloaded', params.orderId)
      return outcome.ok ? answerFile(outcome.value) : refuse(outcome.refusal)
    }),
  ]
}

/** Buyers who look at their own orders are not recorded. */
async function recordIfAdmin(
  deps: Deps,
  { actor, ...call }: Pick<Call, 'ip' | 'requestId'> & { actor: Actor },
  action: 'order-viewed' | 'invoice-downloaded',
  orderId: string,
): Promise<void> {
  if (actor.kind !== 'person' || actor.audience !== 'admin') return
  const object = { kind: 'order', id: orderId } as const
  await recordRead(withOrigin(deps, call), { actor: { kind: 'admin', id: actor.personId }, action, object })
}
