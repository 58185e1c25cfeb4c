/** When an e-mail is tried again. docs/contract §26. */

const MINUTE_MS = 60_000
/** Minutes after the first attempt, the second, and so on. */
const DELAYS = [1, 2, 4, 8, 15, 30] as const
/** An e-mail that no server took in this time has failed. */
const RETRY_DAYS = 3

/**
 * Milliseconds until the next attempt: 1, 2, 4, 8, 15 and then 30 minutes, each longer by up to a quarter, so that
 * e-mails that failed together are not all tried together.
 *
 * @param attempts made so far, at least 1
 * @param random from 0 up to 1
 */
export function getRetryDelayMs(attempts: number, random: number): number {
  const minutes = DELAYS[Math.min(Math.max(attempts, 1), DELAYS.length) - 1]!
  return Math.round(minutes * MINUTE_MS * (1 + random / 4))
}

/** Whether an e-mail is too old for another attempt. */
export function hasGivenUp(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > RETRY_DAYS * 24 * 60 * MINUTE_MS
}
