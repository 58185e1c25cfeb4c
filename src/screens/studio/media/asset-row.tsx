import { Captions, File, Film, Image, Music, Play, RotateCw, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { type AssetView, cancelAsset, retryAsset } from '#learn/course-media/wire/assets.ts'
import { formatBytes } from '#learn/lessons/parts/course-words.ts'
import { Button } from '#ui/button.tsx'
import { Chip, type Tone } from '#ui/chip.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { pauseUpload, type RunningUpload } from '../browser/running-uploads.ts'
import { AssetFault } from './asset-fault.tsx'
import styles from './asset-row.module.css'
import { AssetUses, formatLength, formatTimeLeft } from './asset-words.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

const AssetPlayer = lazyComponent<{ asset: AssetView; as: SignedInAudience }>(
  async () => (await import('./asset-player.tsx')).AssetPlayer,
)
const AssetCaptions = lazyComponent<{ asset: AssetView; as: SignedInAudience; onChange: () => void }>(
  async () => (await import('./asset-captions.tsx')).AssetCaptions,
)

type Props = {
  asset: AssetView
  as: SignedInAudience
  canEdit: boolean
  /** The upload that runs in this tab. */
  upload: RunningUpload | null
  onResume: (file: File) => void
  onChange: () => void
}

const ICONS = { video: Film, audio: Music, image: Image, file: File }

export function AssetRow(props: Props) {
  const { asset, as, canEdit, upload, onChange } = props
  const [opened, open] = useState<'player' | 'captions' | null>(null)
  const [error, setError] = useState<string | null>(null)
  const Icon = ICONS[asset.kind]
  const toggle = (part: 'player' | 'captions') => open(opened === part ? null : part)
  const waitFor = async (work: Promise<{ error: string | null }>) => {
    setError((await work).error)
    onChange()
  }
  return (
    <li className={styles.row}>
      <Icon className={styles.icon} size={20} />
      <div className={styles.text}>
        <h2>{asset.filename}</h2>
        <p>
          {[formatLength(asset.durationSeconds), formatBytes(asset.bytes), formatTracks(asset)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {asset.state !== 'uploading' && <AssetUses asset={asset} />}
      </div>
      <AssetStateChip asset={asset} upload={upload} />
      <Progress {...props} />
      <AssetFault asset={asset} />
      {error && <ErrorMessage>{error}</ErrorMessage>}
      {canEdit && (
        <div className={styles.actions}>
          <Actions {...props} opened={opened} onToggle={toggle} onRun={(work) => void waitFor(work)} />
        </div>
      )}
      {opened === 'player' && <AssetPlayer asset={asset} as={as} />}
      {opened === 'captions' && <AssetCaptions asset={asset} as={as} onChange={onChange} />}
    </li>
  )
}

function formatTracks({ kind, trackCount, state }: AssetView): string | null {
  if ((kind !== 'video' && kind !== 'audio') || state === 'uploading') return null
  if (trackCount === 0) return 'no captions'
  return trackCount === 1 ? '1 caption track' : `${trackCount} caption tracks`
}

export function AssetStateChip({ asset, upload }: Pick<Props, 'asset' | 'upload'>) {
  const [tone, words] = getState(asset, upload)
  return <Chip tone={tone}>{words}</Chip>
}

function getState({ state, steps, receivedBytes, bytes }: AssetView, upload: RunningUpload | null): [Tone, string] {
  if (state === 'failed') return ['bad', 'Failed']
  if (state === 'ready') {
    const isMaking = steps.some((step) => step.state === 'running' || step.state === 'waiting')
    return isMaking ? ['info', 'Ready, smaller sizes coming'] : ['good', 'Ready']
  }
  if (state !== 'uploading') return ['info', 'Processing']
  if (receivedBytes === bytes) return ['info', 'Checking']
  return upload && upload.error === null ? ['info', 'Uploading'] : ['warn', 'Paused']
}

export function Progress({ asset, upload }: Pick<Props, 'asset' | 'upload'>) {
  const { state, bytes, filename } = asset
  if (state === 'ready' || state === 'failed') return null
  const isSent = state === 'uploading' && asset.receivedBytes === bytes
  const isUploading = state === 'uploading' && !isSent
  const sentBytes = Math.max(asset.receivedBytes ?? 0, upload?.sentBytes ?? 0)
  const percent = state === 'uploading' ? Math.floor((100 * sentBytes) / bytes) : asset.percent
  const words = isSent
    ? 'Uploaded. We’re checking the file, and you can leave this page.'
    : isUploading
      ? `${percent}% of ${formatBytes(bytes)}${formatTimeLeft(upload?.secondsLeft ?? null)}`
      : `${percent}% done`
  return (
    <div className={styles.progress}>
      <progress max={100} value={percent} aria-label={`${isUploading ? 'Upload' : 'Processing'} of ${filename}`} />
      <p role="status">{upload?.error ?? upload?.waiting ?? words}</p>
    </div>
  )
}

type ActionProps = Props & {
  opened: 'player' | 'captions' | null
  onToggle: (part: 'player' | 'captions') => void
  onRun: (work: Promise<{ error: string | null }>) => void
}

function Actions(props: ActionProps) {
  const { asset, as, opened, onToggle, onRun, onChange } = props
  const { assetId, state, kind, filename } = asset
  const isPlayed = kind === 'video' || kind === 'audio'
  const button = (label: string) => ({ look: 'quiet', size: 'compact', 'aria-label': `${label}: ${filename}` }) as const
  return (
    <>
      {state === 'uploading' && <UploadActions {...props} />}
      {(state === 'processing' || state === 'stored') && (
        <Button
          {...button('Cancel')}
          onClick={() => onRun(browserClient().call(cancelAsset, { auth: as, params: { assetId } }))}
        >
          Cancel
        </Button>
      )}
      {asset.canRetry && (
        <Button
          {...button('Try again')}
          onClick={() => onRun(browserClient().call(retryAsset, { auth: as, params: { assetId } }))}
        >
          <RotateCw size={16} /> Try again
        </Button>
      )}
      {state === 'ready' && isPlayed && (
        <Button {...button('Play')} aria-expanded={opened === 'player'} onClick={() => onToggle('player')}>
          <Play size={16} /> Play
        </Button>
      )}
      {state !== 'uploading' && state !== 'failed' && isPlayed && (
        <Button {...button('Captions')} aria-expanded={opened === 'captions'} onClick={() => onToggle('captions')}>
          <Captions size={16} /> Captions
        </Button>
      )}
      <DeleteDialog asset={asset} as={as} onDeleted={onChange}>
        <Trash2 size={16} /> Delete
      </DeleteDialog>
    </>
  )
}

export function UploadActions({ asset, upload, onResume }: Pick<Props, 'asset' | 'upload' | 'onResume'>) {
  const { assetId, filename, receivedBytes, bytes } = asset
  const input = useRef<HTMLInputElement>(null)
  if (receivedBytes === bytes) return null
  if (upload && upload.error === null) {
    return (
      <Button look="quiet" size="compact" aria-label={`Pause: ${filename}`} onClick={() => pauseUpload(assetId)}>
        Pause
      </Button>
    )
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`File to continue: ${filename}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onResume(file)
          currentTarget.value = ''
        }}
      />
      <Button
        look="quiet"
        size="compact"
        aria-label={`Choose the file to continue: ${filename}`}
        onClick={() => input.current?.click()}
      >
        Choose the file to continue
      </Button>
    </>
  )
}
