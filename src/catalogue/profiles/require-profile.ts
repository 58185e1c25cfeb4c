/** Decides whether a person may edit a teacher's profile. docs/contract §19 and §40. */
import { findProfile, type Profile } from '#catalogue/catalog/queries/teacher-profile.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { can } from '#domain/permission.ts'
import { type ActingPerson, getSiteRole } from '#people/roles/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'

/** The person whose profile it is, and admins in an admin's session. Refuses a foreign profile like a missing one. */
export async function requireProfile(
  db: Db | Tx,
  { personId, audience }: ActingPerson,
  slug: string,
): Promise<Outcome<Profile>> {
  const profile = await findProfile(db, slug)
  if (!profile) return refused('PROFILE_NOT_FOUND')
  if (profile.personId === personId) return accepted(profile)
  const site = audience === 'admin' ? await getSiteRole(db, personId) : null
  return can({ site, course: null }, 'profile.edit') ? accepted(profile) : refused('PROFILE_NOT_FOUND')
}
