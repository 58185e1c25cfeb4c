/**
 * `npm run u -- upgrade`: brings the database to this version. Tries it on a copy first, and leaves a backup of the
 * rows for the way back. A kill at any moment leaves the rows of the earlier version, or those of this one.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Config, readConfig, StartupError } from '#config/config.ts'
import { type OpenDatabase, openDatabase } from '#platform/backup/open-database.ts'
import { requireStopped } from '#platform/backup/running-programs.ts'
import { findUpgradeBackup, getUpgradeFolder, toUpgradeBackupName } from '#platform/backup/upgrade-backups.ts'
import { writeBackup } from '#platform/backup/write-backup.ts'
import { createBlobs } from '#platform/blobs/create-blobs.ts'
import { readBlobStoreId, refuseOtherMode } from '#platform/db/installation.ts'
import { findNewerMigration, migrate, waitingMigrations } from '#platform/db/migrate.ts'
import { findRootSecrets } from '#platform/secrets.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { tryBackup } from '../verify-backup.ts'
import { runRestore } from './restore.ts'

type Options = { check?: boolean; back?: boolean; backup?: string; acceptBrokenRules?: boolean }

export async function runUpgrade({ back, backup, ...options }: Options): Promise<void> {
  const config = readConfig()
  const file = backup ? resolve(backup) : null
  return back ? goBack(config, file) : goForward(config, file, options)
}

/** Run by the earlier version. */
async function goBack(config: Config, file: string | null): Promise<void> {
  const database = await openDatabase(config)
  let path: string
  try {
    const migratedAt = await findNewerMigration(database.db)
    if (migratedAt === null)
      return console.log(`The database is not newer than version ${packageJson.version}: nothing has to be restored.`)
    const found = file ?? (await findUpgradeBackup(config, await readBlobStoreId(database.db), migratedAt))
    if (!found)
      throw new StartupError(
        `${getUpgradeFolder(config)} has no backup that was made for the upgrade of ${migratedAt.toISOString()}. Name the file that the upgrade printed with --backup; what happened since that backup is lost.`,
      )
    path = found
  } finally {
    await database.close()
  }
  await runRestore(path, { replace: true })
}

async function goForward(
  config: Config,
  file: string | null,
  { check = false, acceptBrokenRules = false }: Options,
): Promise<void> {
  const database = await openDatabase(config)
  try {
    const { db } = database
    await refuseOtherMode(db, config)
    const waiting = await waitingMigrations(db)
    if (waiting.length === 0) {
      // Refuses a database that a newer version has migrated.
      await migrate(db)
      return console.log(`The database fits version ${packageJson.version}: nothing has to be migrated.`)
    }
    if (!check) await requireStopped(db)
    const path = file ?? (await chooseFile(config, database))
    const isGood = await prove(path, config, database)
    const isRefused = !isGood && !acceptBrokenRules
    if (check || isRefused) await rm(path)
    if (isRefused) {
      process.exitCode = 1
      return console.log(
        'The database is as it was. Read the broken rules above, and mend their rows, or upgrade with --accept-broken-rules.',
      )
    }
    if (check) return console.log(`The upgrade to ${packageJson.version} works on a copy. The database is as it was.`)
    await requireStopped(db).catch(async (error) => {
      await rm(path)
      throw error
    })
    await migrate(db)
    console.log(`The database is now that of version ${packageJson.version}. Start this version.`)
    console.log(
      `The way back loses what happens from now on. Stop the program, and in the folder of the earlier version run\n  npm run u -- upgrade --back --backup ${path}\nThen start that version, and run npm run u -- release-hold. If its “npm run u -- help restore” does not name --continue-numbers, it gives the numbers of the lost invoices again (docs/operate.md, Restore).`,
    )
  } finally {
    await database.close()
  }
}

/** Makes the backup, and migrates and audits a copy that is restored from it. @returns whether the audit has no fault */
async function prove(path: string, config: Config, { db, url }: OpenDatabase): Promise<boolean> {
  const roots = findRootSecrets(config)
  if (!roots)
    throw new StartupError(
      `There is no secret: SECRET is not set, and ${config.dataDir} has no file “secret”. Run this with the settings of the server.`,
    )
  const waiting = await waitingMigrations(db)
  const blobs = await createBlobs(config)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const options = { id: randomUUID(), passphrase: config.backups.passphrase, withoutFiles: true }
  const { rows, tables } = await writeBackup({ url, blobs, roots }, path, options)
  blobs.close()
  console.log(`${path}: ${rows} rows of ${tables} tables, without the uploaded files, which stay where they are.`)
  const { broken } = await tryBackup(path, config, url).catch(async (error) => {
    await rm(path)
    throw error
  })
  console.log(`A copy was restored from it and migrated: ${waiting.join(', ')}.`)
  for (const rule of broken) console.log(`  BROKEN ${rule}`)
  if (broken.length === 0) console.log('The audit of the copy has no violation.')
  return broken.length === 0
}

async function chooseFile(config: Config, { db }: OpenDatabase): Promise<string> {
  return join(getUpgradeFolder(config), toUpgradeBackupName(await readBlobStoreId(db), new Date()))
}
