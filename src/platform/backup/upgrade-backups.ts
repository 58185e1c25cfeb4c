/** The backups that an upgrade makes for the way back. They hold no uploaded files, so they are no nightly backups. */
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#config/config.ts'

const KEPT_MS = 14 * 24 * 60 * 60 * 1000
/** Between the backup of an upgrade and its migrations. */
const UPGRADE_MS = 60 * 60 * 1000
const NAME = /^understudy-upgrade-(?:[0-9a-f]{8}-)?(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

export function getUpgradeFolder({ backups, dataDir }: Pick<Config, 'backups' | 'dataDir'>): string {
  return resolve(backups.dir ?? join(dataDir, 'upgrades'))
}

/** @param storeId of the installation, because two may share a folder */
export function toUpgradeBackupName(storeId: string | null, at: Date): string {
  const owner = storeId === null ? '' : `${storeId.slice(0, 8)}-`
  return `understudy-upgrade-${owner}${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
}

type Place = Pick<Config, 'backups' | 'dataDir'>

/**
 * The path of the one of this installation that was made for the migrations of a time, or null. Another one would lose
 * what happened between it and the upgrade.
 */
export async function findUpgradeBackup(
  config: Place,
  storeId: string | null,
  migratedAt: Date,
): Promise<string | null> {
  const found = (await listUpgradeBackups(config, storeId)).findLast(
    ({ madeAt }) => Math.abs(migratedAt.getTime() - madeAt.getTime()) < UPGRADE_MS,
  )
  return found ? join(getUpgradeFolder(config), found.name) : null
}

/** Deletes those of this installation after two weeks, because they hold data of people. */
export async function deleteOldUpgradeBackups(config: Place, storeId: string | null, now: Date): Promise<void> {
  for (const { name, madeAt } of await listUpgradeBackups(config, storeId))
    if (now.getTime() - madeAt.getTime() > KEPT_MS) await rm(join(getUpgradeFolder(config), name), { force: true })
}

/** Those of this installation, the oldest first. */
async function listUpgradeBackups(config: Place, storeId: string | null): Promise<{ name: string; madeAt: Date }[]> {
  const names = await readdir(getUpgradeFolder(config)).catch(() => [])
  return names.sort().flatMap((name) => {
    const [, day, hour, minute, second] = NAME.exec(name) ?? []
    const madeAt = new Date(`${day}T${hour}:${minute}:${second}Z`)
    return day && name === toUpgradeBackupName(storeId, madeAt) ? [{ name, madeAt }] : []
  })
}
