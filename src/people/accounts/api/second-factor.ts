/** Binds the endpoints for the second factor and passkeys to their functions. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { createLogInOptions, logInWithPasskey } from '../passkeys/passkey-log-in.ts'
import { createRegistrationOptions, removePasskey, savePasskey } from '../passkeys/passkeys.ts'
import type { Passwords } from '../password/passwords.ts'
import {
  confirmSecondFactor,
  getSecondFactor,
  initialiseSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '../second-factor/second-factor.ts'
import { readDevice } from '../session/device.ts'
import { recordFailedAdminLogIn } from '../session/failed-admin-log-in.ts'
import { requestStepUpCode, stepUpSession } from '../session/step-up.ts'
import * as wire from '../wire/second-factor.ts'
import { stepUp, stepUpCode } from '../wire/step-up.ts'

export function secondFactorApi(deps: Deps, passwords: Passwords): MountedEndpoint[] {
  return [
    handle(stepUp, async ({ actor, body, ip }) => {
      const outcome = await stepUpSession(deps, passwords, { ...actor, ...body, ip })
      return outcome.ok ? respond(204, undefined) : refuse(outcome.refusal)
    }),
    handle(stepUpCode, async ({ actor }) => {
      const outcome = await requestStepUpCode(deps, actor)
      return outcome.ok ? respond(204, undefined) : refuse(outcome.refusal)
    }),
    handle(wire.secondFactor, async ({ actor }) => respond(200, { data: await getSecondFactor(deps, actor) })),
    handle(wire.createTotp, async ({ actor, body, ip }) => {
      const outcome = await initialiseSecondFactor(deps, passwords, { ...actor, ...body, ip })
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.confirmTotp, async ({ actor, body }) => {
      const outcome = await confirmSecondFactor(deps, { ...actor, ...body })
      return outcome.ok ? respond(200, { data: { recoveryCodes: outcome.value } }) : refuse(outcome.refusal)
    }),
    handle(wire.removeSecondFactor, async ({ actor, body, ip }) => {
      const outcome = await turnOffSecondFactor(deps, passwords, { ...actor, ...body, ip })
      return outcome.ok ? respond(204, undefined) : refuse(outcome.refusal)
    }),
    handle(wire.renewRecoveryCodes, async ({ actor, body, ip }) => {
      const outcome = await renewRecoveryCodes(deps, passwords, { ...actor, ...body, ip })
      return outcome.ok ? respond(200, { data: { recoveryCodes: outcome.value } }) : refuse(outcome.refusal)
    }),
    handle(wire.passkeyRegistrationOptions, async ({ actor, body, ip }) => {
      const outcome = await createRegistrationOptions(deps, passwords, { ...actor, ...body, ip })
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.addPasskey, async ({ actor, body }) => {
      const outcome = await savePasskey(deps, { personId: actor.personId, ...body })
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.removePasskey, async ({ actor, params, body, ip }) => {
      const outcome = await removePasskey(deps, passwords, { ...actor, ...params, ...body, ip })
      return outcome.ok ? respond(204, undefined) : refuse(outcome.refusal)
    }),
    handle(wire.passkeyLogInOptions, async ({ ip }) => {
      const outcome = await createLogInOptions(deps, ip)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.passkeyLogIn, async ({ body, ip, headers, ...call }) => {
      const depsWithOrigin = withOrigin(deps, { ip, ...call })
      const logInOutcome = await logInWithPasskey(depsWithOrigin, {
        ...body,
        ip,
        device: readDevice(deps.config, headers),
      })
      const outcome = await recordFailedAdminLogIn(depsWithOrigin, body, logInOutcome)
      return outcome.ok ? respond(200, outcome.value.tokens, outcome.value.cookie) : refuse(outcome.refusal)
    }),
  ]
}
