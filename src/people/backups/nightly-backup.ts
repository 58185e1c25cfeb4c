/** One nightly backup, with the list of deleted accounts beside it, and the deletion of old ones. */
import { randomUUID } from 'node:crypto'
import { BACKUP_KEPT_DAYS, listExpiredBackups } from '#domain/backups/backup-retention.ts'
import type { Deps } from '#http/deps.ts'
import { deleteOldRuns, failRun, finishRun, getLastNightly, startRun } from '#platform/backup/backup-runs.ts'
import type { BackupStore } from '#platform/backup/backup-store.ts'
import { withBackupTurn } from '#platform/backup/backup-turn.ts'
import { createBackupStore } from '#platform/backup/create-backup-store.ts'
import { writeErasures } from '#platform/backup/erasure-list.ts'
import { getHold } from '#platform/backup/hold.ts'
import { deleteOldUpgradeBackups } from '#platform/backup/upgrade-backups.ts'
import { writeBackup } from '#platform/backup/write-backup.ts'
import { readBlobStoreId } from '#platform/db/installation.ts'
import { loadRootSecrets } from '#platform/secrets.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** A night begins at 02:00 UTC. */
const NIGHT_MS = 2 * HOUR_MS

type Backups = Pick<Deps, 'db' | 'databaseUrl' | 'blobs' | 'config' | 'clock' | 'log'>

/**
 * Without BACKUP_DIR and BACKUP_S3_URL it makes none. Two processes never make a backup at once. A held installation
 * makes and deletes none: the files of its folder may be the only good ones.
 */
export async function makeNightlyBackup(deps: Backups, signal?: AbortSignal): Promise<void> {
  const { db, databaseUrl, config, clock } = deps
  if ((await getHold(db)) === null) await deleteOldUpgradeBackups(config, await readBlobStoreId(db), clock())
  const store = await createBackupStore(config.backups)
  if (store === null) return
  try {
    await withBackupTurn(databaseUrl, () => makeInTurn(deps, store, signal))
  } finally {
    store.close()
  }
}

async function makeInTurn(deps: Backups, store: BackupStore, signal?: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const isHeld = (await getHold(db)) !== null
  const prefix = await readPrefix(db)
  const prepare = async () => {
    await store.prepare()
    await updateErasures(db, store, prefix, clock())
    if (isHeld) return
    // First, so that a full disk gets space, and whether or not the backup succeeds.
    await deleteOld(store, prefix, clock())
  }
  const last = await getLastNightly(db)
  if (isHeld || !isDue(last?.finishedAt ?? null, clock())) return prepare()
  await makeBackup(deps, { store, prefix, lastBytes: last?.bytes ?? 0 }, prepare, signal)
  await updateErasures(db, store, prefix, clock())
  await deleteOld(store, prefix, clock())
  await deleteOldRuns(db)
}

/** Whether no whole backup was made since the last night began. */
export function isDue(lastAt: Date | null, now: Date): boolean {
  const nightBegan = Math.floor((now.getTime() - NIGHT_MS) / DAY_MS) * DAY_MS + NIGHT_MS
  return lastAt === null || lastAt.getTime() < nightBegan
}

/** Two installations may have one folder, and neither deletes files of the other. */
async function readPrefix(db: Deps['db']): Promise<string> {
  const storeId = await readBlobStoreId(db)
  return storeId === null ? 'understudy-' : `understudy-${storeId.slice(0, 8)}-`
}

/** Accounts that were deleted after the oldest backup of the folder, or within the time that backups are kept. */
async function updateErasures(db: Deps['db'], store: BackupStore, prefix: string, now: Date): Promise<void> {
  const oldest = Math.min(...listBackups(await store.list(), prefix).map(({ takenAt }) => takenAt.getTime()))
  await writeErasures(db, store, new Date(Math.min(oldest, now.getTime() - BACKUP_KEPT_DAYS * DAY_MS)))
}

type Place = { store: BackupStore; prefix: string; lastBytes: number }

async function makeBackup(
  { db, databaseUrl, blobs, config, clock, log }: Backups,
  { store, prefix, lastBytes }: Place,
  prepare: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const name = `${prefix}${clock().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
  const id = randomUUID()
  await startRun(db, id, 'nightly', store.toAddress(name))
  try {
    await prepare()
    await store.requireSpace(lastBytes)
    const source = { url: databaseUrl, blobs, roots: loadRootSecrets(config) }
    const { passphrase } = config.backups
    const target = store.createTarget(name)
    const { bytes, missing } = await writeBackup(source, target, { id, passphrase, ...(signal && { signal }) })
    await finishRun(db, id, { bytes, missing })
    log.info({ file: name, bytes }, 'a backup was made')
    if (missing.length > 0)
      log.warn({ files: missing.slice(0, 10), count: missing.length }, 'uploaded files are missing')
  } catch (error) {
    await failRun(db, id, signal?.aborted ? 'The process was stopped.' : (error as Error).message)
    throw error
  }
}

/** Also the remains of killed processes. Other files stay. */
async function deleteOld(store: BackupStore, prefix: string, now: Date): Promise<void> {
  for (const { name } of listExpiredBackups(listBackups(await store.list(), prefix), now)) await store.delete(name)
  await store.deleteRemains(prefix, now)
}

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/** Those of this installation. */
function listBackups(names: readonly string[], prefix: string): { name: string; takenAt: Date }[] {
  return names.flatMap((name) => {
    const [, day, hour, minute, second] = (name.startsWith(prefix) && TIME.exec(name.slice(prefix.length))) || []
    return day ? [{ name, takenAt: new Date(`${day}T${hour}:${minute}:${second}Z`) }] : []
  })
}
