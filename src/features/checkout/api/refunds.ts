/** Binds refunds and cancellations to their verbs. */
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { cancelCohort } from '../cancel-cohort.ts'
import { endEnrolment } from '../cancel-enrolment.ts'
import { decideRefund } from '../decide-refund.ts'
import { refundOrder } from '../refund-order.ts'
import { sendRefundAgain } from '../send-again.ts'
import {
  cancelOneEnrolment,
  cancelWholeCohort,
  decideRefundOfOrder,
  refundOfOrder,
  sendRefundsAgain,
} from '../wire/refund.ts'

export function refundsApi(deps: Deps): Mounted[] {
  return [
    handle(refundOfOrder, async ({ actor, params, body, ...call }) => {
      const outcome = await refundOrder(withOrigin(deps, call), actor.personId, params.orderId, body)
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(decideRefundOfOrder, async ({ actor, params, body, ...call }) => {
      const outcome = await decideRefund(withOrigin(deps, call), actor.personId, params.orderId, body)
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(sendRefundsAgain, async ({ actor, params, ...call }) => {
      const outcome = await sendRefundAgain(withOrigin(deps, call), actor.personId, params.orderId)
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(cancelOneEnrolment, async ({ actor, params, body, ...call }) => {
      const outcome = await endEnrolment(withOrigin(deps, call), actor.personId, params.enrolmentId, body)
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(cancelWholeCohort, async ({ actor, params, body, ...call }) => {
      const outcome = await cancelCohort(withOrigin(deps, call), actor.personId, params.courseCode, body.reason)
      return outcome.ok ? answer(200, { data: { courseCode: params.courseCode } }) : refuse(outcome.refusal)
    }),
  ]
}
