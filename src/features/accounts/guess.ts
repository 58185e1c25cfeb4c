/** Every check of a password counts as a guess, wherever it is made: log-in, settings, deletion. Contract §2. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { consumeLimit, resetLimit, rewardLimit } from '#platform/limits.ts'

/** `knownAs`: the session, or the device that the account knows, from which the guess comes. */
type Guess = { email: string; ip: string; knownAs?: string | null }

/**
 * Whether the check says yes. Ten that fail for an account from one address in 15 minutes, or a hundred
 * from anywhere in a day, and nothing is checked any more. Counted before, so that many at once are too.
 * A known device and a signed-in session have counters of their own: strangers cannot use theirs up.
 */
export async function guess(deps: Deps, guessed: Guess, check: () => Promise<boolean>): Promise<Outcome<boolean>> {
  const wait = await countFailure(deps, guessed)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })

  const isRight = await check()
  if (isRight) {
    const { near, account } = keysFor(guessed)
    await rewardLimit(deps.db, 'logInsHere', guessed.ip)
    await rewardLimit(deps.db, 'logInFromHere', near)
    await rewardLimit(deps.db, 'logInAnywhere', account)
  }
  return accepted(isRight)
}

/**
 * A log-in that failed, by its password or by what comes after. Answers the seconds to wait, if it is one too
 * many: for the account from here, for the account from anywhere, or from here for all accounts together.
 */
export async function countFailure({ db }: Pick<Deps, 'db'>, guessed: Guess): Promise<number | null> {
  const { near, account } = keysFor(guessed)
  return (
    (await consumeLimit(db, 'logInsHere', guessed.ip)) ??
    (await consumeLimit(db, 'logInFromHere', near)) ??
    (await consumeLimit(db, 'logInAnywhere', account))
  )
}

function keysFor({ email, ip, knownAs }: Guess): { near: string; account: string } {
  return knownAs
    ? { near: `${email} known ${knownAs}`, account: `${email} known ${knownAs}` }
    : { near: `${email} ${ip}`, account: email }
}

/** Whoever has read the owner's mail is the owner: what others guessed is not held against them. */
export async function forgiveGuesses({ db }: Pick<Deps, 'db'>, { email, ip }: Guess): Promise<void> {
  await resetLimit(db, 'logInFromHere', `${email} ${ip}`)
  await resetLimit(db, 'logInAnywhere', email)
}
