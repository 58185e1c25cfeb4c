/** Settings of backups. See `docs/contract` §41. */
import { z } from 'zod'

const MIN_PASSPHRASE = 12

export type BackupConfig = {
  /** Folder of the nightly backups. Null: none are made. */
  dir: string | null
  passphrase: string | null
  /** A PostgreSQL in which backups are verified. Null: that of the installation. */
  scratchUrl: string | null
}

export const backupSettings = {
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder of the nightly backups, best on another disk or machine. Each process that is a worker needs it. Default: no nightly backup.',
    ),
  BACKUP_PASSPHRASE: z
    .string()
    .min(MIN_PASSPHRASE, `must have ${MIN_PASSPHRASE} characters or more`)
    .optional()
    .describe(
      'Encrypts each backup, which then also holds the root secret. Keep it where neither this machine nor the backups are: without it nobody can read them.',
    ),
  BACKUP_SCRATCH_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address that begins with postgres://' })
    .optional()
    .describe(
      'PostgreSQL 18 or newer whose role may create databases. `npm run u -- backup --verify` makes one there, restores the backup into it and drops it. Default: the server of this installation.',
    ),
}

const Settings = z.object(backupSettings)

export function backupConfig(settings: z.output<typeof Settings>): BackupConfig {
  return {
    dir: settings.BACKUP_DIR ?? null,
    passphrase: settings.BACKUP_PASSPHRASE ?? null,
    scratchUrl: settings.BACKUP_SCRATCH_URL ?? null,
  }
}
