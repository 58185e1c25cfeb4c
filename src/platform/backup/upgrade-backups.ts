/** The backups that an upgrade makes for the way back. They hold no uploaded files, so they are no nightly backups. */
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#config/config.ts'

const KEPT_MS = 14 * 24 * 60 * 60 * 1000
const NAME = /^understudy-upgrade-(?:[0-9a-f]{8}-)?(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

export function getUpgradeFolder({ backups, dataDir }: Pick<Config, 'backups' | 'dataDir'>): string {
  return resolve(backups.dir ?? join(dataDir, 'upgrades'))
}

/** @param storeId of the installation, because two may share a folder */
export function toUpgradeBackupName(storeId: string | null, at: Date): string {
  return `${toPrefix(storeId)}${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
}

const toPrefix = (storeId: string | null) => `understudy-upgrade-${storeId === null ? '' : `${storeId.slice(0, 8)}-`}`

/** The path of the newest one of this installation, or null. */
export async function findUpgradeBackup(
  config: Pick<Config, 'backups' | 'dataDir'>,
  storeId: string | null,
): Promise<string | null> {
  const folder = getUpgradeFolder(config)
  const names = await readdir(folder).catch(() => [])
  const newest = names
    .filter((name) => name.startsWith(toPrefix(storeId)) && readTime(name) !== null)
    .sort()
    .at(-1)
  return newest ? join(folder, newest) : null
}

/** Deletes those of this installation after two weeks, because they hold data of people. */
export async function deleteOldUpgradeBackups(
  config: Pick<Config, 'backups' | 'dataDir'>,
  storeId: string | null,
  now: Date,
): Promise<void> {
  const folder = getUpgradeFolder(config)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const madeAt = name.startsWith(toPrefix(storeId)) ? readTime(name) : null
    if (madeAt && now.getTime() - madeAt.getTime() > KEPT_MS) await rm(join(folder, name), { force: true })
  }
}

function readTime(name: string): Date | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  return day ? new Date(`${day}T${hour}:${minute}:${second}Z`) : null
}
