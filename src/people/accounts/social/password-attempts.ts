/** Limits password attempts at log-in, in the settings and at account deletion. docs/contract §2. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { consumeLimit, resetLimit, rewardLimit } from '#platform/limits.ts'

/** `knownSourceId`: the session, or a device known to the account, that the attempt comes from. */
type PasswordAttempt = { email: string; ip: string; knownSourceId?: string | null }

/**
 * Runs the check and returns its result. Refuses further attempts after ten failures for an account from one address
 * in 15 minutes, or a hundred from anywhere in a day. Attempts count before the check, so parallel ones count too.
 * A known device and a signed-in session have their own counters, so other people cannot exhaust them.
 */
export async function attemptPassword(
  deps: Deps,
  attempt: PasswordAttempt,
  check: () => Promise<boolean>,
): Promise<Outcome<boolean>> {
  const waitSeconds = await countFailedLogIn(deps, attempt)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })

  const isCorrect = await check()
  if (isCorrect) {
    const { sourceKey, accountKey } = createLimitKeys(attempt)
    await rewardLimit(deps.db, 'logInPerAddress', attempt.ip)
    await rewardLimit(deps.db, 'logInPerAccountAndAddress', sourceKey)
    await rewardLimit(deps.db, 'logInPerAccount', accountKey)
  }
  return accepted(isCorrect)
}

/**
 * Counts a log-in that failed by its password or second factor. Returns the seconds to wait when a limit is exceeded:
 * per network for all accounts, per account and network, or per account from anywhere.
 */
export async function countFailedLogIn({ db }: Pick<Deps, 'db'>, attempt: PasswordAttempt): Promise<number | null> {
  const { sourceKey, accountKey } = createLimitKeys(attempt)
  return (
    (await consumeLimit(db, 'logInPerAddress', attempt.ip)) ??
    (await consumeLimit(db, 'logInPerAccountAndAddress', sourceKey)) ??
    (await consumeLimit(db, 'logInPerAccount', accountKey))
  )
}

function createLimitKeys({ email, ip, knownSourceId }: PasswordAttempt): { sourceKey: string; accountKey: string } {
  return knownSourceId
    ? { sourceKey: `${email} known ${knownSourceId}`, accountKey: `${email} known ${knownSourceId}` }
    : { sourceKey: `${email} ${ip}`, accountKey: email }
}

/** Resets the counters after a mailed link was used: the link proves the owner, so earlier failures no longer count. */
export async function resetFailedLogIns({ db }: Pick<Deps, 'db'>, { email, ip }: PasswordAttempt): Promise<void> {
  await resetLimit(db, 'logInPerAccountAndAddress', `${email} ${ip}`)
  await resetLimit(db, 'logInPerAccount', email)
}
