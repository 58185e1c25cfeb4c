/** Connects the waitlist endpoints to their functions. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { confirmPlace, leavePlace, readPlace } from './waitlist-place.ts'
import * as wire from './wire.ts'

export function waitlistApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.waitlistPlace, async ({ body, ip }) => toAnswer(await readPlace(deps, { ...body, ip }))),
    handle(wire.confirmWaitlistPlace, async ({ body, ip }) => toAnswer(await confirmPlace(deps, { ...body, ip }))),
    handle(wire.leaveWaitlistPlace, async ({ body, ip }) => toAnswer(await leavePlace(deps, { ...body, ip }))),
  ]
}

const toAnswer = (outcome: Outcome<wire.WaitlistPlace>) =>
  outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
