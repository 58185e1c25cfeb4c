/**
 * Asks whoever is signed in to show once more whose the account is: before a way in is added or taken away, each
 * time; before money or data leaves, once in ten minutes. A stolen access token must not become more than it is.
 */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { spendCode } from './check-code.ts'
import { guess } from './guess.ts'
import { hasSecondFactor } from './pass-second-factor.ts'
import type { Passwords } from './passwords.ts'
import { personById } from './queries/people.ts'
import { hasJustBegun, keepStepUp } from './queries/sessions.ts'

/** For those who have nothing else to show: they have logged in a moment ago. */
const YOUNG_MINUTES = 10

export type Shown = {
  personId: string
  sessionId: string
  password?: string | undefined
  otp?: string | undefined
  ip: string
}
type Person = NonNullable<Awaited<ReturnType<typeof personById>>>

/** Marks the session as stepped up for ten minutes. Endpoints that need it declare `stepUp`. */
export async function stepUpSession(deps: Deps, passwords: Passwords, shown: Shown): Promise<Outcome<null>> {
  const owner = await requireOwner(deps, passwords, shown)
  if (!owner.ok) return owner
  await keepStepUp(deps.db, shown.sessionId)
  return accepted(null)
}

/**
 * The password, where there is one, and a code, where a second factor is on: both count as guesses, and
 * the code is used up, after the right password only. With neither, a session of less than ten minutes.
 */
export async function requireOwner(deps: Deps, passwords: Passwords, shown: Shown): Promise<Outcome<Person>> {
  const person = await personById(deps.db, shown.personId)
  if (!person) return refused('TOKEN_INVALID')
  const { email, password_hash: stored } = person
  const { password = '', otp = '', ip } = shown
  const needsCode = await hasSecondFactor(deps, person.id)
  if (!stored && !needsCode)
    return (await hasJustBegun(deps.db, shown.sessionId, YOUNG_MINUTES)) ? accepted(person) : refused('LOG_IN_AGAIN')

  const missing = {
    ...(stored && !password && { password: 'Password is required' }),
    ...(needsCode && !otp && { otp: 'Code is required' }),
  }
  if (Object.keys(missing).length > 0) return refused('FIELD_INVALID', { fields: missing })
  if (stored) {
    const guessed = await guess(deps, { email, ip, knownAs: shown.sessionId }, () =>
      passwords.matches(stored, password),
    )
    if (!guessed.ok) return guessed
    if (!guessed.value) return refused('FIELD_INVALID', { fields: { password: 'This is not your password' } })
  }
  if (!needsCode) return accepted(person)
  const spent = await spendCode(deps, person.id, otp)
  if (!spent.ok) return spent
  return spent.value ? accepted(person) : refused('FIELD_INVALID', { fields: { otp: 'This code is not right.' } })
}
