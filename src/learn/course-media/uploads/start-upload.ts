/** Begins an upload: the asset, and room for its bytes in the course's quota. docs/contract §23. */

import { getCourseTitle } from '#catalogue/catalog/queries/course-title.ts'
import { requireProfile } from '#catalogue/profiles/require-profile.ts'
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

type CourseUpload = UploadStart & { coursePrefixCode: string }

export async function startUpload(
  deps: Deps,
  member: ActingPerson,
  { coursePrefixCode: courseCode, kind, filename, bytes, sha256 }: CourseUpload,
): Promise<Outcome<StartedUpload>> {
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
    const upload = { owner: { courseCode }, personId, kind, filename, bytes, sha256: sha256 ?? null, now, expiresAt }
    const assetId = await insertUpload(tx, upload)
    await enqueueStorageCheck(deps, tx, { courseCode, personId, ...storage })
    return accepted(assetId)
  })
  return started.ok ? accepted(describeUpload(started.value, expiresAt)) : started
}

type StartedUpload = { assetId: string; uploadUrl: string; expiresAt: string }

function describeUpload(assetId: string, expiresAt: Date): StartedUpload {
  return { assetId, uploadUrl: `/api/v1/uploads/${assetId}`, expiresAt: expiresAt.toISOString() }
}

type ProfileUpload = Omit<UploadStart, 'coursePrefixCode' | 'profileSlug'> & { profileSlug: string }

/** Of a teacher's photo, for those who may edit the profile. It counts for no quota. */
export async function startProfileUpload(
  deps: Deps,
  member: ActingPerson,
  { profileSlug: creatorSlug, kind, filename, bytes, sha256 }: ProfileUpload,
): Promise<Outcome<StartedUpload>> {
  const { personId } = member
  const retryAfter = await consumeLimit(deps.db, 'uploadPerPerson', personId)
  if (retryAfter !== null) return refused('RATE_LIMITED', { retryAfter })
  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + UPLOAD_DAYS * DAY_MS)
  const started = await inOneTransaction(deps.db, async (tx) => {
    const permitted = await requireProfile(tx, member, creatorSlug)
    if (!permitted.ok) return permitted
    if (kind !== 'image') return refused('FIELD_INVALID', { fields: { kind: 'Please choose a picture' } })
    const maxBytes = getMaxUploadBytes(deps.config.media, kind)
    if (bytes > maxBytes) return refused('UPLOAD_TOO_LARGE', { data: { maxBytes } })
    if (await isStorageShort(deps.blobs, bytes)) return refused('STORAGE_FULL')
    const upload = { owner: { creatorSlug }, personId, kind, filename, bytes, sha256: sha256 ?? null, now, expiresAt }
    return accepted(await insertUpload(tx, upload))
  })
  return started.ok ? accepted(describeUpload(started.value, expiresAt)) : started
}
