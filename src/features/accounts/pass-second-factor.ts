/** What a log-in with a password asks for besides: a code, where a second factor is on. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { spendCode } from './check-code.ts'
import { countFailure } from './guess.ts'
import { totpOf } from './queries/second-factor.ts'
import type { Audience } from './tokens.ts'

type Shown = { audience: Audience; otp?: string | undefined; ip: string; knownAs: string | null }

/** To be asked only after the right password: the answer tells that there is a factor. */
export async function passSecondFactor(
  deps: Deps,
  person: { id: string; email: string },
  { audience, otp, ip, knownAs }: Shown,
): Promise<Outcome<null>> {
  if (!(await hasSecondFactor(deps, person.id)))
    return audience === 'admin' && deps.config.adminSecondFactor ? refused('SECOND_FACTOR_NEEDED') : accepted(null)
  if (!otp) return refused('OTP_REQUIRED')
  const spent = await spendCode(deps, person.id, otp)
  if (!spent.ok) return spent
  if (spent.value) return accepted(null)
  await countFailure(deps, { email: person.email, ip, knownAs })
  return refused('OTP_INVALID')
}

export async function hasSecondFactor({ db }: Pick<Deps, 'db'>, personId: string): Promise<boolean> {
  const totp = await totpOf(db, personId)
  return totp !== undefined && totp.confirmed_at !== null
}
