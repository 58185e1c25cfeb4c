/** `npm run u -- restore`: restores a backup into an empty installation, which is then held. */
import { resolve } from 'node:path'
import type pg from 'pg'
import { readConfig, StartupError } from '#config/config.ts'
import { formatCreditNoteNumber, formatInvoiceNumber } from '#domain/orders/document-number.ts'
import { endRestoredLogIns } from '#people/accounts/queries/restored-log-ins.ts'
import { findErasures, listErasures } from '#platform/backup/erasure-list.ts'
import type { BackupHeader } from '#platform/backup/manifest.ts'
import { openDatabase } from '#platform/backup/open-database.ts'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { requireStopped } from '#platform/backup/running-programs.ts'
import { createBlobs } from '#platform/blobs/create-blobs.ts'
import { refuseOtherMode } from '#platform/db/installation.ts'
import { requireFitDatabase } from '#platform/db/requirements.ts'
import { getLastNumbers, type NumbersAfterRestore, skipNumbers } from '#sell/documents/queries/restored-numbers.ts'
import { findGivenNumbers } from '#sell/documents/reserve-numbers.ts'

const LABELS = {
  invoice: formatInvoiceNumber,
  'credit-note': formatCreditNoteNumber,
  order: (number: number) => `U-${number}`,
}

type Options = { erasures?: string; withoutErasures?: boolean; replace?: boolean; continueNumbers?: boolean }

export async function runRestore(
  file: string,
  { erasures: list, withoutErasures, replace = false, continueNumbers = false }: Options,
): Promise<void> {
  const config = readConfig()
  const path = resolve(file)
  const listed = withoutErasures ? [] : await findErasures(path, list ? resolve(list) : null)
  const noList = new StartupError(
    `No “erasures.json” is beside ${path}, so accounts that were deleted after this backup would come back. Name the newest list with --erasures FILE, or add --without-erasures if there is none.`,
  )
  // The database that is replaced may know them itself.
  if (!listed && !replace) throw noList
  const erasures = [...(listed ?? [])]
  const database = await openDatabase(config)
  try {
    if (config.databaseUrl) await requireFitDatabase(database.db)
    if (replace) {
      await refuseOtherMode(database.db, config)
      await requireStopped(database.db)
      erasures.push(...(await listErasures(database.db, new Date(0))))
    }
    const replaced = replace ? await getLastNumbers(database.db) : null
    if (replace) await database.disconnect()
    const blobs = await createBlobs(config)
    let numbers: NumbersAfterRestore | undefined
    const skip = async (client: pg.Client, { takenAt, wasStopped }: BackupHeader) => {
      const backup = { takenAt, wasStopped, now: new Date(), replaced, continues: continueNumbers }
      numbers = await skipNumbers(client, (last) => findGivenNumbers(backup, last))
      // A database that does not know the numbers does not know the accounts either.
      if (!listed && numbers.knownBy !== 'database') throw noList
    }
    const target = {
      url: database.url,
      config,
      blobs,
      replaces: replace,
      endLogIns: endRestoredLogIns,
      skipNumbers: skip,
    }
    const { header, closing, rows, absent } = await restoreBackup(target, path, config.backups.passphrase, erasures)
    blobs.close()
    console.log(`Restored the state of ${header.takenAt.toISOString()}: ${rows} rows and ${closing.files.count} files.`)
    console.log(
      `  ${erasures.length} accounts are on the list of deleted ones; “release-hold” deletes those again that came back`,
    )
    printNumbers(numbers!, replace, header.takenAt)
    for (const name of closing.missing) console.log(`  missing before the backup: ${name}`)
    for (const name of absent) console.log(`  no longer in the bucket: ${name}`)
    console.log(
      'The installation is held: it sends no e-mail, charge or refund. Start it, look at it, then run “npm run u -- release-hold”.',
    )
  } finally {
    await database.close()
  }
}

function printNumbers({ knownBy, skipped, next }: NumbersAfterRestore, replace: boolean, takenAt: Date): void {
  if (replace && knownBy !== 'database')
    console.log(
      '  the database that was replaced is not the one that went on after this backup, so it does not know which numbers were given',
    )
  for (const { series, firstNumber, lastNumber } of skipped)
    console.log(
      `  ${LABELS[series](firstNumber)} to ${LABELS[series](lastNumber)} are left out, as they may have been given after the backup`,
    )
  const series = ['invoice', 'credit-note', 'order'] as const
  console.log(`  The next numbers are ${series.map((one) => LABELS[one](next[one])).join(', ')}`)
  if (knownBy === 'operator')
    console.log(
      `  --continue-numbers leaves out none. If the program ran after ${takenAt.toISOString()}, customers get numbers that others have: then restore into an empty database without it, before you start the program`,
    )
}
