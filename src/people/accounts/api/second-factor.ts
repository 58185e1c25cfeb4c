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
    handle(stepUp, ({ actor, body, ip }) => stepUpSession(deps, passwords, { ...actor, ...body, ip })),
    handle(stepUpCode, ({ actor }) => requestStepUpCode(deps, actor)),
    handle(wire.readSecondFactor, async ({ actor }) => respond(200, { data: await getSecondFactor(deps, actor) })),
    handle(wire.createTotp, ({ actor, body, ip }) =>
      initialiseSecondFactor(deps, passwords, { ...actor, ...body, ip }),
    ),
    handle(wire.confirmTotp, async ({ actor, body }) => {
      const outcome = await confirmSecondFactor(deps, { ...actor, ...body })
      return outcome.ok ? respond(200, { data: { recoveryCodes: outcome.value } }) : refuse(outcome.refusal)
    }),
    handle(wire.removeSecondFactor, ({ actor, body, ip }) =>
      turnOffSecondFactor(deps, passwords, { ...actor, ...body, ip }),
    ),
    handle(wire.renewRecoveryCodes, async ({ actor, body, ip }) => {
      const outcome = await renewRecoveryCodes(deps, passwords, { ...actor, ...body, ip })
      return outcome.ok ? respond(200, { data: { recoveryCodes: outcome.value } }) : refuse(outcome.refusal)
    }),
    handle(wire.passkeyRegistrationOptions, ({ actor, body, ip }) =>
      createRegistrationOptions(deps, passwords, { ...actor, ...body, ip }),
    ),
    handle(wire.addPasskey, ({ actor, body }) => savePasskey(deps, { personId: actor.personId, ...body })),
    handle(wire.removePasskey, ({ actor, params, body, ip }) =>
      removePasskey(deps, passwords, { ...actor, ...params, ...body, ip }),
    ),
    handle(wire.passkeyLogInOptions, ({ ip }) => createLogInOptions(deps, ip)),
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
