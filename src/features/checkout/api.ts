/** Binds checkout's endpoints to its verbs. HTTP in, HTTP out: the rules are in the verbs and in the domain. */
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { enrolApi } from './api/enrol.ts'
import { ordersApi } from './api/orders.ts'
import { webhooksApi } from './api/webhooks.ts'
import { buyGiftCard } from './buy-gift-card.ts'
import { withinOrderLimits, withinQuoteLimits } from './checkout-limits.ts'
import { paymentOptionsFor } from './options.ts'
import { placeOrder } from './order.ts'
import { payByGiftCard as buyWithGiftCard } from './order-by-gift-card.ts'
import { howItStands } from './verify.ts'
import { purchaseGiftCard } from './wire/gift-card.ts'
import { verifyPayment } from './wire/order.ts'
import { paymentOptions } from './wire/quote.ts'
import { payByCard, payByGiftCard } from './wire.ts'

export function checkoutApi(deps: Deps): Mounted[] {
  return [
    ...enrolApi(deps),
    ...ordersApi(deps),
    ...webhooksApi(deps),
    handle(paymentOptions, async ({ actor, body, ip }) => {
      const personId = actor.kind === 'person' ? actor.personId : undefined
      const ask = () => paymentOptionsFor(deps, { ...body, personId, ip })
      const outcome = await withinQuoteLimits(deps, { actor, ip }, ask)
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(payByCard, async ({ actor, body, ip }) => {
      const place = () => placeOrder(deps, actor, body, ip)
      const outcome = await (body.orderId ? place() : withinOrderLimits(deps, { actor, ip }, place))
      return outcome.ok ? answer(200, { status: 'pending' as const, data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(payByGiftCard, async ({ actor, body, ip }) => {
      const place = () => buyWithGiftCard(deps, actor, body, ip)
      const outcome = await withinOrderLimits(deps, { actor, ip }, place)
      return outcome.ok ? answer(200, { status: 'complete' as const, data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(purchaseGiftCard, async ({ actor, body, ip }) => {
      const place = () => buyGiftCard(deps, actor, body, ip)
      const outcome = await withinOrderLimits(deps, { actor, ip }, place)
      return outcome.ok ? answer(200, { status: 'pending' as const, data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(verifyPayment, async ({ actor, query }) => {
      const outcome = await howItStands(deps, actor, query)
      return outcome.ok ? answer(200, outcome.value) : refuse(outcome.refusal)
    }),
  ]
}
