/** Binds the calls about payments to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { webhooksApi } from './api/webhooks.ts'
import { cancelCohort } from './cancel-cohort.ts'
import { checkPayment } from './check-payment.ts'
import { payOrder as payRestOfOrder } from './pay-order.ts'
import { cancelWholeCohort } from './wire/cancel-cohort.ts'
import { payOrder } from './wire/pay.ts'
import { verifyPayment } from './wire/verify.ts'

export function paymentsApi(deps: Deps): MountedEndpoint[] {
  return [
    ...webhooksApi(deps),
    handle(verifyPayment, async ({ actor, query }) => {
      const outcome = await checkPayment(deps, actor, query)
      return outcome.ok ? respond(200, outcome.value) : refuse(outcome.refusal)
    }),
    handle(payOrder, async ({ actor, params, body, ip }) => {
      const outcome = await payRestOfOrder(deps, actor, params.orderId, body, ip)
      return outcome.ok ? respond(200, outcome.value) : refuse(outcome.refusal)
    }),
    handle(cancelWholeCohort, async ({ actor, params, body, ...call }) => {
      const outcome = await cancelCohort(withOrigin(deps, call), actor.personId, params.courseCode, body.reason)
      return outcome.ok ? respond(200, { data: { courseCode: params.courseCode } }) : refuse(outcome.refusal)
    }),
  ]
}
