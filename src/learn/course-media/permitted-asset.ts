/** Decides whether a person may work with a file of a course. docs/contract §19 and §23. */
import { requireProfile } from '#catalogue/profiles/require-profile.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { type CourseAsset, findCourseAsset, findProfileAsset } from './queries/assets.ts'

/** Refuses the file of a foreign course like a missing one. */
export async function requireAsset(db: Db | Tx, member: ActingPerson, assetId: string): Promise<Outcome<CourseAsset>> {
  const asset = await findCourseAsset(db, assetId)
  if (!asset) return refused('ASSET_NOT_FOUND')
  const permitted = await requirePermission(db, member, 'course.edit', asset.courseCode)
  if (permitted.ok) return accepted(asset)
  return permitted.refusal.code === 'COURSE_NOT_FOUND' ? refused('ASSET_NOT_FOUND') : permitted
}

type OwnAsset = Pick<CourseAsset, 'bytes' | 'isComplete' | 'createdBy'>

/** An upload goes on only for the person who began it, while that person may edit the course or the profile. */
export async function requireOwnAsset(db: Db, member: ActingPerson, assetId: string): Promise<Outcome<OwnAsset>> {
  const photo = await findProfileAsset(db, assetId)
  if (photo) {
    const permitted = photo.createdBy === member.personId && (await requireProfile(db, member, photo.creatorSlug)).ok
    return permitted ? accepted(photo) : refused('ASSET_NOT_FOUND')
  }
  const asset = await requireAsset(db, member, assetId)
  if (!asset.ok || asset.value.createdBy === member.personId) return asset
  return refused('ASSET_NOT_FOUND')
}
