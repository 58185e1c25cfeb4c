import { ImagePlus, Trash2 } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { DraftPhoto } from '#catalogue/drafts/page-schemas.ts'
import { readPicture } from '#catalogue/previews/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { CourseMedia } from '#learn/course-media/wire/assets.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, ErrorMessage, TextField } from '#ui/field.tsx'
import { startUpload } from '../browser/start-upload.ts'
import { FileButton } from '../curriculum/lesson-media.tsx'
import { isSame } from '../draft/unit-saver.ts'
import { AssetFault } from '../media/asset-fault.tsx'
import { AssetStateChip, Progress } from '../media/asset-row.tsx'
import { useRunningUploads } from '../media/use-uploads.ts'
import { FocalPoint } from './focal-point.tsx'
import styles from './photo-field.module.css'
import { Removed } from './removed.tsx'
import { takesPaste } from './take-paste.ts'

type Props = {
  id: string
  course: string
  as: SignedInAudience
  media: CourseMedia
  photo: DraftPhoto | null
  hint: string
  /** False: nobody reads words in its place. */
  hasWords?: boolean
  isReadOnly: boolean
  fault: string | undefined
  /** Changes the photo as it is at that moment: an upload takes a while, and meanwhile somebody types. */
  onChange: (update: (photo: DraftPhoto | null) => DraftPhoto | null) => void
  onSave: () => void
  onReload: () => void
}

/** `left`: what took its place. The undo ends once somebody has changed that, so that it takes no words away. */
type RemovedPhoto = { photo: DraftPhoto; left: DraftPhoto | null; words: string }

const ALT_LENGTH = 300
const ACCEPTED = /\.(jpe?g|png|webp|avif)$/i
const PICTURES = 'image/jpeg,image/png,image/webp,image/avif'

/** A photo of the page: dropped, pasted or chosen, with words for people who can’t see it, and the point that crops keep. */
export function PhotoField(props: Props) {
  const { id, course, as, media, photo, hint, isReadOnly, fault, onChange, onSave, onReload, hasWords = true } = props
  const [refusal, setRefusal] = useState<string | null>(null)
  const [removed, setRemoved] = useState<RemovedPhoto | null>(null)
  const [isOver, setOver] = useState(false)
  const running = useRunningUploads()
  const asset = media.assets.find(({ assetId }) => assetId === photo?.file)
  const upload = running.find(({ assetId }) => assetId === asset?.assetId) ?? null
  const src = usePicture({ course, as, assetId: asset?.state === 'ready' ? asset.assetId : null })

  const asksWords = useRef(false)
  useEffect(() => {
    if (!asksWords.current || !photo) return
    asksWords.current = false
    // The field that is asked for next stands before the button that was pressed.
    zone.current?.querySelector<HTMLElement>('[name="alt"]')?.focus()
  })
  async function take(file: File): Promise<void> {
    if (!ACCEPTED.test(file.name)) return setRefusal(`${file.name}: please choose a JPEG, PNG, WebP or AVIF picture.`)
    const started = await startUpload(file, { course, as, media, onEnd: onReload })
    setRefusal('fault' in started ? started.fault : null)
    if ('fault' in started) return
    // Another picture needs other words.
    asksWords.current = hasWords
    replace({ file: started.assetId, alt: '', isDecorative: !hasWords, focalX: 50, focalY: 50 }, 'Photo replaced.')
  }
  function replace(next: DraftPhoto | null, words: string): void {
    let before = null as DraftPhoto | null
    onChange((current) => {
      before = current
      return next
    })
    if (before) setRemoved({ photo: before, left: next, words })
    else if (removed?.left === null) setRemoved({ photo: removed.photo, left: next, words: 'Photo replaced.' })
    onSave()
  }
  function set(change: Partial<DraftPhoto>, isDone = false): void {
    onChange((current) => current && { ...current, ...change })
    if (isDone) onSave()
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file) void take(file)
    },
  }
  const zone = usePaste(isReadOnly ? null : (file) => void take(file))
  return (
    <section
      ref={zone}
      className={isOver ? `${styles.photo} ${styles.over}` : styles.photo}
      aria-label="Photo"
      data-photo
      {...(!isReadOnly && drop)}
    >
      {photo && src && (
        <FocalPoint src={src} photo={photo} isReadOnly={isReadOnly} onChange={(point, isDone) => set(point, isDone)} />
      )}
      {photo && asset && asset.state !== 'ready' && (
        <>
          <div className={styles.file}>
            <b>{asset.filename}</b>
            <AssetStateChip asset={asset} upload={upload} />
          </div>
          <Progress asset={asset} upload={upload} />
          <AssetFault asset={asset} />
        </>
      )}
      {(refusal ?? fault) && <ErrorMessage>{refusal ?? fault}</ErrorMessage>}
      {photo && hasWords && (
        <>
          {!photo.isDecorative && (
            <TextField
              name="alt"
              idPrefix={id}
              label="What does the photo show?"
              hint="Read to people who can’t see it. A short sentence is enough."
              rows={2}
              value={photo.alt}
              maxLength={ALT_LENGTH}
              readOnly={isReadOnly}
              onChange={({ currentTarget }) => set({ alt: currentTarget.value })}
              onBlur={onSave}
            />
          )}
          <CheckField
            name={`${id}-decorative`}
            label="It’s only decoration and needs no words"
            checked={photo.isDecorative}
            disabled={isReadOnly}
            onChange={({ currentTarget }) => set({ isDecorative: currentTarget.checked }, true)}
          />
        </>
      )}
      {removed && !isReadOnly && isSame(photo, removed.left) && (
        <Removed
          onUndo={() => {
            onChange(() => removed.photo)
            setRemoved(null)
            onSave()
          }}
        >
          {removed.words}
        </Removed>
      )}
      {!isReadOnly && (
        <div className={styles.actions}>
          <FileButton accept={PICTURES} label="Photo" onFile={(file) => void take(file)}>
            <ImagePlus size={18} /> {photo ? 'Another photo' : 'Choose a photo'}
          </FileButton>
          {photo && (
            <Button look="bare" size="compact" onClick={() => replace(null, 'Photo removed.')}>
              <Trash2 size={16} /> Remove
            </Button>
          )}
        </div>
      )}
      {!photo && <p className={styles.hint}>Or drop or paste one here. {hint}</p>}
    </section>
  )
}

/** A picture that is pasted while the focus is here, or the pointer while nothing has the focus. */
function usePaste(onFile: ((file: File) => void) | null) {
  const zone = useRef<HTMLElement>(null)
  const latest = useRef(onFile)
  latest.current = onFile
  useEffect(() => {
    const controller = new AbortController()
    document.addEventListener(
      'paste',
      (event) => {
        const [file] = event.clipboardData?.files ?? []
        if (!file || !zone.current || !latest.current) return
        const focused = document.activeElement
        const isTyping = Boolean(focused?.matches('input, textarea'))
        const isElsewhere = isTyping || Boolean(focused?.closest('[data-photo]'))
        const isTaken = takesPaste({
          focus: zone.current.contains(focused) ? 'here' : isElsewhere ? 'elsewhere' : 'nowhere',
          isHovered: zone.current.matches(':hover'),
          isTyping,
          hasText: Boolean(event.clipboardData?.types.includes('text/plain')),
        })
        if (!isTaken) return
        event.preventDefault()
        latest.current(file)
      },
      { signal: controller.signal },
    )
    return () => controller.abort()
  }, [])
  return zone
}

type PictureQuery = { course: string; as: SignedInAudience; assetId: string | null }

/** Null: not ready, or not loaded yet. */
function usePicture({ course, as, assetId }: PictureQuery): string | null {
  const [picture, setPicture] = useState<{ assetId: string; src: string } | null>(null)
  useEffect(() => {
    if (!assetId) return
    let isLeft = false
    void browserClient()
      .call(readPicture, { auth: as, params: { course, assetId } })
      .then((response) => {
        if (!isLeft && response.error === null) setPicture({ assetId, src: response.data.data.src })
      })
    return () => {
      isLeft = true
    }
  }, [course, as, assetId])
  return picture?.assetId === assetId ? picture.src : null
}
