/** Binds checkout's endpoints to its verbs. HTTP in, HTTP out: the rules are in the verbs and in the domain. */

import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { identifyClient } from '#sell/orders/client-key.ts'
import { withinOrderLimits, withinQuoteLimits } from '#sell/payments/checkout-limits.ts'
import { enrolApi } from './api/enrol.ts'
import { ordersApi } from './api/orders.ts'
import { savedApi } from './api/saved.ts'
import { buyGiftCard } from './gift-cards/buy-gift-card.ts'
import { payByGiftCard as buyWithGiftCard } from './place-order/order-by-gift-card.ts'
import { orderByPaypal } from './place-order/order-by-paypal.ts'
import { placeOrder } from './place-order/place-order.ts'
import { createQuote } from './pricing/create-quote.ts'
import { purchaseGiftCard } from './wire/gift-card.ts'
import { payByPaypal } from './wire/paypal.ts'
import { paymentOptions } from './wire/quote.ts'
import { payByCard, payByGiftCard } from './wire.ts'

export function checkoutApi(deps: Deps): MountedEndpoint[] {
  return [
    ...enrolApi(deps),
    ...ordersApi(deps),
    ...savedApi(deps),
    handle(paymentOptions, ({ actor, body, ip }) => {
      const personId = actor.kind === 'person' ? actor.personId : undefined
      const holder = identifyClient(deps, actor, body.clientKey, ip)
      const ask = () => createQuote(deps, { ...body, cohortCode: body.courseCode, personId, holder, ip })
      return withinQuoteLimits(deps, { actor, ip }, ask)
    }),
    handle(payByCard, async ({ actor, body, ip }) => {
      const submit = () => placeOrder(deps, actor, body, ip)
      const outcome = await (body.orderId ? submit() : withinOrderLimits(deps, { actor, ip }, submit))
      return outcome.ok ? respond(200, { status: 'pending' as const, data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(payByPaypal, async ({ actor, body, ip }) => {
      const submit = () => orderByPaypal(deps, actor, body, ip)
      const outcome = await (body.orderId ? submit() : withinOrderLimits(deps, { actor, ip }, submit))
      return outcome.ok ? respond(200, { status: 'pending' as const, data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(payByGiftCard, async ({ actor, body, ip }) => {
      const submit = () => buyWithGiftCard(deps, actor, body, ip)
      const outcome = await withinOrderLimits(deps, { actor, ip }, submit)
      return outcome.ok ? respond(200, { status: 'complete' as const, data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(purchaseGiftCard, async ({ actor, body, ip }) => {
      const submit = () => buyGiftCard(deps, actor, body, ip)
      const outcome = await withinOrderLimits(deps, { actor, ip }, submit)
      return outcome.ok ? respond(200, { status: 'pending' as const, data: outcome.value }) : refuse(outcome.refusal)
    }),
  ]
}
