/** Verifies a backup: restores it into a scratch database, and runs the audit there. */
import { resolve } from 'node:path'
import { type Config, readConfig } from '#config/config.ts'
import { DamagedBackup } from '#platform/backup/archive.ts'
import { recordDamage, recordVerification } from '#platform/backup/backup-runs.ts'
import { openDatabase } from '#platform/backup/open-database.ts'
import { type RestoreResult, restoreBackup } from '#platform/backup/restore-backup.ts'
import { withScratchDatabase } from '#platform/backup/scratch-database.ts'
import { createDb } from '#platform/db/db.ts'
import { createLog } from '#platform/log.ts'
import { createGateways } from '#platform/payments/gateways.ts'
import { audit } from '#screens/admin/audit-money.ts'

type Trial = RestoreResult & {
  /** Rules of the audit that the restored rows break. */
  broken: string[]
}

/** Restores a backup into a scratch database, which is dropped, and runs the audit there. Newer migrations are applied. */
export function tryBackup(path: string, config: Config, databaseUrl: string): Promise<Trial> {
  const { passphrase, scratchUrl } = config.backups
  return withScratchDatabase(scratchUrl ?? databaseUrl, async (url) => {
    const restored = await restoreBackup({ url, config, blobs: null }, path, passphrase)
    return { ...restored, broken: await listBrokenRules(url) }
  })
}

/** Exits with 1 if the backup has a fault. Files are compared with their checksums, and not stored. */
export async function runVerify(file: string): Promise<void> {
  const config = readConfig()
  const path = resolve(file)
  const database = await openDatabase(config)
  try {
    const { header, closing, rows, broken } = await tryBackup(path, config, database.url).catch(async (error) => {
      if (error instanceof DamagedBackup) await recordDamage(database.db, path, error.message)
      throw error
    })
    console.log(`Restored the state of ${header.takenAt.toISOString()} into a scratch database:`)
    console.log(`  ${rows} rows of ${header.tables.length} tables, as many as were written, with the same checksums`)
    console.log(
      header.files === 'content'
        ? `  ${closing.files.count} files with the same checksums`
        : `  the names of ${closing.files.count} files that are not in the backup, which were not compared`,
    )
    for (const name of closing.missing) console.log(`  missing before the backup: ${name}`)
    for (const rule of broken) console.log(`  BROKEN ${rule}`)
    const missing = `${closing.missing.length} uploaded files are not in the backup, because they were missing before.`
    const rules = `The audit of the restored rows has ${broken.length} broken rules.`
    const fault =
      [...(closing.missing.length > 0 ? [missing] : []), ...(broken.length > 0 ? [rules] : [])].join(' ') || null
    await recordVerification(database.db, header.id, fault)
    console.log(fault ?? '  the audit has no violation\nThe backup is good.')
    process.exitCode = fault ? 1 : 0
  } finally {
    await database.close()
  }
}

/** Without the providers, which know what happened after the backup. */
async function listBrokenRules(url: string): Promise<string[]> {
  const { db, close } = createDb(url, createLog('silent'), 2, { statement_timeout: 600_000 })
  try {
    const gateways = createGateways({ card: null, paypal: null })
    const results = await audit({ db, gateways, clock: () => new Date() })
    return results.filter(({ violations }) => violations.length > 0).map(({ id, promise }) => `${id} ${promise}`)
  } finally {
    await close()
  }
}
