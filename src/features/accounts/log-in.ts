/** Logs a person in. Unknown address, wrong password and "not an admin" are one answer in one time. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import type { Device } from './device.ts'
import { guess } from './guess.ts'
import { readDeviceCookie } from './known-device.ts'
import { type Opened, openSession } from './open-session.ts'
import { passSecondFactor } from './pass-second-factor.ts'
import type { Passwords } from './passwords.ts'
import { personByEmail, stillHasPassword } from './queries/people.ts'
import { waitingSignUp } from './queries/sign-ups.ts'
import { askForVerification } from './sign-up.ts'
import { createSignUpKey } from './sign-up-key.ts'
import type { Audience } from './tokens.ts'

export type LogIn = {
  email: string
  password: string
  isCommunityAdmin?: boolean | undefined
  otp?: string | undefined
  ip: string
  device: Device
}

export async function logInPerson(deps: Deps, passwords: Passwords, given: LogIn): Promise<Outcome<Opened>> {
  const [person, waiting] = await Promise.all([
    personByEmail(deps.db, given.email),
    waitingSignUp(deps.db, given.email),
  ])
  // Both are looked at for everybody: neither the answer nor its time tells whether there is an account.
  const right = { own: false, waiting: false }
  const knownAs = readDeviceCookie(deps.secrets, given.device.cookies, given.email)
  const guessed = await guess(deps, { ...given, knownAs }, async () => {
    right.own = await passwords.matches(person?.password_hash ?? null, given.password)
    right.waiting = await passwords.matches(waiting?.password_hash ?? null, given.password)
    return right.own || right.waiting
  })
  if (!guessed.ok) return guessed
  if (!guessed.value) return refused('LOGIN_INVALID', { reason: person ? 'wrong password' : 'unknown address' })

  const audience: Audience = given.isCommunityAdmin ? 'admin' : 'learner'
  if (audience === 'admin' && !(right.own && person?.roles.includes('community-admin')))
    return refused('LOGIN_INVALID', { reason: 'not an admin' })
  if (!person || !right.own) {
    if (!waiting) return refused('LOGIN_INVALID', { reason: 'nothing waits for this address any more' })
    await askForVerification(deps, waiting)
    // The password shows who signed up: this browser may hold the sign-up's key, too.
    return refused('EMAIL_UNVERIFIED', { data: { signUpKey: createSignUpKey(deps.secrets, waiting.id) } })
  }

  const passed = await passSecondFactor(deps, person, { ...given, audience, knownAs })
  if (!passed.ok) return passed

  return transact(deps.db, async (tx) => {
    if (!(await stillHasPassword(tx, person.id, person.password_hash)))
      return refused('LOGIN_INVALID', { reason: 'the password was changed meanwhile' })
    return accepted(await openSession(deps, tx, person, audience, given.device))
  })
}
