import { ImagePlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ProfileView } from '#catalogue/profiles/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { startUpload } from '#learn/course-media/wire/assets.ts'
import { formatBytes } from '#learn/lessons/parts/course-words.ts'
import { readAsDataUrl } from '#ui/browser/read-data-url.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { Portrait } from '#ui/portrait.tsx'
import { runUpload } from '../browser/running-uploads.ts'
import { FileButton } from '../curriculum/lesson-media.tsx'
import { usePolling } from '../media/use-polling.ts'
import { useRunningUploads } from '../media/use-uploads.ts'
import { FocalPoint } from '../page-editor/focal-point.tsx'
import styles from './profile.module.css'

export type ChosenPhoto = { assetId: string; focalX: number; focalY: number }

type Props = {
  profile: ProfileView
  photo: ChosenPhoto | null
  initials: string
  fault: string | undefined
  as: SignedInAudience
  onChange: (photo: ChosenPhoto | null) => void
}

const ACCEPTED = /\.(jpe?g|png|webp|avif)$/i
const PICTURES = 'image/jpeg,image/png,image/webp,image/avif'

/** The photo of a profile: uploaded at once, and public with the next save. */
export function ProfilePhoto({ profile, photo, initials, fault, as, onChange }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [chosen, setChosen] = useState<{ assetId: string; src: string } | null>(null)
  const { revalidate } = useRevalidator()
  const upload = useRunningUploads().find(({ assetId }) => assetId === photo?.assetId) ?? null
  const isSaved = profile.photo !== null && profile.photo.assetId === photo?.assetId
  const state = isSaved ? profile.photo!.state : null
  usePolling(state !== null && state !== 'ready' && state !== 'failed', () => void revalidate())
  const src = photo && (chosen?.assetId === photo.assetId ? chosen.src : isSaved ? profile.photo!.src : null)

  async function take(file: File): Promise<void> {
    if (!ACCEPTED.test(file.name)) return setRefusal(`${file.name}: please choose a JPEG, PNG, WebP or AVIF picture.`)
    if (file.size > profile.maxPhotoBytes)
      return setRefusal(`${file.name} is larger than ${formatBytes(profile.maxPhotoBytes)}.`)
    const body = { profileSlug: profile.slug, kind: 'image' as const, filename: file.name, bytes: file.size }
    const started = await browserClient().call(startUpload, { auth: as, body })
    setRefusal(started.error)
    if (started.error !== null) return
    const { assetId } = started.data.data
    runUpload(file, { assetId, as }, () => void revalidate())
    setChosen({ assetId, src: await readAsDataUrl(file) })
    onChange({ assetId, focalX: 50, focalY: 50 })
  }
  return (
    <section className={styles.photo} aria-label="Photo" data-hue="vermilion">
      {photo && src ? (
        <FocalPoint src={src} photo={photo} isReadOnly={false} onChange={(point) => onChange({ ...photo, ...point })} />
      ) : (
        <Portrait initials={initials} />
      )}
      {upload && <p role="status">{upload.error ?? `Uploading ${upload.filename}…`}</p>}
      {state === 'failed' && <ErrorMessage>{profile.photo?.fault ?? 'This picture can’t be used.'}</ErrorMessage>}
      {(refusal ?? fault) && <ErrorMessage>{refusal ?? fault}</ErrorMessage>}
      <div className={styles.actions}>
        <FileButton accept={PICTURES} label="Photo" onFile={(file) => void take(file)}>
          <ImagePlus size={18} /> {photo ? 'Another photo' : 'Choose a photo'}
        </FileButton>
        {photo && (
          <Button look="bare" size="compact" onClick={() => onChange(null)}>
            <Trash2 size={16} /> Remove
          </Button>
        )}
      </div>
    </section>
  )
}
