/** Changes a teacher's profile. It is public at once. docs/contract §40. */
import { noteStudioChange } from '#catalogue/catalog/queries/studio-changes.ts'
import { isPageTaken, lockPage, lockProfile, updateProfile } from '#catalogue/catalog/queries/teacher-profile.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { lockProfilePhoto, setReferences } from '#media/queries/assets.ts'
import { nameUnnamed } from '#people/accounts/queries/people.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { requireProfile } from './require-profile.ts'
import type { ProfileChange } from './wire.ts'

/** All of the change, or nothing. Refuses `VERSION_CONFLICT` if somebody else has saved meanwhile. */
export async function saveProfile(
  deps: Deps,
  person: ActingPerson,
  { slug, change }: { slug: string; change: ProfileChange },
): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requireProfile(tx, person, slug)
    if (!permitted.ok) return permitted
    // Before the row, as an import does.
    await lockPage(tx, change.pageSlug)
    const before = await lockProfile(tx, slug)
    if (!before) return refused('PROFILE_NOT_FOUND')
    const { version, pageSlug, quote, biography, links, photo, name, initials } = change
    if (before.version !== version) return refused('VERSION_CONFLICT')
    if (await isPageTaken(tx, pageSlug, slug))
      return refused('FIELD_INVALID', { fields: { pageSlug: 'Another teacher has this address, or had it' } })
    if (photo && !(await lockProfilePhoto(tx, slug, photo.assetId)))
      return refused('FIELD_INVALID', { fields: { photo: 'This picture can’t be used. Please choose another one' } })
    await updateProfile(tx, before, pageSlug, {
      name,
      initials,
      links,
      quote: quote || null,
      biography: biography.split(/\n\s*\n/).flatMap((paragraph) => paragraph.trim() || []),
      photoId: photo?.assetId ?? null,
      focalX: photo?.focalX ?? 50,
      focalY: photo?.focalY ?? 50,
    })
    // An account that was made from an address alone is called like the profile that its person saves.
    if (permitted.value.personId === person.personId) await nameUnnamed(tx, person.personId, name)
    await noteStudioChange(tx, 'creators', slug)
    await setReferences(tx, 'profile', [{ key: slug, assetIds: photo ? [photo.assetId] : [] }])
    await recordEvent(deps, tx, {
      actor: { kind: person.audience, id: person.personId },
      action: 'profile-changed',
      object: { kind: 'profile', id: slug },
      details: {},
    })
    return accepted(null)
  })
}
