/** Binds the login host's endpoints to their verbs. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { countryApi } from './api/country.ts'
import { identitiesApi } from './api/identities.ts'
import { secondFactorApi } from './api/second-factor.ts'
import { deviceOf } from './device.ts'
import { enterByMail } from './enter.ts'
import { recordFailedAdminLogIn } from './failed-admin-log-in.ts'
import { logInPerson } from './log-in.ts'
import type { Opened } from './open-session.ts'
import type { Passwords } from './passwords.ts'
import { changeProfileOf, profileOf } from './profile.ts'
import { endSessionsOf } from './queries/sessions.ts'
import { endOwnSession, logOutSession, refresh, sessionsOfPerson } from './sessions.ts'
import { askForReset, changeOwnPassword, setPasswordByLink } from './set-password.ts'
import { signUpPerson } from './sign-up.ts'
import { logInSocially } from './social.ts'
import { verifyAddress } from './verify-email.ts'
import * as wire from './wire.ts'

export function accountsApi(deps: Deps, passwords: Passwords): Mounted[] {
  const { config } = deps
  return [
    handle(wire.logIn, async ({ body, ip, headers, ...call }) => {
      const from = withOrigin(deps, { ip, ...call })
      const opened = await logInPerson(from, passwords, { ...body, ip, device: deviceOf(config, headers) })
      return inside(await recordFailedAdminLogIn(from, body, opened))
    }),
    handle(wire.getToken, async ({ body, headers }) => {
      const isSocial = body.provider !== undefined || body.authToken !== undefined
      return inside(
        isSocial
          ? await logInSocially(deps, { ...body, device: deviceOf(config, headers) })
          : await refresh(deps, body.refreshToken, headers.cookie),
      )
    }),
    handle(wire.confirmSocial, async ({ body, ip, headers }) =>
      inside(await enterByMail(deps, { ...body, ip, device: deviceOf(config, headers) })),
    ),
    handle(wire.signUp, async ({ body, ip }) => {
      const outcome = await signUpPerson(deps, passwords, { ...body, ip })
      return outcome.ok ? answer(200, { data: { next: 'verify-email', ...outcome.value } }) : refuse(outcome.refusal)
    }),
    handle(wire.verifyEmail, async ({ body, ip, headers }) =>
      inside(await verifyAddress(deps, passwords, { ...body, ip, device: deviceOf(config, headers) })),
    ),
    handle(wire.forgetPassword, async ({ body, ip }) => {
      const outcome = await askForReset(deps, { ...body, ip })
      return outcome.ok ? answer(200, { data: { next: 'read-mail' } }) : refuse(outcome.refusal)
    }),
    handle(wire.resetPassword, async ({ body, ip }) => {
      const outcome = await setPasswordByLink(deps, passwords, { ...body, ip })
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.changePassword, async ({ actor, body, ip }) =>
      done(await changeOwnPassword(deps, passwords, { ...actor, ...body, ip })),
    ),
    handle(wire.logOut, async ({ body, headers }) => {
      const { cookie } = await logOutSession(deps, body.refreshToken, headers.cookie)
      return answer(204, undefined, cookie)
    }),
    handle(wire.userProfile, async ({ actor }) => shown(await profileOf(deps, actor.personId))),
    handle(wire.changeProfile, async ({ actor, body }) => shown(await changeProfileOf(deps, actor.personId, body))),
    handle(wire.listSessions, async ({ actor }) =>
      answer(200, { data: await sessionsOfPerson(deps, actor.personId, actor.sessionId) }),
    ),
    handle(wire.endOneSession, async ({ actor, params }) =>
      done(await endOwnSession(deps, actor.personId, params.sessionId)),
    ),
    handle(wire.endOtherSessions, async ({ actor }) => {
      await endSessionsOf(deps.db, actor.personId, 'logged-out-elsewhere', actor.sessionId)
      return answer(204, undefined)
    }),
    ...secondFactorApi(deps, passwords),
    ...identitiesApi(deps, passwords),
    ...countryApi(deps),
  ]
}

const inside = (outcome: Outcome<Opened>) =>
  outcome.ok ? answer(200, outcome.value.tokens, outcome.value.cookie) : refuse(outcome.refusal)

const shown = <Value>(outcome: Outcome<Value>) => (outcome.ok ? answer(200, outcome.value) : refuse(outcome.refusal))

const done = (outcome: Outcome<null>) => (outcome.ok ? answer(204, undefined) : refuse(outcome.refusal))
