/**
 * Copies files of one course to another: rows in the transaction, which reserve the room; the worker reads the bytes as
 * those of an upload that is complete. docs/contract §44.
 */
import { randomUUID } from 'node:crypto'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { insertFileCopies, sumBytes } from './queries/copied-files.ts'
import { insertFirstSteps } from './queries/steps.ts'
import { getCourseStorage, reserveBytes } from './queries/uploads.ts'
import { mediaStepWaitingJob } from './queue.ts'
import { isStorageShort, UPLOAD_DAYS } from './uploads/limits.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Refused without room: `STORAGE_FULL`, `QUOTA_EXCEEDED`.
 *
 * @returns the id of each copy, by that of its file. Files that are not whole have none
 */
export async function copyFilesLater(
  { jobs, blobs, config, clock }: Pick<Deps, 'jobs' | 'blobs' | 'config' | 'clock'>,
  tx: Tx,
  course: { courseCode: string; personId: string },
  assetIds: readonly string[],
): Promise<Outcome<Map<string, string>>> {
  const bytes = await sumBytes(tx, assetIds)
  if (bytes === 0) return accepted(new Map())
  if (await isStorageShort(blobs, bytes)) return refused('STORAGE_FULL')
  const { courseCode } = course
  const quotaBytes = config.media.courseQuotaBytes
  if (!(await reserveBytes(tx, { courseCode, bytes, quotaBytes })))
    return refused('QUOTA_EXCEEDED', { data: await getCourseStorage(tx, courseCode, quotaBytes) })
  const wanted = assetIds.map((from) => ({ from, to: randomUUID() }))
  const expiresAt = new Date(clock().getTime() + UPLOAD_DAYS * DAY_MS)
  const copies = await insertFileCopies(tx, { ...course, expiresAt }, wanted)
  await insertFirstSteps(
    tx,
    copies.map(({ to }) => to),
    'inspect',
  )
  await jobs.enqueue(tx, mediaStepWaitingJob, {}, { key: 'wake' })
  return accepted(new Map(copies.map(({ from, to }) => [from, to])))
}
