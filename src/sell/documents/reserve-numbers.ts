/** Where the numbers of a restored installation go on. docs/contract §41. */
import { StartupError } from '#config/config.ts'
import { reserveNumbers } from '#domain/orders/restored-numbers.ts'
import type { LastNumbers } from './queries/restored-numbers.ts'

/**
 * Nobody knows which numbers were given after the backup, so all up to the second of the restore count as given.
 *
 * @throws StartupError if the clock is before the backup
 */
export function reserveAllNumbers(takenAt: Date, now: Date): LastNumbers {
  if (now < takenAt)
    throw new StartupError(
      `The clock of this machine says ${now.toISOString()}, which is before the backup (${takenAt.toISOString()}). Set the clock: the numbers of invoices go on with the time of the restore.`,
    )
  const number = reserveNumbers(now)
  return { invoice: number, 'credit-note': number, order: number }
}
