/** Binds the calls that enrol without a payment to their verbs. */
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { openPlace } from '../confirm-enrolment.ts'
import { enrolFree } from '../enrol-free.ts'
import * as wire from '../wire/enrol.ts'

export function enrolApi(deps: Deps): Mounted[] {
  return [
    handle(wire.enrolmentZero, async ({ actor, body, ip }) => {
      const outcome = await enrolFree(deps, actor, body, ip)
      return outcome.ok ? answer(200, { status: 'complete' as const, data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.confirmEnrolment, async ({ body, ip }) => {
      const outcome = await openPlace(deps, { token: body.token, ip })
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
  ]
}
