import { resolve } from 'node:path'
import type { BackupConfig } from '#config/backups.ts'
import type { BackupStore } from './backup-store.ts'
import { createFolderStore } from './folder-store.ts'

/** Null: no nightly backups. Loads the S3 client only if it is needed. */
export async function createBackupStore({ dir, s3 }: BackupConfig): Promise<BackupStore | null> {
  if (s3) return (await import('./bucket-store.ts')).createBucketStore(s3)
  return dir === null ? null : createFolderStore(resolve(dir))
}

export const isNightly = ({ dir, s3 }: BackupConfig) => dir !== null || s3 !== null
