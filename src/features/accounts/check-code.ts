/** Every check of a second factor's code, wherever it is asked for: counted, and each code good once. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { consumeLimit, rewardLimit } from '#platform/limits.ts'
import { recoveryCodesLeft, spendRecoveryCode, takeStep, totpOf } from './queries/second-factor.ts'
import { hashesOfCode } from './recovery-codes.ts'
import { tellFactor } from './tell-factor.ts'
import { isDigits, stepOf } from './totp.ts'

/**
 * Whether the check says yes. Ten that fail for an account in 15 minutes, from anywhere, and nothing is
 * checked any more: a million codes are few. Counted before, so that many at once are too.
 */
export async function guessCode(
  { db }: Pick<Deps, 'db'>,
  personId: string,
  check: () => Promise<boolean>,
): Promise<Outcome<boolean>> {
  const wait = await consumeLimit(db, 'secondFactor', personId)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const isRight = await check()
  if (isRight) await rewardLimit(db, 'secondFactor', personId)
  return accepted(isRight)
}

/** A code of the app, or a recovery code, of a person whose factor is on. It is used up by this. */
export function spendCode(deps: Deps, personId: string, otp: string): Promise<Outcome<boolean>> {
  const code = withoutSpaces(otp)
  return guessCode(deps, personId, () =>
    isDigits(code) ? spendDigits(deps, personId, code) : spendRecovery(deps, personId, code),
  )
}

/** Apps show their six digits in groups. */
export const withoutSpaces = (otp: string): string => otp.replace(/[\s-]/g, '')

async function spendDigits(deps: Deps, personId: string, digits: string): Promise<boolean> {
  const totp = await totpOf(deps.db, personId)
  const step = totp?.confirmed_at ? stepOf(deps.secrets.open(totp.sealed_secret), digits, deps.clock()) : null
  return totp !== undefined && step !== null
    ? takeStep(deps.db, { personId, sealedSecret: totp.sealed_secret, step })
    : false
}

async function spendRecovery(deps: Deps, personId: string, typed: string): Promise<boolean> {
  const hashes = hashesOfCode(deps.secrets, personId, typed)
  if (!hashes) return false
  return transact(deps.db, async (tx) => {
    if (!(await spendRecoveryCode(tx, personId, hashes))) return false
    const left = await recoveryCodesLeft(tx, personId)
    await tellFactor(deps, tx, personId, { is: 'recovery-code-used', left }, hashes[0]!.toString('hex'))
    return true
  })
}
