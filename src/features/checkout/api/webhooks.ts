/** Binds the providers' webhooks to the verb that stores them. */
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { takeWebhook } from '../webhooks.ts'
import { sandboxWebhook, stripeWebhook } from '../wire/webhooks.ts'

export function webhooksApi(deps: Deps): Mounted[] {
  return [
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
