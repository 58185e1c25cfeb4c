import { Trash2, Upload } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import type { SignedInAudience } from '#http/client.ts'
import type { CourseMedia } from '#learn/course-media/wire/assets.ts'
import { Button } from '#ui/button.tsx'
import { getFileKind, startUpload } from '../browser/start-upload.ts'
import { ACCEPTED, FileButton } from '../curriculum/lesson-media.tsx'
import { PlayedFile } from '../media/played-file.tsx'
import { useRunningUploads, useUploads } from '../media/use-uploads.ts'
import styles from './photo-field.module.css'
import { Removed } from './removed.tsx'

type Props = {
  course: string
  as: SignedInAudience
  media: CourseMedia
  /** The id of the file. Null: no trailer. */
  trailer: string | null
  isReadOnly: boolean
  fault: string | undefined
  onChange: (trailer: string | null) => void
  onReload: () => void
}

/** `left`: what took its place. The undo ends once that has changed. */
type RemovedTrailer = { trailer: string; left: string | null }

/** The film of the page: dropped or chosen, with its state, its captions, and the one before it. */
export function TrailerField({ course, as, media, trailer, isReadOnly, fault, onChange, onReload }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [removed, setRemoved] = useState<RemovedTrailer | null>(null)
  const [isOver, setOver] = useState(false)
  const running = useRunningUploads()
  const uploads = useUploads({ course, as, media, onChange: onReload })
  const asset = media.assets.find(({ assetId }) => assetId === trailer)
  const upload = running.find(({ assetId }) => assetId === trailer) ?? null

  async function take(file: File): Promise<void> {
    if (getFileKind(file) !== 'video') return setRefusal(`${file.name} is no video.`)
    const started = await startUpload(file, { course, as, media, onEnd: onReload })
    setRefusal('fault' in started ? started.fault : null)
    if ('fault' in started) return
    onReload()
    replace(started.assetId)
  }
  function replace(next: string | null): void {
    onChange(next)
    const before = trailer ?? (removed?.left === null ? removed.trailer : null)
    setRemoved(before && before !== next ? { trailer: before, left: next } : null)
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
  return (
    <section
      className={isOver ? `${styles.photo} ${styles.over}` : styles.photo}
      aria-label="Trailer"
      {...(!isReadOnly && drop)}
    >
      <PlayedFile
        asset={asset}
        as={as}
        upload={upload}
        mayEdit={!isReadOnly}
        fault={refusal ?? uploads.faults[0] ?? fault ?? null}
        empty={trailer !== null && <p>This video was deleted, or is just being added.</p>}
        onResume={(one, file) => void uploads.resume(one, file)}
        onReload={onReload}
      >
        {!isReadOnly && (
          <FileButton accept={ACCEPTED.video} label="Trailer" onFile={(file) => void take(file)}>
            <Upload size={16} /> {trailer ? 'Another video' : 'Choose a video'}
          </FileButton>
        )}
        {!isReadOnly && trailer && (
          <Button look="bare" size="compact" onClick={() => replace(null)}>
            <Trash2 size={16} /> Remove
          </Button>
        )}
      </PlayedFile>
      {removed && !isReadOnly && trailer === removed.left && (
        <Removed
          onUndo={() => {
            onChange(removed.trailer)
            setRemoved(null)
          }}
        >
          {removed.left === null ? 'Trailer removed.' : 'Trailer replaced.'}
        </Removed>
      )}
      {!trailer && (
        <p className={styles.hint}>
          Or drop one here. One to two minutes are enough. It takes the place of the cover photo in the head of the
          page, and everybody can watch it.
        </p>
      )}
    </section>
  )
}
