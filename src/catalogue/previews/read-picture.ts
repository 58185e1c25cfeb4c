/** A picture of a course for its teachers, before anybody else may see it. docs/contract §40. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { createInlinePhoto, type MakePhoto } from '#media/pictures/make-photo.ts'
import { listCourseFiles } from '#media/queries/assets.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'

/** Refuses a file of another course, and one that is no picture or not ready, like a missing one. */
export async function readPicture(
  deps: Deps,
  makePhoto: MakePhoto,
  person: ActingPerson,
  { courseCode, assetId }: { courseCode: string; assetId: string },
): Promise<Outcome<{ src: string }>> {
  const permitted = await requirePermission(deps.db, person, 'course.read', courseCode)
  if (!permitted.ok) return permitted
  const file = (await listCourseFiles(deps.db, courseCode)).find(({ id }) => id === assetId)
  if (file?.kind !== 'image' || file.state !== 'ready') return refused('ASSET_NOT_FOUND')
  const photo = await createInlinePhoto(deps, makePhoto, assetId)
  if (photo.ok) return accepted({ src: photo.value })
  return photo.refusal.code === 'NOT_FOUND' ? refused('ASSET_NOT_FOUND') : photo
}
