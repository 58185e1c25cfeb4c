/** Connects the waitlist endpoints to their functions. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond, respondWithFile } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { exportWaiting } from './lists/export-waiting.ts'
import { inviteNow } from './lists/invite-now.ts'
import { listWaiting } from './lists/list-waiting.ts'
import { leaveOwnPlace, linkOwnPlace } from './own-places.ts'
import { confirmPlace, leavePlace, readPlace } from './waitlist-place.ts'
import * as lists from './wire/lists.ts'
import * as own from './wire/own.ts'
import * as wire from './wire.ts'

export function waitlistApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.waitlistPlace, async ({ body, ip }) => toAnswer(await readPlace(deps, { ...body, ip }))),
    handle(wire.confirmWaitlistPlace, async ({ body, ip }) => toAnswer(await confirmPlace(deps, { ...body, ip }))),
    handle(wire.leaveWaitlistPlace, async ({ body, ip }) => toAnswer(await leavePlace(deps, { ...body, ip }))),
    handle(own.linkOwnPlace, async ({ actor, params }) => {
      const outcome = await linkOwnPlace(deps, actor.personId, params.entryId)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(own.leaveOwnPlace, async ({ actor, params }) => {
      const outcome = await leaveOwnPlace(deps, actor.personId, params.entryId)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(lists.listWaiting, async ({ actor, params, ...call }) => {
      const outcome = await listWaiting(withOrigin(deps, call), actor, params.course)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(lists.exportWaiting, async ({ actor, params, ...call }) => {
      const outcome = await exportWaiting(withOrigin(deps, call), actor, params.course)
      return outcome.ok ? respondWithFile(outcome.value) : refuse(outcome.refusal)
    }),
    handle(lists.inviteNow, async ({ actor, params, body, ...call }) => {
      const input = { courseCode: params.course, entryId: params.entryId, ...body }
      const outcome = await inviteNow(withOrigin(deps, call), actor, input)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
  ]
}

const toAnswer = (outcome: Outcome<wire.WaitlistPlace>) =>
  outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
