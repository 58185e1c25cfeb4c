/** Binds the providers' webhooks to the verb that stores them. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { receiveWebhook } from '../webhooks.ts'
import { paypalWebhook, sandboxPaypalWebhook, sandboxWebhook, stripeWebhook } from '../wire/webhooks.ts'

export function webhooksApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(sandboxWebhook, async (call) => {
      const outcome = await receiveWebhook(deps, 'sandbox', call)
      return outcome.ok ? respond(200, { received: true as const }) : refuse(outcome.refusal)
    }),
    handle(sandboxPaypalWebhook, async (call) => {
      const outcome = await receiveWebhook(deps, 'sandbox-paypal', call)
      return outcome.ok ? respond(200, { received: true as const }) : refuse(outcome.refusal)
    }),
    handle(stripeWebhook, async (call) => {
      const outcome = await receiveWebhook(deps, 'stripe', call)
      return outcome.ok ? respond(200, { received: true as const }) : refuse(outcome.refusal)
    }),
    handle(paypalWebhook, async (call) => {
      const outcome = await receiveWebhook(deps, 'paypal', call)
      return outcome.ok ? respond(200, { received: true as const }) : refuse(outcome.refusal)
    }),
  ]
}
