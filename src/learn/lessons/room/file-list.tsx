import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { ErrorMessage } from '#ui/field.tsx'
import { formatBytes } from '../parts/course-words.ts'
import { Unseen } from '../parts/unseen.tsx'
import type { Playback } from '../wire/play.ts'
import styles from './file-list.module.css'

export type ListedFile = { assetId: string; lessonId: string; label: string; bytes: number; lessonTitle?: string }

type Props = {
  files: readonly ListedFile[]
  /** The addresses of the files, where the page has them already. */
  playback?: Playback | null
  /** Starts the download, or returns the sentence of a refusal. */
  download: (file: ListedFile) => Promise<string | null>
}

export function FileList({ files, playback = null, download }: Props) {
  const [busyId, setBusyId] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const start = async (file: ListedFile) => {
    setBusyId(file.assetId)
    setFailure(await download(file))
    setBusyId(null)
  }
  return (
    <>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={`${file.lessonId} ${file.assetId}`}>
            <FileRow
              file={file}
              addresses={playback?.files.find(({ assetId }) => assetId === file.assetId)}
              isBusy={busyId === file.assetId}
              onStart={() => void start(file)}
            />
          </li>
        ))}
      </ul>
      {failure && <ErrorMessage>{failure}</ErrorMessage>}
    </>
  )
}

type Addresses = Playback['files'][number]
type RowProps = { file: ListedFile; addresses: Addresses | undefined; isBusy: boolean; onStart: () => void }

function FileRow({ file, addresses, isBusy, onStart }: RowProps) {
  const content = (
    <>
      <span className={styles.kind}>
        <FileText size={20} />
      </span>
      <span>
        <b>{file.label}</b>
        <small>{[file.lessonTitle, formatBytes(file.bytes)].filter(Boolean).join(' · ')}</small>
      </span>
      <Download size={20} aria-label="Download" />
    </>
  )
  if (!addresses) {
    return (
      <button type="button" aria-busy={isBusy} onClick={onStart}>
        {content}
      </button>
    )
  }
  return (
    <>
      <a href={addresses.url} download>
        {content}
      </a>
      {addresses.viewUrl && (
        <a className={styles.open} href={addresses.viewUrl} target="_blank" rel="noopener">
          Open in a new tab <Unseen>{file.label}</Unseen>
        </a>
      )}
    </>
  )
}
