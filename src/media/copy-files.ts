/** Copies files of one course to another: rows in the transaction, bytes by a job. docs/contract §44. */
import { randomUUID } from 'node:crypto'
import type { Deps } from '#http/deps.ts'
import { originalKey } from '#platform/blobs/blob-keys.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { completeFileCopy, type FileCopy, findWaitingCopy, insertFileCopies } from './queries/copied-files.ts'
import { updateAsset } from './queries/processed-assets.ts'
import { insertFirstSteps } from './queries/steps.ts'
import { mediaFileCopiedJob, mediaStepWaitingJob } from './queue.ts'

/** @returns the id of each copy, by that of its file. Files that are not whole have none */
export async function copyFilesLater(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  course: { courseCode: string; personId: string },
  assetIds: readonly string[],
): Promise<Map<string, string>> {
  const wanted = assetIds.map((from) => ({ from, to: randomUUID() }))
  const copies = await insertFileCopies(tx, course, wanted)
  for (const copy of copies) await jobs.enqueue(tx, mediaFileCopiedJob, copy, { key: copy.to })
  return new Map(copies.map(({ from, to }) => [from, to]))
}

/** A repeat copies nothing that is there. A file that is gone by now makes a failed copy, which a person deletes. */
export async function copyFile(
  { db, blobs, jobs }: Pick<Deps, 'db' | 'blobs' | 'jobs'>,
  copy: FileCopy,
): Promise<void> {
  const { hasSource, isWaiting } = await findWaitingCopy(db, copy)
  if (!isWaiting) return
  const content = hasSource ? await blobs.get(originalKey(copy.from)) : null
  if (content) await blobs.putStream(originalKey(copy.to), content.stream)
  await transact(db, async (tx) => {
    if (!content) return updateAsset(tx, copy.to, { state: 'failed', fault: SOURCE_GONE })
    const kind = await completeFileCopy(tx, copy)
    if (kind === null || kind === 'file') return
    await insertFirstSteps(tx, [copy.to], 'inspect')
    await jobs.enqueue(tx, mediaStepWaitingJob, {}, { key: 'wake' })
  })
}

const SOURCE_GONE = 'The file was deleted in the other course before it could be copied. Please upload it again.'
