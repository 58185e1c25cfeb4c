/** Logs a person in. Unknown address, wrong password and "not an admin" are one answer in one time. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { giveBack, spend } from '#platform/limits.ts'
import type { Passwords } from './passwords.ts'
import { addSession, personByEmail } from './queries.ts'
import { type Audience, issueAccess, refreshToken } from './tokens.ts'
import type { Tokens } from './wire.ts'

export type LogIn = {
  email: string
  password: string
  isCommunityAdmin?: boolean | undefined
  ip: string
  userAgent: string | null
}

export async function logInPerson(deps: Deps, passwords: Passwords, given: LogIn): Promise<Outcome<Tokens>> {
  const here = `${given.email} ${given.ip}`
  const wait = (await spend(deps.db, 'logInFromHere', here)) ?? (await spend(deps.db, 'logInAnywhere', given.email))
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })

  const person = await personByEmail(deps.db, given.email)
  const right = await passwords.matches(person?.password_hash ?? null, given.password)
  const audience: Audience = given.isCommunityAdmin ? 'admin' : 'learner'
  if (!person || !right) return refused('LOGIN_INVALID', { reason: person ? 'wrong password' : 'unknown address' })
  if (audience === 'admin' && !person.roles.includes('community-admin'))
    return refused('LOGIN_INVALID', { reason: 'not an admin' })

  await giveBack(deps.db, 'logInFromHere', here)
  await giveBack(deps.db, 'logInAnywhere', given.email)
  const session = await addSession(deps.db, person, audience, given.userAgent)
  if (!session) return refused('LOGIN_INVALID', { reason: 'the password was changed meanwhile' })
  const claims = { personId: person.id, sessionId: session.id, audience }
  return accepted({
    token: await issueAccess(deps.secrets, claims, person.roles, deps.clock()),
    refresh_token: refreshToken(deps.secrets, session.id, session.counter),
  })
}
