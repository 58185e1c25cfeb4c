/** Binds the login host's endpoints to their functions. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { countryApi } from './api/country.ts'
import { identitiesApi } from './api/identities.ts'
import { mailPreferencesApi } from './api/mail-preferences.ts'
import { secondFactorApi } from './api/second-factor.ts'
import type { Passwords } from './password/passwords.ts'
import {
  changeOwnPassword,
  readPasswordLink,
  requestPasswordReset,
  setPasswordByLink,
} from './password/set-password.ts'
import { getProfile, updateProfile } from './profile/profile.ts'
import { endPersonSessions } from './queries/sessions.ts'
import type { CreatedSession } from './session/create-session.ts'
import { readDevice } from './session/device.ts'
import { recordFailedAdminLogIn } from './session/failed-admin-log-in.ts'
import { logInPerson } from './session/log-in.ts'
import { logInByLink, readLogInLink, requestLogInLink } from './session/log-in-link.ts'
import { logInByMailedLink } from './session/log-in-with-identity.ts'
import {
  endOwnSession,
  expireRefusedCookies,
  listSessionViews,
  logOutSession,
  refreshTokens,
} from './session/sessions.ts'
import { signUpPerson } from './sign-up/sign-up.ts'
import { verifyAddress } from './sign-up/verify-email.ts'
import { logInSocially } from './social/social.ts'
import * as wire from './wire.ts'

export function accountsApi(deps: Deps, passwords: Passwords): MountedEndpoint[] {
  const { config } = deps
  return [
    ...mailPreferencesApi(deps),
    handle(wire.logIn, async ({ body, ip, headers, ...call }) => {
      const depsWithOrigin = withOrigin(deps, { ip, ...call })
      const outcome = await logInPerson(depsWithOrigin, passwords, { ...body, ip, device: readDevice(config, headers) })
      return toLogInResponse(await recordFailedAdminLogIn(depsWithOrigin, body, outcome))
    }),
    handle(wire.getToken, async ({ body, headers }) => {
      const isSocial = body.provider !== undefined || body.authToken !== undefined
      if (isSocial) return toLogInResponse(await logInSocially(deps, { ...body, device: readDevice(config, headers) }))
      const outcome = await refreshTokens(deps, body.refreshToken, headers.cookie)
      if (outcome.ok) return toLogInResponse(outcome)
      return refuse(outcome.refusal, expireRefusedCookies(deps, body.refreshToken, headers.cookie))
    }),
    handle(wire.confirmSocial, async ({ body, ip, headers }) =>
      toLogInResponse(
        await logInByMailedLink(deps, {
          token: body.token,
          browserToken: body.claim,
          ip,
          device: readDevice(config, headers),
        }),
      ),
    ),
    handle(wire.signUp, async ({ body, ip }) => {
      const outcome = await signUpPerson(deps, passwords, { ...body, ip })
      return outcome.ok ? respond(200, { data: { next: 'verify-email', ...outcome.value } }) : refuse(outcome.refusal)
    }),
    handle(wire.verifyEmail, async ({ body, ip, headers }) =>
      toLogInResponse(await verifyAddress(deps, passwords, { ...body, ip, device: readDevice(config, headers) })),
    ),
    handle(wire.forgetPassword, async ({ body, ip }) => {
      const outcome = await requestPasswordReset(deps, { ...body, ip })
      return outcome.ok ? respond(200, { data: { next: 'read-mail' } }) : refuse(outcome.refusal)
    }),
    handle(wire.resetPassword, ({ body, ip }) => setPasswordByLink(deps, passwords, { ...body, ip })),
    handle(wire.readPasswordLink, ({ body, ip }) => readPasswordLink(deps, { ...body, ip })),
    handle(wire.requestLogInLink, async ({ body, ip }) => {
      const outcome = await requestLogInLink(deps, { ...body, ip })
      return outcome.ok ? respond(200, { data: { next: 'read-mail' } }) : refuse(outcome.refusal)
    }),
    handle(wire.readLogInLink, ({ body, ip }) => readLogInLink(deps, { ...body, ip })),
    handle(wire.logInByLink, async ({ body, ip, headers }) =>
      toLogInResponse(await logInByLink(deps, { ...body, ip, device: readDevice(config, headers) })),
    ),
    handle(wire.changePassword, ({ actor, body, ip }) => changeOwnPassword(deps, passwords, { ...actor, ...body, ip })),
    handle(wire.logOut, async ({ body, headers }) => {
      const { cookie } = await logOutSession(deps, body.refreshToken, headers.cookie)
      return respond(204, undefined, cookie)
    }),
    handle(wire.userProfile, async ({ actor }) => toOkResponse(await getProfile(deps, actor.personId))),
    handle(wire.changeProfile, async ({ actor, body }) =>
      toOkResponse(await updateProfile(deps, actor.personId, body)),
    ),
    handle(wire.listSessions, async ({ actor }) =>
      respond(200, { data: await listSessionViews(deps, actor.personId, actor.sessionId) }),
    ),
    handle(wire.endOneSession, ({ actor, params }) => endOwnSession(deps, actor.personId, params.sessionId)),
    handle(wire.endOtherSessions, async ({ actor }) => {
      await endPersonSessions(deps.db, actor.personId, 'logged-out-elsewhere', actor.sessionId)
      return respond(204, undefined)
    }),
    ...secondFactorApi(deps, passwords),
    ...identitiesApi(deps, passwords),
    ...countryApi(deps),
  ]
}

const toLogInResponse = (outcome: Outcome<CreatedSession>) =>
  outcome.ok ? respond(200, outcome.value.tokens, outcome.value.cookie) : refuse(outcome.refusal)

const toOkResponse = <Value>(outcome: Outcome<Value>) =>
  outcome.ok ? respond(200, outcome.value) : refuse(outcome.refusal)
