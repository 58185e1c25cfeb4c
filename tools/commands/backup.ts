/** `npm run u -- backup`: writes a backup, or verifies one by a trial restore. */
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { readConfig, StartupError } from '#config/config.ts'
import { failRun, finishRun, startRun } from '#platform/backup/backup-runs.ts'
import { openDatabase } from '#platform/backup/open-database.ts'
import { type BackupResult, writeBackup } from '#platform/backup/write-backup.ts'
import { createBlobs } from '#platform/blobs/create-blobs.ts'
import { refuseOtherMode } from '#platform/db/installation.ts'
import { findRootSecrets } from '#platform/secrets.ts'

export async function runBackup(file: string, { verify = false }: { verify?: boolean }): Promise<void> {
  if (verify) return (await import('../verify-backup.ts')).runVerify(file)
  const config = readConfig()
  const path = resolve(file)
  const { passphrase } = config.backups
  const roots = findRootSecrets(config)
  // A new one would make a backup that nobody can restore.
  if (!roots)
    throw new StartupError(
      `There is no secret: SECRET is not set, and ${config.dataDir} has no file “secret”. Run this with the settings of the server.`,
    )
  const database = await openDatabase(config)
  try {
    await refuseOtherMode(database.db, config)
    const blobs = await createBlobs(config)
    const id = randomUUID()
    const isRecorded = await startRun(database.db, id, 'manual', path)
    const source = { url: database.url, blobs, roots }
    const result = await writeBackup(source, path, { id, passphrase }).catch(async (error: Error) => {
      if (isRecorded) await failRun(database.db, id, error.message)
      throw error
    })
    if (isRecorded) await finishRun(database.db, id, result)
    blobs.close()
    print(path, result, passphrase !== null, blobs.engine)
  } finally {
    await database.close()
  }
}

function print(path: string, result: BackupResult, isEncrypted: boolean, engine: 'disk' | 's3'): void {
  console.log(`${path}: ${formatMegabytes(result.bytes)}, the state of ${result.takenAt.toISOString()}.`)
  console.log(`  ${result.rows} rows of ${result.tables} tables`)
  const files = `${result.files.count} files, ${formatMegabytes(result.files.bytes)}`
  console.log(engine === 'disk' ? `  ${files}` : `  the names of ${files} that stay in their bucket`)
  for (const name of result.missing) console.log(`  missing before: ${name}`)
  console.log(
    isEncrypted
      ? '  encrypted, with the root secret. Keep BACKUP_PASSPHRASE somewhere else: without it nobody can read this file.'
      : '  NOT encrypted, and without the root secret. Set BACKUP_PASSPHRASE, or keep SECRET (or the file “secret” in DATA_DIR) yourself.',
  )
}

export const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
