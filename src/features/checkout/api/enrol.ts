/** Binds the calls that enrol without a payment to their verbs. */
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { openPlace } from '../confirm-enrolment.ts'
import { enrolFree } from '../enrol-free.ts'
import { enrolGenerally } from '../general-enrolment.ts'
import { draftById } from '../queries/drafts.ts'
import * as wire from '../wire/enrol.ts'

export function enrolApi(deps: Deps): Mounted[] {
  return [
    handle(wire.enrolmentZero, async ({ actor, body, ip }) => {
      const outcome = await enrolFree(deps, actor, body, ip)
      return outcome.ok ? answer(200, { status: 'complete' as const, data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.generalEnrolment, async ({ actor, body, ip }) => {
      const outcome = await enrolGenerally(deps, actor, body, ip)
      return outcome.ok ? answer(200, { status: 'success' as const, data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.draft, async ({ params }) => {
      const found = await draftById(deps.db, params.draftId)
      if (!found?.course_code || !found.offer_code) return refuse({ code: 'ORDER_NOT_FOUND' })
      return answer(200, { data: { courseCode: found.course_code, offerCode: found.offer_code, seats: found.seats } })
    }),
    handle(wire.confirmEnrolment, async ({ body, ip }) => {
      const outcome = await openPlace(deps, { token: body.token, ip })
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
  ]
}
