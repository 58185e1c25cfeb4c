/** Where the numbers of a restored installation go on. docs/contract §41. */
import { StartupError } from '#config/config.ts'
import { reserveNumbersAfter } from '#domain/orders/restored-numbers.ts'
import type { GivenNumbers, LastNumbers } from './queries/restored-numbers.ts'

/** What is known about the numbers that were given after a backup. */
export type RestoredBackup = {
  takenAt: Date
  /** Whether no program ran when it was made. */
  wasStopped: boolean
  now: Date
  /** The last numbers of the database that is replaced. Null: none is. */
  replaced: LastNumbers | null
  /** The operator says that nothing was numbered after the backup. */
  continues: boolean
}

/**
 * Up to which numbers everything may be given already, and who knows it. A replaced database is believed if it is of the
 * same installation and behind the backup in nothing. Otherwise all numbers up to the second of the restore count as
 * given, unless the operator says that there are none, and the backup does not contradict.
 *
 * @param last of the restored rows
 * @throws StartupError if the clock is before the backup, or the program ran during a backup of which nothing is left out
 */
export function findGivenNumbers(backup: RestoredBackup, last: LastNumbers): GivenNumbers {
  const { takenAt, wasStopped, now, replaced, continues } = backup
  if (replaced && isLater(replaced, last)) return { knownBy: 'database', until: replaced }
  if (continues && !wasStopped)
    throw new StartupError(
      `The program ran when this backup was made (${takenAt.toISOString()}), or the backup does not say that it was stopped. So invoices may have been numbered after it. For a move, stop the program, make another backup and restore that. If there is no other one, leave out --continue-numbers.`,
    )
  if (continues) return { knownBy: 'operator', until: last }
  if (now < takenAt)
    throw new StartupError(
      `The clock of this machine says ${now.toISOString()}, which is before the backup (${takenAt.toISOString()}). Set the clock: the numbers of invoices go on with the time of the restore.`,
    )
  const reserve = (number: number) => reserveNumbersAfter(number, takenAt, now)
  const until = {
    invoice: reserve(last.invoice),
    'credit-note': reserve(last['credit-note']),
    order: reserve(last.order),
  }
  return { knownBy: 'clock', until: { ...until, installation: last.installation } }
}

function isLater(replaced: LastNumbers, last: LastNumbers): boolean {
  return (
    replaced.installation === last.installation &&
    replaced.invoice >= last.invoice &&
    replaced['credit-note'] >= last['credit-note'] &&
    replaced.order >= last.order
  )
}
