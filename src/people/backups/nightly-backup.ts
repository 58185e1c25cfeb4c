/** One nightly backup, with the list of deleted accounts beside it, and the deletion of old ones. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BACKUP_KEPT_DAYS, listExpiredBackups } from '#domain/backups/backup-retention.ts'
import type { Deps } from '#http/deps.ts'
import { UNFINISHED_BACKUP } from '#platform/backup/archive.ts'
import { deleteOldRuns, failRun, finishRun, getLastNightly, startRun } from '#platform/backup/backup-runs.ts'
import { withBackupTurn } from '#platform/backup/backup-turn.ts'
import { writeErasures } from '#platform/backup/erasure-list.ts'
import { getHold } from '#platform/backup/hold.ts'
import { writeBackup } from '#platform/backup/write-backup.ts'
import { readBlobStoreId } from '#platform/db/installation.ts'
import { loadRootSecrets } from '#platform/secrets.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** A night begins at 02:00 UTC. */
const NIGHT_MS = 2 * HOUR_MS

type Backups = Pick<Deps, 'db' | 'databaseUrl' | 'blobs' | 'config' | 'clock' | 'log'>

/**
 * Without BACKUP_DIR it does nothing. Two processes never make a backup at once. A held installation makes and deletes
 * none: the files of its folder may be the only good ones.
 */
export async function makeNightlyBackup(deps: Backups, signal?: AbortSignal): Promise<void> {
  const { db, databaseUrl, config, clock } = deps
  if (config.backups.dir === null) return
  const folder = resolve(config.backups.dir)
  await withBackupTurn(databaseUrl, async () => {
    const isHeld = (await getHold(db)) !== null
    const prefix = await readPrefix(db)
    const prepare = async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await updateErasures(db, folder, prefix, clock())
      if (isHeld) return
      // First, so that a full disk gets space, and whether or not the backup succeeds.
      await deleteOld(folder, prefix, clock())
    }
    const last = await getLastNightly(db)
    if (isHeld || !isDue(last?.finishedAt ?? null, clock())) return prepare()
    await makeBackup(deps, { folder, prefix, lastBytes: last?.bytes ?? 0 }, prepare, signal)
    await updateErasures(db, folder, prefix, clock())
    await deleteOld(folder, prefix, clock())
    await deleteOldRuns(db)
  })
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
async function updateErasures(db: Deps['db'], folder: string, prefix: string, now: Date): Promise<void> {
  const oldest = Math.min(...listBackups(await readdir(folder), prefix).map(({ takenAt }) => takenAt.getTime()))
  await writeErasures(db, folder, new Date(Math.min(oldest, now.getTime() - BACKUP_KEPT_DAYS * DAY_MS)))
}

type Place = { folder: string; prefix: string; lastBytes: number }

async function makeBackup(
  { db, databaseUrl, blobs, config, clock, log }: Backups,
  { folder, prefix, lastBytes }: Place,
  prepare: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const name = `${prefix}${clock().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
  const path = join(folder, name)
  const id = randomUUID()
  await startRun(db, id, 'nightly', path)
  try {
    await prepare()
    await requireSpace(folder, lastBytes)
    const source = { url: databaseUrl, blobs, roots: loadRootSecrets(config) }
    const { passphrase } = config.backups
    const { bytes, missing } = await writeBackup(source, path, { id, passphrase, ...(signal && { signal }) })
    await finishRun(db, id, { bytes, missing })
    log.info({ file: name, bytes }, 'a backup was made')
    if (missing.length > 0)
      log.warn({ files: missing.slice(0, 10), count: missing.length }, 'uploaded files are missing')
  } catch (error) {
    await failRun(db, id, signal?.aborted ? 'The process was stopped.' : (error as Error).message)
    throw error
  }
}

/** The folder may be on the disk of the database, which must not fill up. */
async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize <= bytes)
    throw new Error(
      `The disk of ${folder} has ${toMegabytes(bavail * bsize)} MB left, and the last backup needed ${toMegabytes(bytes)} MB.`,
    )
}

const toMegabytes = (bytes: number) => Math.ceil(bytes / 1e6)

/** Also the remains of killed processes. Other files of the folder stay. */
async function deleteOld(folder: string, prefix: string, now: Date): Promise<void> {
  const names = await readdir(folder)
  for (const { name } of listExpiredBackups(listBackups(names, prefix), now))
    await rm(join(folder, name), { force: true })
  for (const name of names.filter((one) => UNFINISHED_BACKUP.test(one))) {
    const entry = await stat(join(folder, name)).catch(() => null)
    const ageMs = entry ? now.getTime() - entry.mtimeMs : 0
    // A backup of this installation has the turn of this process, so the file is not being written.
    if (ageMs > (name.startsWith(`.${prefix}`) ? HOUR_MS : DAY_MS)) await rm(join(folder, name), { force: true })
  }
}

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/** Those of this installation. */
function listBackups(names: readonly string[], prefix: string): { name: string; takenAt: Date }[] {
  return names.flatMap((name) => {
    const [, day, hour, minute, second] = (name.startsWith(prefix) && TIME.exec(name.slice(prefix.length))) || []
    return day ? [{ name, takenAt: new Date(`${day}T${hour}:${minute}:${second}Z`) }] : []
  })
}
