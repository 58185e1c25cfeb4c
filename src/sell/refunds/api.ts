/** Binds refunds and cancellations to their verbs. */

import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { allocateRefund } from './allocate-refund.ts'
import { endEnrolment } from './cancel-enrolment.ts'
import { refundOrder } from './refund-order.ts'
import { retryRefunds } from './retry-refunds.ts'
import { allocateRefundOfOrder, cancelOneEnrolment, refundOfOrder, retryRefundsOfOrder } from './wire.ts'

export function refundsApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(refundOfOrder, async ({ actor, params, body, ...call }) => {
      const outcome = await refundOrder(withOrigin(deps, call), actor.personId, params.orderId, body)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(allocateRefundOfOrder, async ({ actor, params, body, ...call }) => {
      const outcome = await allocateRefund(withOrigin(deps, call), actor.personId, params.orderId, body)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(retryRefundsOfOrder, async ({ actor, params, ...call }) => {
      const outcome = await retryRefunds(withOrigin(deps, call), actor.personId, params.orderId)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(cancelOneEnrolment, async ({ actor, params, body, ...call }) => {
      const outcome = await endEnrolment(withOrigin(deps, call), actor.personId, params.enrolmentId, body)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
  ]
}
