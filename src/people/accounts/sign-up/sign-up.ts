/**
 * Signs up an address that is not confirmed yet. Known and unknown addresses get the same response in the same time.
 * Only the e-mail from the worker shows whether the address has an account.
 */
import { toMailbox } from '#domain/contact.ts'
import { getCountryOfTimeZone, isCountry } from '#domain/country.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { parsePhone } from '#domain/phone.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { choosePassword } from '../password/choose-password.ts'
import type { Passwords } from '../password/passwords.ts'
import { addSignUp, countRequestedMail } from '../queries/sign-ups.ts'
import { accountSignUpRequestedJob } from '../queue.ts'
import { createSignUpKey } from './sign-up-key.ts'

export type SignUpInput = {
  name: string
  email: string
  password: string
  phoneNumber?: string | undefined
  countryCode?: string | undefined
  timezoneId?: string | undefined
  attribution?: Readonly<Record<string, string | undefined>> | undefined
  ip: string
}

/** Returns the key that links the sign-up to its browser, for known addresses too. */
export async function signUpPerson(
  deps: Deps,
  passwords: Passwords,
  input: SignUpInput,
): Promise<Outcome<{ signUpKey: string }>> {
  const waitSeconds = await consumeLimit(deps.db, 'emailPerClient', input.ip)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  const countryCode = input.countryCode?.trim().toUpperCase()
  const country = countryCode && isCountry(countryCode) ? countryCode : getCountryOfTimeZone(input.timezoneId)
  const phoneNumber = input.phoneNumber ? parsePhone(input.phoneNumber, country) : null
  if (input.phoneNumber && !phoneNumber)
    return refused('FIELD_INVALID', { fields: { phoneNumber: 'Please check the format of the phone number' } })
  const chosen = await choosePassword(passwords, input.password)
  if (!chosen.ok) return chosen

  const signUp = await addSignUp(deps.db, { ...input, phoneNumber, country, passwordHash: chosen.value })
  await requestVerification(deps, signUp)
  return accepted({ signUpKey: createSignUpKey(deps.secrets, signUp.id) })
}

/** Queues the e-mail, at most three an hour per address. Further requests send nothing and get the same response. */
export async function requestVerification(deps: Deps, signUp: { id: string; email: string }): Promise<void> {
  if (await consumeLimit(deps.db, 'emailPerRecipient', toMailbox(signUp.email))) return
  await transact(deps.db, async (tx) => {
    const mailNumber = await countRequestedMail(tx, signUp.id)
    await deps.jobs.enqueue(tx, accountSignUpRequestedJob, { signUpId: signUp.id, mailNumber })
  })
}
