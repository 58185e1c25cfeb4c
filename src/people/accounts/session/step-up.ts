/**
 * Asks a signed-in person to prove again that the account is theirs: every time before a log-in method is added or
 * removed, and once in ten minutes before money or data leaves. A stolen access token alone is not enough for that.
 */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Passwords } from '../password/passwords.ts'
import { personById } from '../queries/people.ts'
import { isSessionYounger, recordStepUp } from '../queries/sessions.ts'
import { hasSecondFactor } from '../second-factor/require-second-factor.ts'
import { consumeCode } from '../sign-up/code-attempts.ts'
import { attemptPassword } from '../social/password-attempts.ts'
import { consumeEmailedCode, requestEmailedCode } from './step-up-code.ts'

/** A person with neither password nor second factor must have logged in within this time. */
const RECENT_LOG_IN_MINUTES = 10

export type OwnerCheckInput = {
  personId: string
  sessionId: string
  password?: string | undefined
  otp?: string | undefined
  ip: string
}
type Person = NonNullable<Awaited<ReturnType<typeof personById>>>

/**
 * Marks the session as stepped up for ten minutes. Endpoints that need a step-up declare `stepUp`. A person with neither
 * password nor second factor may enter a code by e-mail instead of logging in again.
 */
export async function stepUpSession(
  deps: Deps,
  passwords: Passwords,
  { emailCode, ...input }: OwnerCheckInput & { emailCode?: string | undefined },
): Promise<Outcome<null>> {
  const owner = emailCode ? await requireMailbox(deps, input, emailCode) : await requireOwner(deps, passwords, input)
  if (!owner.ok) return owner
  await recordStepUp(deps.db, input.sessionId)
  return accepted(null)
}

/** Sends the code. Refused to a person who has another proof. */
export async function requestStepUpCode(
  deps: Deps,
  { personId, sessionId }: Pick<OwnerCheckInput, 'personId' | 'sessionId'>,
): Promise<Outcome<null>> {
  const person = await getPersonWithoutProofs(deps, personId)
  return person.ok ? requestEmailedCode(deps, personId, sessionId) : person
}

async function requireMailbox(
  deps: Deps,
  { personId, sessionId }: Pick<OwnerCheckInput, 'personId' | 'sessionId'>,
  emailCode: string,
): Promise<Outcome<Person>> {
  const person = await getPersonWithoutProofs(deps, personId)
  if (!person.ok) return person
  const attempt = await consumeEmailedCode(deps, personId, sessionId, emailCode)
  if (!attempt.ok) return attempt
  return attempt.value ? person : refused('FIELD_INVALID', { fields: { emailCode: 'This code is not right.' } })
}

/** The mailbox alone is never enough for an account with a password or a second factor. */
async function getPersonWithoutProofs(deps: Deps, personId: string): Promise<Outcome<Person>> {
  const person = await personById(deps.db, personId)
  if (!person) return refused('TOKEN_INVALID')
  if (person.password_hash) return refused('FIELD_INVALID', { fields: { password: 'Password is required' } })
  if (await hasSecondFactor(deps, personId)) return refused('FIELD_INVALID', { fields: { otp: 'Code is required' } })
  return accepted(person)
}

/**
 * Requires the password if the account has one, and a code if a second factor is on. Both count as attempts, and
 * a code is consumed only after the right password. Without either, the session must be younger than ten minutes.
 */
export async function requireOwner(deps: Deps, passwords: Passwords, input: OwnerCheckInput): Promise<Outcome<Person>> {
  const person = await personById(deps.db, input.personId)
  if (!person) return refused('TOKEN_INVALID')
  const { email, password_hash: storedHash } = person
  const { password = '', otp = '', ip } = input
  const needsCode = await hasSecondFactor(deps, person.id)
  if (!storedHash && !needsCode)
    return (await isSessionYounger(deps.db, input.sessionId, RECENT_LOG_IN_MINUTES))
      ? accepted(person)
      : refused('LOG_IN_AGAIN')

  const missingFields = {
    ...(storedHash && !password && { password: 'Password is required' }),
    ...(needsCode && !otp && { otp: 'Code is required' }),
  }
  if (Object.keys(missingFields).length > 0) return refused('FIELD_INVALID', { fields: missingFields })
  if (storedHash) {
    const passwordAttempt = await attemptPassword(deps, { email, ip, knownSourceId: input.sessionId }, () =>
      passwords.matches(storedHash, password),
    )
    if (!passwordAttempt.ok) return passwordAttempt
    if (!passwordAttempt.value) return refused('FIELD_INVALID', { fields: { password: 'This is not your password' } })
  }
  if (!needsCode) return accepted(person)
  const codeAttempt = await consumeCode(deps, person.id, otp)
  if (!codeAttempt.ok) return codeAttempt
  return codeAttempt.value ? accepted(person) : refused('FIELD_INVALID', { fields: { otp: 'This code is not right.' } })
}
