/** Binds the login host's endpoints to their verbs. */
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { logInPerson } from './log-in.ts'
import { openPasswords } from './passwords.ts'
import { personById } from './queries.ts'
import { logOutSession, refresh } from './sessions.ts'
import { setPasswordByLink } from './set-password.ts'
import { getToken, logIn, logOut, type Profile, resetPassword, userProfile } from './wire.ts'

export function accountsApi(deps: Deps): Mounted[] {
  const passwords = openPasswords()
  return [
    handle(logIn, async ({ body, ip, headers }) => {
      const outcome = await logInPerson(deps, passwords, { ...body, ip, userAgent: headers['user-agent'] ?? null })
      return outcome.ok ? answer(200, outcome.value) : refuse(outcome.refusal)
    }),
    handle(getToken, async ({ body }) => {
      const outcome = await refresh(deps, body.refreshToken)
      return outcome.ok ? answer(200, outcome.value) : refuse(outcome.refusal)
    }),
    handle(logOut, async ({ body }) => {
      await logOutSession(deps, body.refreshToken)
      return answer(204, undefined)
    }),
    handle(resetPassword, async ({ body, ip }) => {
      const outcome = await setPasswordByLink(deps, passwords, { ...body, ip })
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(userProfile, async ({ actor }) => {
      const person = actor.kind === 'person' ? await personById(deps.db, actor.personId) : undefined
      if (!person) return refuse({ code: 'TOKEN_INVALID' })
      return answer(200, {
        user_id: person.id,
        email: person.email,
        name: person.name,
        learner: { phoneNumber: person.phone_number, countryCode: person.country_code, timezoneId: person.timezone_id },
        roles: person.roles as Profile['roles'],
      })
    }),
  ]
}
