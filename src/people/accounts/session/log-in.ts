/** Logs a person in. An unknown address, a wrong password and "not an admin" get the same response in the same time. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import type { Passwords } from '../password/passwords.ts'
import { hasPasswordHash, personByEmail } from '../queries/people.ts'
import { getPendingSignUp } from '../queries/sign-ups.ts'
import { requireSecondFactor } from '../second-factor/require-second-factor.ts'
import { requestVerification } from '../sign-up/sign-up.ts'
import { createSignUpKey } from '../sign-up/sign-up-key.ts'
import { attemptPassword } from '../social/password-attempts.ts'
import { type CreatedSession, createSession } from './create-session.ts'
import type { Device } from './device.ts'
import { readDeviceCookie } from './known-device.ts'
import type { Audience } from './tokens.ts'

export type LogInInput = {
  email: string
  password: string
  isCommunityAdmin?: boolean | undefined
  otp?: string | undefined
  ip: string
  device: Device
}

export async function logInPerson(
  deps: Deps,
  passwords: Passwords,
  input: LogInInput,
): Promise<Outcome<CreatedSession>> {
  const [person, pendingSignUp] = await Promise.all([
    personByEmail(deps.db, input.email),
    getPendingSignUp(deps.db, input.email),
  ])
  // Both hashes are always checked, so neither the response nor its time shows whether an account exists.
  const passwordMatches = { account: false, pendingSignUp: false }
  const knownSourceId = readDeviceCookie(deps.secrets, input.device.cookies, input.email)
  const passwordAttempt = await attemptPassword(deps, { ...input, knownSourceId: knownSourceId }, async () => {
    passwordMatches.account = await passwords.matches(person?.password_hash ?? null, input.password)
    passwordMatches.pendingSignUp = await passwords.matches(pendingSignUp?.password_hash ?? null, input.password)
    return passwordMatches.account || passwordMatches.pendingSignUp
  })
  if (!passwordAttempt.ok) return passwordAttempt
  if (!passwordAttempt.value) return refused('LOGIN_INVALID', { reason: person ? 'wrong password' : 'unknown address' })

  const audience: Audience = input.isCommunityAdmin ? 'admin' : 'learner'
  if (audience === 'admin' && !(passwordMatches.account && person?.roles.includes('community-admin')))
    return refused('LOGIN_INVALID', { reason: 'not an admin' })
  if (!person || !passwordMatches.account) {
    if (!pendingSignUp) return refused('LOGIN_INVALID', { reason: 'no pending sign-up for this address' })
    // Otherwise one client could sign up strangers' addresses once and have each of them e-mailed again by its log-ins.
    const waitSeconds = await consumeLimit(deps.db, 'emailPerClient', input.ip)
    if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
    await requestVerification(deps, pendingSignUp)
    // The password proves that this person signed up, so this browser may hold the sign-up key too.
    return refused('EMAIL_UNVERIFIED', { data: { signUpKey: createSignUpKey(deps.secrets, pendingSignUp.id) } })
  }

  const secondFactorOutcome = await requireSecondFactor(deps, person, {
    ...input,
    audience,
    knownSourceId: knownSourceId,
  })
  if (!secondFactorOutcome.ok) return secondFactorOutcome

  return transact(deps.db, async (tx) => {
    if (!(await hasPasswordHash(tx, person.id, person.password_hash)))
      return refused('LOGIN_INVALID', { reason: 'the password was changed in the meantime' })
    return accepted(await createSession(deps, tx, person, audience, input.device))
  })
}
