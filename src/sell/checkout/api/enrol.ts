/** Binds the calls that enrol without a payment to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { confirmByLink, readConfirmation } from '../free-and-friends/confirm-enrolment.ts'
import { enrolFree } from '../free-and-friends/enrol-free.ts'
import { enrolGenerally } from '../free-and-friends/general-enrolment.ts'
import { getDraft } from '../queries/drafts.ts'
import * as wire from '../wire/enrol.ts'

export function enrolApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.enrolmentZero, async ({ actor, body, ip }) => {
      const outcome = await enrolFree(deps, actor, body, ip)
      return outcome.ok ? respond(200, { status: 'complete' as const, data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.generalEnrolment, async ({ actor, body, ip }) => {
      const outcome = await enrolGenerally(deps, actor, body, ip)
      return outcome.ok ? respond(200, { status: 'success' as const, data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.readDraft, async ({ params }) => {
      const draft = await getDraft(deps.db, params.draftId)
      if (!draft?.cohort_code || !draft.offer_code) return refuse({ code: 'ORDER_NOT_FOUND' })
      return respond(200, { data: { courseCode: draft.cohort_code, offerCode: draft.offer_code, seats: draft.seats } })
    }),
    handle(wire.readConfirmation, ({ body, ip }) => readConfirmation(deps, { token: body.token, ip })),
    handle(wire.confirmEnrolment, ({ body, ip }) => confirmByLink(deps, { token: body.token, ip })),
  ]
}
