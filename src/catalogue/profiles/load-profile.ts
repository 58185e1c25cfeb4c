/** Loads a teacher's profile for its form. docs/contract §40. */
import { accepted, type Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { createInlinePhoto, type MakePhoto } from '#media/pictures/make-photo.ts'
import { getMaxUploadBytes } from '#media/uploads/limits.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requireProfile } from './require-profile.ts'
import type { ProfileView } from './wire.ts'

export async function loadProfile(
  deps: Deps,
  makePhoto: MakePhoto,
  person: ActingPerson,
  slug: string,
): Promise<Outcome<ProfileView>> {
  const permitted = await requireProfile(deps.db, person, slug)
  if (!permitted.ok) return permitted
  const { personId: _person, quote, biography, photoId, photoState, photoFault, ...profile } = permitted.value
  const { focalX, focalY, ...texts } = profile
  const inline = photoId && photoState === 'ready' ? await createInlinePhoto(deps, makePhoto, photoId) : null
  return accepted({
    ...texts,
    quote: quote ?? '',
    biography: biography.join('\n\n'),
    photo:
      photoId && photoState
        ? {
            assetId: photoId,
            focalX,
            focalY,
            state: photoState,
            fault: photoFault,
            src: inline?.ok ? inline.value : null,
          }
        : null,
    maxPhotoBytes: getMaxUploadBytes(deps.config.media, 'image'),
  })
}
