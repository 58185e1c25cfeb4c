/** The jobs about the files of a course. Each calls a verb that may run twice. */

import type { Deps } from '#http/deps.ts'
import { ASSET_FAILED } from '#media/processing/wake.ts'
import { STORAGE_NEARLY_FULL, type StorageUse } from './uploads/storage-check.ts'
import { writeFailedEmails, writeNearlyFullEmails } from './write-emails.ts'

export async function courseMediaJobs(deps: Deps): Promise<void> {
  await deps.jobs.work(ASSET_FAILED, ({ assetId }: { assetId: string }) => writeFailedEmails(deps, assetId))
  await deps.jobs.work(STORAGE_NEARLY_FULL, (use: StorageUse) => writeNearlyFullEmails(deps, use))
}
