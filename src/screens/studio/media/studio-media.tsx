import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { SignedInAudience } from '#http/client.ts'
import type { CourseMedia } from '#learn/course-media/wire/assets.ts'
import { formatBytes } from '#learn/lessons/parts/course-words.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { AssetRow } from './asset-row.tsx'
import styles from './studio-media.module.css'
import { isWorking, usePolling } from './use-polling.ts'
import { useRunningUploads, useUploads } from './use-uploads.ts'

type Props = { course: string; as: SignedInAudience; media: CourseMedia }

export function StudioMedia({ course, as, media }: Props) {
  const revalidator = useRevalidator()
  const reload = () => void revalidator.revalidate()
  const running = useRunningUploads()
  const { faults, uploadAll, resume } = useUploads({ course, as, media, onChange: reload })
  const { assets, canEdit, hasFfmpeg } = media
  const isWaiting = assets.some(isWorking)
  usePolling(isWaiting, reload)
  return (
    <div className={styles.media}>
      <Storage media={media} />
      {canEdit && <UploadArea onFiles={(files) => void uploadAll(files)} />}
      {faults.map((fault) => (
        <ErrorMessage key={fault}>{fault}</ErrorMessage>
      ))}
      {hasFfmpeg === false && (
        <p className={styles.note}>
          Videos are served as you uploaded them, in one quality. Install ffmpeg on the server for smaller ones.
        </p>
      )}
      {assets.length === 0 ? (
        <p className={styles.empty}>No files yet. Videos, sound, pictures and documents of this course appear here.</p>
      ) : (
        <ul className={styles.list}>
          {assets.map((asset) => (
            <AssetRow
              key={asset.assetId}
              asset={asset}
              as={as}
              canEdit={canEdit}
              upload={running.find(({ assetId }) => assetId === asset.assetId) ?? null}
              onResume={(file) => void resume(asset, file)}
              onChange={reload}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function Storage({ media: { storage } }: { media: CourseMedia }) {
  const { usedBytes, quotaBytes } = storage
  return (
    <div className={styles.storage}>
      <label htmlFor="storage">
        {formatBytes(usedBytes)} of {formatBytes(quotaBytes)} used
      </label>
      <progress id="storage" max={quotaBytes} value={usedBytes} />
    </div>
  )
}

function UploadArea({ onFiles }: { onFiles: (files: FileList) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <section
      className={styles.drop}
      aria-label="Upload"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onFiles(event.dataTransfer.files)
      }}
    >
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onFiles(currentTarget.files)
          currentTarget.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <Upload size={18} /> Upload files
      </Button>
      <p>Or drop them here. If the connection breaks or you close the page, the upload continues where it stopped.</p>
      <p>
        Learners who download pictures and sound get copies without place and device. Documents and large videos are
        downloaded exactly as you uploaded them.
      </p>
    </section>
  )
}
