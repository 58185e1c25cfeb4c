/** Binds checkout's endpoints to its verbs. HTTP in, HTTP out: the rules are in the verbs and in the domain. */
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { enrolApi } from './api/enrol.ts'
import { ordersApi } from './api/orders.ts'
import { buyGiftCard } from './buy-gift-card.ts'
import { paymentOptionsFor } from './options.ts'
import { payByGiftCard as buyWithGiftCard, placeOrder } from './order.ts'
import { howItStands } from './verify.ts'
import { takeWebhook } from './webhooks.ts'
import { purchaseGiftCard } from './wire/gift-card.ts'
import { verifyPayment } from './wire/order.ts'
import { paymentOptions } from './wire/quote.ts'
import { sandboxWebhook, stripeWebhook } from './wire/webhooks.ts'
import { payByCard, payByGiftCard } from './wire.ts'

export function checkoutApi(deps: Deps): Mounted[] {
  return [
    ...enrolApi(deps),
    ...ordersApi(deps),
    handle(paymentOptions, async ({ actor, body, ip }) => {
      const personId = actor.kind === 'person' ? actor.personId : undefined
      const outcome = await paymentOptionsFor(deps, { ...body, personId, ip })
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(payByCard, async ({ actor, body, ip }) => {
      const outcome = await placeOrder(deps, actor, body, ip)
      return outcome.ok ? answer(200, { status: 'pending' as const, data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(payByGiftCard, async ({ actor, body, ip }) => {
      const outcome = await buyWithGiftCard(deps, actor, body, ip)
      return outcome.ok ? answer(200, { status: 'complete' as const, data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(purchaseGiftCard, async ({ actor, body, ip }) => {
      const outcome = await buyGiftCard(deps, actor, body, ip)
      return outcome.ok ? answer(200, { status: 'pending' as const, data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(verifyPayment, async ({ actor, query }) => {
      const outcome = await howItStands(deps, actor, query)
      return outcome.ok ? answer(200, outcome.value) : refuse(outcome.refusal)
    }),
    handle(sandboxWebhook, async (call) => {
      const outcome = await takeWebhook(deps, 'sandbox', call)
      return outcome.ok ? answer(200, { received: true as const }) : refuse(outcome.refusal)
    }),
    handle(stripeWebhook, async (call) => {
      const outcome = await takeWebhook(deps, 'stripe', call)
      return outcome.ok ? answer(200, { received: true as const }) : refuse(outcome.refusal)
    }),
  ]
}
