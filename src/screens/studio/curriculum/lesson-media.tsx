import { Captions, Play, RotateCw, Upload } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { type AssetView, type CourseMedia, retryAsset } from '#learn/course-media/wire/assets.ts'
import { formatBytes } from '#learn/lessons/parts/course-words.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { RunningUpload } from '../browser/running-uploads.ts'
import { getFileKind, startUpload } from '../browser/start-upload.ts'
import type { SaverState, UnitSaver } from '../draft/unit-saver.ts'
import { AssetFault } from '../media/asset-fault.tsx'
import { AssetStateChip, Progress, UploadActions } from '../media/asset-row.tsx'
import { formatLength } from '../media/asset-words.tsx'
import styles from './lesson-panel.module.css'
import type { LessonBody } from './lesson-unit.ts'

const AssetPlayer = lazyComponent<{ asset: AssetView; as: SignedInAudience }>(
  async () => (await import('../media/asset-player.tsx')).AssetPlayer,
)
const AssetCaptions = lazyComponent<{ asset: AssetView; as: SignedInAudience; onChange: () => void }>(
  async () => (await import('../media/asset-captions.tsx')).AssetCaptions,
)

type Props = {
  kind: 'video' | 'audio'
  place: { course: string; as: SignedInAudience }
  saver: UnitSaver<LessonBody>
  state: SaverState<LessonBody>
  media: CourseMedia
  running: readonly RunningUpload[]
  mayEdit: boolean
  onResume: (asset: AssetView, file: File) => void
  onReload: () => void
}

/** The video or sound of a lesson: what became of it, its captions, and another file in its place. */
export function LessonMedia(props: Props) {
  const { kind, place, saver, state, media, running, mayEdit, onResume, onReload } = props
  const { course, as } = place
  const [opened, open] = useState<'player' | 'captions' | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const captions = useCaptionsLink(() => open('captions'))
  const asset = media.assets.find(({ assetId }) => assetId === state.body.media)
  const upload = running.find(({ assetId }) => assetId === asset?.assetId) ?? null
  const noun = kind === 'video' ? 'video' : 'sound file'

  async function replace(file: File) {
    if (getFileKind(file) !== kind) return setFault(`${file.name} is no ${noun}.`)
    const started = await startUpload(file, { course, as, media, onEnd: onReload })
    setFault('fault' in started ? started.fault : null)
    if ('fault' in started) return
    const { body } = saver.getState()
    saver.change({ ...body, content: body.content ?? {}, media: started.assetId })
    saver.flush()
    open(null)
  }
  async function retry(assetId: string) {
    setFault((await browserClient().call(retryAsset, { auth: as, params: { assetId } })).error)
    onReload()
  }
  const toggle = (part: 'player' | 'captions') => open(opened === part ? null : part)
  return (
    <section aria-label={kind === 'video' ? 'Video' : 'Sound'}>
      {asset ? (
        <>
          <div className={styles.file}>
            <p>
              <b>{asset.filename}</b>
              <small>
                {[formatLength(asset.durationSeconds), formatBytes(asset.bytes)].filter(Boolean).join(' · ')}
              </small>
            </p>
            <AssetStateChip asset={asset} upload={upload} />
          </div>
          <Progress asset={asset} upload={upload} />
          <AssetFault asset={asset} />
        </>
      ) : (
        <p>{state.body.media === null ? `No ${noun} yet.` : `The ${noun} of this lesson was deleted.`}</p>
      )}
      {(fault ?? state.fields.media) && <ErrorMessage>{fault ?? state.fields.media}</ErrorMessage>}
      <div className={styles.actions}>
        {asset?.state === 'ready' && (
          <Button look="quiet" size="compact" aria-expanded={opened === 'player'} onClick={() => toggle('player')}>
            <Play size={16} /> Play
          </Button>
        )}
        {asset && mayEdit && asset.state !== 'uploading' && asset.state !== 'failed' && (
          <Button
            look="quiet"
            size="compact"
            ref={captions}
            aria-expanded={opened === 'captions'}
            onClick={() => toggle('captions')}
          >
            <Captions size={16} /> Captions
          </Button>
        )}
        {asset && mayEdit && asset.state === 'uploading' && (
          <UploadActions asset={asset} upload={upload} onResume={(file) => onResume(asset, file)} />
        )}
        {asset && mayEdit && asset.canRetry && (
          <Button look="quiet" size="compact" onClick={() => void retry(asset.assetId)}>
            <RotateCw size={16} /> Try again
          </Button>
        )}
        {mayEdit && (
          <FileButton accept={ACCEPTED[kind]} onFile={(file) => void replace(file)}>
            <Upload size={16} /> {asset ? 'Choose another file' : 'Choose a file'}
          </FileButton>
        )}
      </div>
      {asset && opened === 'player' && <AssetPlayer key={asset.assetId} asset={asset} as={as} />}
      {asset && opened === 'captions' && (
        <AssetCaptions key={asset.assetId} asset={asset} as={as} onChange={onReload} />
      )}
    </section>
  )
}

/** The address with `#captions` opens the captions. */
function useCaptionsLink(open: () => void): RefObject<HTMLButtonElement | null> {
  const { hash, key } = useLocation()
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef(open)
  latest.current = open
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit of the address opens them again.
  useEffect(() => {
    if (hash !== '#captions') return
    latest.current()
    button.current?.focus({ preventScroll: true })
    button.current?.scrollIntoView({ block: 'start' })
  }, [hash, key])
  return button
}

const ACCEPTED = { video: 'video/*,.mkv,.mov,.m4v', audio: 'audio/*,.flac' }

type FileButtonProps = { accept?: string; label?: string; onFile: (file: File) => void; children: React.ReactNode }

/** A button that asks for a file. */
export function FileButton({ accept, label = 'File of the lesson', onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          currentTarget.value = ''
        }}
      />
      <Button look="quiet" size="compact" onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
