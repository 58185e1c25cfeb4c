/**
 * An account for an address that nobody has proved yet. Known and unknown addresses go the same way, at
 * the same pace: only the mail, written by the worker, tells its owner which it was.
 */
import { mailboxOf } from '#domain/contact.ts'
import { countryOfZone, isCountry } from '#domain/country.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { readPhone } from '#domain/phone.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { choosePassword } from './choose-password.ts'
import type { Passwords } from './passwords.ts'
import { addSignUp, countMailAsked } from './queries/sign-ups.ts'
import { createSignUpKey } from './sign-up-key.ts'

export type SignUp = {
  name: string
  email: string
  password: string
  phoneNumber?: string | undefined
  countryCode?: string | undefined
  timezoneId?: string | undefined
  attribution?: Readonly<Record<string, string | undefined>> | undefined
  ip: string
}

/** Answers the key that ties the sign-up to its browser, for known addresses too. */
export async function signUpPerson(
  deps: Deps,
  passwords: Passwords,
  given: SignUp,
): Promise<Outcome<{ signUpKey: string }>> {
  const wait = await consumeLimit(deps.db, 'mailFromHere', given.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const told = given.countryCode?.trim().toUpperCase()
  const country = told && isCountry(told) ? told : countryOfZone(given.timezoneId)
  const phoneNumber = given.phoneNumber ? readPhone(given.phoneNumber, country) : null
  if (given.phoneNumber && !phoneNumber)
    return refused('FIELD_INVALID', { fields: { phoneNumber: 'Please check the format of the phone number' } })
  const chosen = await choosePassword(passwords, given.password)
  if (!chosen.ok) return chosen

  const signUp = await addSignUp(deps.db, { ...given, phoneNumber, country, passwordHash: chosen.value })
  await askForVerification(deps, signUp)
  return accepted({ signUpKey: createSignUpKey(deps.secrets, signUp.id) })
}

/** Queues the mail, three an hour to one address; above that nothing is sent, and nobody is told. */
export async function askForVerification(deps: Deps, signUp: { id: string; email: string }): Promise<void> {
  if (await consumeLimit(deps.db, 'mailTo', mailboxOf(signUp.email))) return
  await transact(deps.db, async (tx) => {
    const asked = await countMailAsked(tx, signUp.id)
    await deps.jobs.enqueue(tx, 'account.sign-up-asked', { signUpId: signUp.id, asked })
  })
}
