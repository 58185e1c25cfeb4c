/** Tells the uploader and the creator that the files of a course have little room left. */

import type { Deps } from '#http/deps.ts'
import type { ReservedStorage } from '#media/queries/uploads.ts'
import type { Tx } from '#platform/db/db.ts'
import { mediaStorageNearlyFullJob } from '../queue.ts'

type Reservation = ReservedStorage & { courseCode: string; personId: string }

export async function enqueueStorageCheck({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, reserved: Reservation): Promise<void> {
  const { nearlyFullSince, ...use } = reserved
  if (!nearlyFullSince) return
  await jobs.enqueue(tx, mediaStorageNearlyFullJob, { ...use, since: nearlyFullSince.toISOString() })
}
