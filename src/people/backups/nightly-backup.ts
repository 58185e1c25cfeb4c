/** One nightly backup, with the list of deleted accounts beside it, and the deletion of old ones. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BACKUP_KEPT_DAYS, listExpiredBackups } from '#domain/backups/backup-retention.ts'
import type { Deps } from '#http/deps.ts'
import { UNFINISHED_BACKUP } from '#platform/backup/archive.ts'
import { deleteOldRuns, failRun, finishRun, getLastNightly, startRun } from '#platform/backup/backup-runs.ts'
import { withBackupTurn } from '#platform/backup/backup-turn.ts'
import { writeErasures } from '#platform/backup/erasure-list.ts'
import { writeBackup } from '#platform/backup/write-backup.ts'
import { loadRootSecrets } from '#platform/secrets.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** A night begins at 02:00 UTC. */
const NIGHT_MS = 2 * HOUR_MS

const NAME = /^understudy-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z\.backup$/

type Backups = Pick<Deps, 'db' | 'databaseUrl' | 'blobs' | 'config' | 'clock' | 'log'>

/** Without BACKUP_DIR it does nothing. Two processes never make a backup at once. */
export async function makeNightlyBackup(deps: Backups, signal?: AbortSignal): Promise<void> {
  const { db, databaseUrl, config, clock } = deps
  if (config.backups.dir === null) return
  const folder = resolve(config.backups.dir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await withBackupTurn(databaseUrl, async () => {
    await writeErasures(db, folder, new Date(clock().getTime() - BACKUP_KEPT_DAYS * DAY_MS))
    if (isDue(await getLastNightly(db), clock())) await makeBackup(deps, folder, signal)
    await deleteOld(folder, clock())
    await deleteOldRuns(db)
  })
}

/** Whether no whole backup was made since the last night began. */
export function isDue(lastAt: Date | null, now: Date): boolean {
  const nightBegan = Math.floor((now.getTime() - NIGHT_MS) / DAY_MS) * DAY_MS + NIGHT_MS
  return lastAt === null || lastAt.getTime() < nightBegan
}

async function makeBackup(
  { db, databaseUrl, blobs, config, clock, log }: Backups,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  const name = `understudy-${clock().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
  const path = join(folder, name)
  const id = randomUUID()
  await startRun(db, id, 'nightly', path)
  try {
    const source = { url: databaseUrl, blobs, roots: loadRootSecrets(config) }
    const { passphrase } = config.backups
    const { bytes, missing } = await writeBackup(source, path, { id, passphrase, ...(signal && { signal }) })
    await finishRun(db, id, bytes)
    log.info({ file: name, bytes }, 'a backup was made')
    if (missing.length > 0)
      log.warn({ files: missing.slice(0, 10), count: missing.length }, 'uploaded files are missing')
  } catch (error) {
    await failRun(db, id, signal?.aborted ? 'The process was stopped.' : (error as Error).message)
    throw error
  }
}

/** Also the remains of killed processes. Other files of the folder stay. */
async function deleteOld(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder)
  const backups = names.flatMap((name) => {
    const [, time] = NAME.exec(name) ?? []
    return time ? [{ name, takenAt: new Date(`${time.slice(0, 10)}T${time.slice(11).replaceAll('-', ':')}Z`) }] : []
  })
  for (const { name } of listExpiredBackups(backups, now)) await rm(join(folder, name), { force: true })
  for (const name of names.filter((one) => UNFINISHED_BACKUP.test(one))) {
    const entry = await stat(join(folder, name)).catch(() => null)
    if (entry && now.getTime() - entry.mtimeMs > DAY_MS) await rm(join(folder, name), { force: true })
  }
}
