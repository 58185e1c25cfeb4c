/** Binds refunds and cancellations to their verbs. */

import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { allocateRefund } from './allocate-refund.ts'
import { endEnrolment } from './cancel-enrolment.ts'
import { refundOrder } from './refund-order.ts'
import { retryRefunds } from './retry-refunds.ts'
import { allocateRefundOfOrder, cancelOneEnrolment, refundOfOrder, retryRefundsOfOrder } from './wire.ts'

export function refundsApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(refundOfOrder, ({ actor, params, body, headers, ...call }) => {
      const requestKey = headers['idempotency-key']
      return refundOrder(withOrigin(deps, call), actor.personId, params.orderId, {
        ...body,
        ...(typeof requestKey === 'string' && { requestKey }),
      })
    }),
    handle(allocateRefundOfOrder, ({ actor, params, body, ...call }) =>
      allocateRefund(withOrigin(deps, call), actor.personId, params.orderId, body),
    ),
    handle(retryRefundsOfOrder, ({ actor, params, ...call }) =>
      retryRefunds(withOrigin(deps, call), actor.personId, params.orderId),
    ),
    handle(cancelOneEnrolment, ({ actor, params, body, ...call }) =>
      endEnrolment(withOrigin(deps, call), actor.personId, params.enrolmentId, body),
    ),
  ]
}
