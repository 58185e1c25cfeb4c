import { Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import type { SignedInAudience } from '#http/client.ts'
import type { CourseMedia } from '#learn/course-media/wire/assets.ts'
import { formatBytes } from '#learn/lessons/parts/course-words.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field } from '#ui/field.tsx'
import type { RunningUpload } from '../browser/running-uploads.ts'
import { startUpload } from '../browser/start-upload.ts'
import type { SaverState, UnitSaver } from '../draft/unit-saver.ts'
import { AssetFault } from '../media/asset-fault.tsx'
import { AssetStateChip, Progress } from '../media/asset-row.tsx'
import { FileButton } from './lesson-media.tsx'
import styles from './lesson-panel.module.css'
import type { LessonBody } from './lesson-unit.ts'

type Props = {
  place: { course: string; as: SignedInAudience }
  saver: UnitSaver<LessonBody>
  state: SaverState<LessonBody>
  media: CourseMedia
  running: readonly RunningUpload[]
  mayEdit: boolean
  onReload: () => void
}

const MAX_FILES = 20

/** The files beside a lesson, which learners download. */
export function LessonFiles({ place, saver, state, media, running, mayEdit, onReload }: Props) {
  const [fault, setFault] = useState<string | null>(null)
  const { files } = state.body
  const change = (next: LessonBody['files']) => {
    const { body } = saver.getState()
    saver.change({ ...body, files: next })
  }
  async function add(file: File) {
    const started = await startUpload(file, { ...place, media, onEnd: onReload })
    setFault('fault' in started ? started.fault : null)
    if ('fault' in started) return
    const label = file.name.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 120)
    change([...saver.getState().body.files, { file: started.assetId, label }])
    saver.flush()
  }
  return (
    <section aria-label="Files">
      <h3>Files to download</h3>
      {files.length === 0 && <p>No files yet.</p>}
      <ul className={styles.files}>
        {files.map(({ file, label }, index) => {
          const asset = media.assets.find(({ assetId }) => assetId === file)
          const upload = running.find(({ assetId }) => assetId === file) ?? null
          return (
            <li key={file}>
              <Field
                name={`label-${index}`}
                idPrefix="lesson"
                label={asset?.filename ?? 'File'}
                hint={asset && formatBytes(asset.bytes)}
                value={label}
                maxLength={120}
                readOnly={!mayEdit}
                onChange={({ currentTarget }) =>
                  change(files.map((one) => (one.file === file ? { ...one, label: currentTarget.value } : one)))
                }
                onBlur={() => saver.flush()}
              />
              {mayEdit && (
                <Button
                  look="bare"
                  size="compact"
                  aria-label={`Remove: ${label || asset?.filename}`}
                  onClick={() => {
                    change(files.filter((one) => one.file !== file))
                    saver.flush()
                  }}
                >
                  <Trash2 size={18} />
                </Button>
              )}
              {asset && asset.state !== 'ready' && (
                <div className={styles.job}>
                  <AssetStateChip asset={asset} upload={upload} />
                  <Progress asset={asset} upload={upload} />
                  <AssetFault asset={asset} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {(fault ?? state.fields.files) && <ErrorMessage>{fault ?? state.fields.files}</ErrorMessage>}
      {mayEdit && files.length < MAX_FILES && (
        <div className={styles.actions}>
          <FileButton onFile={(file) => void add(file)}>
            <Upload size={16} /> Add a file
          </FileButton>
        </div>
      )}
    </section>
  )
}
