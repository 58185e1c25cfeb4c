/** Checks a second-factor code. Attempts are limited, and each code works once. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/transaction.ts'
import { consumeLimit, rewardLimit } from '#platform/limits.ts'
import { consumeRecoveryCode, consumeStep, countRecoveryCodes, getTotp } from '../queries/second-factor.ts'
import { notifyFactorChange } from '../second-factor/notify-factor-change.ts'
import { hashRecoveryCode } from '../second-factor/recovery-codes.ts'
import { findTotpStep, isDigits } from '../second-factor/totp.ts'

/**
 * Runs the check and returns its result. Refuses further attempts after ten failures for an account in 15 minutes,
 * because there are only a million codes. Attempts count before the check, so parallel ones count too.
 */
export async function attemptCode(
  { db }: Pick<Deps, 'db'>,
  personId: string,
  check: () => Promise<boolean>,
): Promise<Outcome<boolean>> {
  const waitSeconds = await consumeLimit(db, 'secondFactor', personId)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  const isCorrect = await check()
  if (isCorrect) await rewardLimit(db, 'secondFactor', personId)
  return accepted(isCorrect)
}

/** Checks and consumes an app code or a recovery code of a person whose second factor is on. */
export function consumeCode(deps: Deps, personId: string, otp: string): Promise<Outcome<boolean>> {
  const code = withoutSpaces(otp)
  return attemptCode(deps, personId, () =>
    isDigits(code) ? consumeTotpCode(deps, personId, code) : checkRecoveryCode(deps, personId, code),
  )
}

/** Apps show the six digits in groups. */
export const withoutSpaces = (otp: string): string => otp.replace(/[\s-]/g, '')

async function consumeTotpCode(deps: Deps, personId: string, digits: string): Promise<boolean> {
  const totp = await getTotp(deps.db, personId)
  const step = totp?.confirmed_at ? findTotpStep(deps.secrets.open(totp.sealed_secret), digits, deps.clock()) : null
  return totp !== undefined && step !== null
    ? consumeStep(deps.db, { personId, sealedSecret: totp.sealed_secret, step })
    : false
}

async function checkRecoveryCode(deps: Deps, personId: string, input: string): Promise<boolean> {
  const hashes = hashRecoveryCode(deps.secrets, personId, input)
  if (!hashes) return false
  return transact(deps.db, async (tx) => {
    if (!(await consumeRecoveryCode(tx, personId, hashes))) return false
    const remainingCodes = await countRecoveryCodes(tx, personId)
    await notifyFactorChange(
      deps,
      tx,
      personId,
      { is: 'recovery-code-used', remainingCodes: remainingCodes },
      hashes[0]!.toString('hex'),
    )
    return true
  })
}
