/** Tells the uploader and the creator that the files of a course have little room left. */

import type { Deps } from '#http/deps.ts'
import type { ReservedStorage } from '#media/queries/uploads.ts'
import type { Tx } from '#platform/db/db.ts'
import type { JobName } from '#platform/jobs/jobs.ts'

export const STORAGE_NEARLY_FULL = 'media.storage-nearly-full' satisfies JobName

/** `since`: an instant. One e-mail a person is sent for each time that the storage became nearly full. */
export type StorageUse = { courseCode: string; personId: string; usedBytes: number; quotaBytes: number; since: string }

type Reservation = ReservedStorage & { courseCode: string; personId: string }

export async function enqueueStorageCheck({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, reserved: Reservation): Promise<void> {
  const { nearlyFullSince, ...use } = reserved
  if (!nearlyFullSince) return
  const data: StorageUse = { ...use, since: nearlyFullSince.toISOString() }
  await jobs.enqueue(tx, STORAGE_NEARLY_FULL, data)
}
