/** Begins an upload: the asset, and room for its bytes in the course's quota. docs/contract §23. */

import { getCourseTitle } from '#catalogue/catalog/queries/course-title.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { getCourseStorage, insertUpload, reserveBytes } from '#media/queries/uploads.ts'
import { getMaxUploadBytes, isStorageShort, UPLOAD_DAYS } from '#media/uploads/limits.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import type { UploadStart } from '../wire/assets.ts'
import { enqueueStorageCheck } from './storage-check.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export async function startUpload(
  deps: Deps,
  member: ActingPerson,
  { coursePrefixCode: courseCode, kind, filename, bytes, sha256 }: UploadStart,
): Promise<Outcome<{ assetId: string; uploadUrl: string; expiresAt: string }>> {
  const retryAfter = await consumeLimit(deps.db, 'uploadPerPerson', member.personId)
  if (retryAfter !== null) return refused('RATE_LIMITED', { retryAfter })
  const { media } = deps.config
  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + UPLOAD_DAYS * DAY_MS)
  const quotaBytes = media.courseQuotaBytes
  const started = await inOneTransaction(deps.db, async (tx) => {
    const permitted = await requirePermission(tx, member, 'course.edit', courseCode)
    if (!permitted.ok) return permitted
    // A site role allows every code, also one that no course has.
    if ((await getCourseTitle(tx, courseCode)) === null) return refused('COURSE_NOT_FOUND')
    const maxBytes = getMaxUploadBytes(media, kind)
    if (bytes > maxBytes) return refused('UPLOAD_TOO_LARGE', { data: { maxBytes } })
    if (await isStorageShort(deps.blobs, bytes)) return refused('STORAGE_FULL')
    const storage = await reserveBytes(tx, { courseCode, bytes, quotaBytes })
    if (!storage) return refused('QUOTA_EXCEEDED', { data: await getCourseStorage(tx, courseCode, quotaBytes) })
    const { personId } = member
    const upload = { courseCode, personId, kind, filename, bytes, sha256: sha256 ?? null, now, expiresAt }
    const assetId = await insertUpload(tx, upload)
    await enqueueStorageCheck(deps, tx, { courseCode, personId, ...storage })
    return accepted(assetId)
  })
  if (!started.ok) return started
  const assetId = started.value
  return accepted({
    assetId,
    uploadUrl: `/api/v1/uploads/${assetId}`,
    expiresAt: expiresAt.toISOString(),
  })
}
