/** Tells the uploader and the creator once that the files of a course have little room left. */
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import type { JobName } from '#platform/jobs/jobs.ts'

export const STORAGE_NEARLY_FULL = 'media.storage-nearly-full' satisfies JobName
/** The share of the quota from which the e-mail is sent. */
const NEARLY_FULL = 0.9

export type StorageUse = { courseCode: string; personId: string; usedBytes: number; quotaBytes: number }

export async function enqueueStorageCheck({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, use: StorageUse): Promise<void> {
  if (use.usedBytes >= use.quotaBytes * NEARLY_FULL) await jobs.enqueue(tx, STORAGE_NEARLY_FULL, use)
}
