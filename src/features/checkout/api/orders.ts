/** Binds the calls about an order that is there to their verbs. */
import type { Deps } from '#http/deps.ts'
import { answer, answerFile, handle, type Mounted, refuse } from '#http/handle.ts'
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
    handle(order, async ({ actor, params }) => {
      const outcome = await viewOrder(deps, actor, params.orderId)
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
    handle(sendReceipt, async ({ actor, params, body }) => {
      const outcome = await sendReceiptAgain(deps, actor.personId, params.orderId, body.reason)
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(invoice, async ({ actor, params }) => {
      const outcome = await invoiceFor(deps, actor, params.orderId)
      return outcome.ok ? answerFile(outcome.value) : refuse(outcome.refusal)
    }),
  ]
}
