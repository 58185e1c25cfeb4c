/** Numbers of orders, invoices and credit notes after a restore. docs/contract §41, docs/decisions/0046. */

const FIRST_SECOND = Date.UTC(2026, 0, 1) / 1000
const NUMBERS_PER_SECOND = 1000

/**
 * A number that no document from before `now` has, also none of an earlier restore: 1,000 numbers for each second since
 * 2026-01-01 UTC. Documents are numbered one after the other, each with a commit of its own, so they never come as fast.
 * Below zero before 2026.
 */
export function reserveNumbers(now: Date): number {
  return (Math.floor(now.getTime() / 1000) - FIRST_SECOND) * NUMBERS_PER_SECOND
}

/**
 * As `reserveNumbers`, above everything that can have been given since a backup, also if an earlier restore had a clock
 * that was ahead.
 *
 * @param last the last number in the backup
 */
export function reserveNumbersAfter(last: number, takenAt: Date, now: Date): number {
  const sinceBackup = reserveNumbers(now) - reserveNumbers(takenAt) + NUMBERS_PER_SECOND
  return Math.max(reserveNumbers(now), last + sinceBackup)
}
