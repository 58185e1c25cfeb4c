/** Every check of a password counts as a guess, wherever it is made: log-in, settings, deletion. Contract §2. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { giveBack, spend } from '#platform/limits.ts'

type Guess = { email: string; ip: string }

/**
 * Whether the check says yes. Ten that fail for an account from one address in 15 minutes, or a hundred
 * from anywhere in a day, and nothing is checked any more. Counted before, so that many at once are too.
 */
export async function guess(
  deps: Deps,
  { email, ip }: Guess,
  check: () => Promise<boolean>,
): Promise<Outcome<boolean>> {
  const here = `${email} ${ip}`
  const wait = await countFailure(deps, { email, ip })
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })

  const isRight = await check()
  if (isRight) {
    await giveBack(deps.db, 'logInFromHere', here)
    await giveBack(deps.db, 'logInAnywhere', email)
  }
  return accepted(isRight)
}

/** A log-in that failed, by its password or by what comes after. Answers the seconds to wait, if it is one too many. */
export async function countFailure({ db }: Pick<Deps, 'db'>, { email, ip }: Guess): Promise<number | null> {
  return (await spend(db, 'logInFromHere', `${email} ${ip}`)) ?? (await spend(db, 'logInAnywhere', email))
}
