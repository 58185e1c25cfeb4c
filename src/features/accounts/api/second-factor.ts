/** Binds the calls of the second factor and of passkeys to their verbs. */
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { deviceOf } from '../device.ts'
import { recordFailedAdminLogIn } from '../failed-admin-log-in.ts'
import { askForLogIn, logInWithPasskey } from '../passkey-log-in.ts'
import { askForPasskey, keepPasskey, removePasskey } from '../passkeys.ts'
import type { Passwords } from '../passwords.ts'
import { beginFactor, confirmFactor, removeFactor, renewRecoveryCodes, secondFactorOf } from '../second-factor.ts'
import { stepUpSession } from '../step-up.ts'
import * as wire from '../wire/second-factor.ts'
import { stepUp } from '../wire/step-up.ts'

export function secondFactorApi(deps: Deps, passwords: Passwords): Mounted[] {
  return [
    handle(stepUp, async ({ actor, body, ip }) => {
      const outcome = await stepUpSession(deps, passwords, { ...actor, ...body, ip })
      return outcome.ok ? answer(204, undefined) : refuse(outcome.refusal)
    }),
    handle(wire.secondFactor, async ({ actor }) => answer(200, { data: await secondFactorOf(deps, actor) })),
    handle(wire.beginTotp, async ({ actor, body, ip }) => {
      const outcome = await beginFactor(deps, passwords, { ...actor, ...body, ip })
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.confirmTotp, async ({ actor, body }) => {
      const outcome = await confirmFactor(deps, { ...actor, ...body })
      return outcome.ok ? answer(200, { data: { recoveryCodes: outcome.value } }) : refuse(outcome.refusal)
    }),
    handle(wire.removeSecondFactor, async ({ actor, body, ip }) => {
      const outcome = await removeFactor(deps, passwords, { ...actor, ...body, ip })
      return outcome.ok ? answer(204, undefined) : refuse(outcome.refusal)
    }),
    handle(wire.renewRecoveryCodes, async ({ actor, body, ip }) => {
      const outcome = await renewRecoveryCodes(deps, passwords, { ...actor, ...body, ip })
      return outcome.ok ? answer(200, { data: { recoveryCodes: outcome.value } }) : refuse(outcome.refusal)
    }),
    handle(wire.passkeyRegistrationOptions, async ({ actor, body, ip }) => {
      const outcome = await askForPasskey(deps, passwords, { ...actor, ...body, ip })
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.addPasskey, async ({ actor, body }) => {
      const outcome = await keepPasskey(deps, { personId: actor.personId, ...body })
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.removePasskey, async ({ actor, params, body, ip }) => {
      const outcome = await removePasskey(deps, passwords, { ...actor, ...params, ...body, ip })
      return outcome.ok ? answer(204, undefined) : refuse(outcome.refusal)
    }),
    handle(wire.passkeyLogInOptions, async ({ ip }) => {
      const outcome = await askForLogIn(deps, ip)
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.passkeyLogIn, async ({ body, ip, headers, ...call }) => {
      const from = withOrigin(deps, { ip, ...call })
      const opened = await logInWithPasskey(from, { ...body, ip, device: deviceOf(deps.config, headers) })
      const outcome = await recordFailedAdminLogIn(from, body, opened)
      return outcome.ok ? answer(200, outcome.value.tokens, outcome.value.cookie) : refuse(outcome.refusal)
    }),
  ]
}
