/** Requires a code at a password log-in when a second factor is on. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { getTotp } from '../queries/second-factor.ts'
import type { Audience } from '../session/tokens.ts'
import { consumeCode } from '../sign-up/code-attempts.ts'
import { countFailedLogIn } from '../social/password-attempts.ts'

type SecondFactorInput = { audience: Audience; otp?: string | undefined; ip: string; knownSourceId: string | null }

/** Call only after the right password, because the refusal shows that a second factor is on. */
export async function requireSecondFactor(
  deps: Deps,
  person: { id: string; email: string },
  { audience, otp, ip, knownSourceId }: SecondFactorInput,
): Promise<Outcome<null>> {
  if (!(await hasSecondFactor(deps, person.id)))
    return audience === 'admin' && deps.config.adminSecondFactor ? refused('SECOND_FACTOR_NEEDED') : accepted(null)
  if (!otp) return refused('OTP_REQUIRED')
  const codeAttempt = await consumeCode(deps, person.id, otp)
  if (!codeAttempt.ok) return codeAttempt
  if (codeAttempt.value) return accepted(null)
  await countFailedLogIn(deps, { email: person.email, ip, knownSourceId: knownSourceId })
  return refused('OTP_INVALID')
}

export async function hasSecondFactor({ db }: Pick<Deps, 'db'>, personId: string): Promise<boolean> {
  const totp = await getTotp(db, personId)
  return totp !== undefined && totp.confirmed_at !== null
}
