import { useSyncExternalStore } from 'react'
import { formatBytes } from '#learn/lessons/parts/course-words.ts'
import { Button } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import { getUploads, pauseUpload, type RunningUpload, watchUploads } from '../browser/running-uploads.ts'
import { formatTimeLeft } from '../media/asset-words.tsx'
import styles from './upload-tray.module.css'

/** The uploads of this tab, on every page of a course. They go on while the person looks at other pages. */
export function UploadTray() {
  const uploads = useSyncExternalStore(watchUploads, getUploads, getUploads)
  if (uploads.length === 0) return null
  const [sent, bytes] = [sum(uploads, 'sentBytes'), sum(uploads, 'bytes')]
  return (
    <details className={styles.tray}>
      <summary className={text.opens}>
        <span>
          {uploads.length === 1 ? '1 upload' : `${uploads.length} uploads`}, {Math.floor((100 * sent) / bytes)}%
        </span>
        <progress max={bytes} value={sent} aria-label="All uploads" />
      </summary>
      <p>You can look at other pages. Please keep this tab open.</p>
      <ul>
        {uploads.map((upload) => (
          <li key={upload.assetId}>
            <b>{upload.filename}</b>
            <small>{upload.error ?? upload.waiting ?? formatSent(upload)}</small>
            <Button
              look="bare"
              size="compact"
              aria-label={`${upload.error === null ? 'Pause' : 'Dismiss'}: ${upload.filename}`}
              onClick={() => pauseUpload(upload.assetId)}
            >
              {upload.error === null ? 'Pause' : 'Dismiss'}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

const sum = (uploads: readonly RunningUpload[], name: 'sentBytes' | 'bytes') =>
  uploads.reduce((total, upload) => total + upload[name], 0)

const formatSent = ({ sentBytes, bytes, secondsLeft }: RunningUpload) =>
  `${Math.floor((100 * sentBytes) / bytes)}% of ${formatBytes(bytes)}${formatTimeLeft(secondsLeft)}`
