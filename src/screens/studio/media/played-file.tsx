import { Captions, Play, RotateCw } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { type AssetView, retryAsset } from '#learn/course-media/wire/assets.ts'
import { formatBytes } from '#learn/lessons/parts/course-words.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { RunningUpload } from '../browser/running-uploads.ts'
import { AssetFault } from './asset-fault.tsx'
import { AssetStateChip, Progress, UploadActions } from './asset-row.tsx'
import { formatLength } from './asset-words.tsx'
import styles from './played-file.module.css'

const AssetPlayer = lazyComponent<{ asset: AssetView; as: SignedInAudience }>(
  async () => (await import('./asset-player.tsx')).AssetPlayer,
)
const AssetCaptions = lazyComponent<{ asset: AssetView; as: SignedInAudience; onChange: () => void }>(
  async () => (await import('./asset-captions.tsx')).AssetCaptions,
)

type Props = {
  /** Undefined: none was chosen, or it is gone. */
  asset: AssetView | undefined
  as: SignedInAudience
  upload: RunningUpload | null
  mayEdit: boolean
  /** Why the last file was refused. */
  fault: string | null
  /** In place of a file. */
  empty: ReactNode
  onResume: (asset: AssetView, file: File) => void
  onReload: () => void
  /** The buttons that choose another file. */
  children?: ReactNode
}

/** The video or sound that something plays: what became of it, its player and its captions. */
export function PlayedFile({ asset, as, upload, mayEdit, fault, empty, onResume, onReload, children }: Props) {
  // By the file, so that another one in its place is closed.
  const [opened, open] = useState<{ part: 'player' | 'captions'; assetId: string } | null>(null)
  const [retryFault, setRetryFault] = useState<string | null>(null)
  const captions = useCaptionsLink(() => asset && open({ part: 'captions', assetId: asset.assetId }))
  const part = opened && opened.assetId === asset?.assetId ? opened.part : null
  const toggle = (next: 'player' | 'captions') =>
    open(asset && part !== next ? { part: next, assetId: asset.assetId } : null)
  async function retry(assetId: string) {
    setRetryFault((await browserClient().call(retryAsset, { auth: as, params: { assetId } })).error)
    onReload()
  }
  const shownFault = fault ?? retryFault
  return (
    <>
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
        empty
      )}
      {shownFault && <ErrorMessage>{shownFault}</ErrorMessage>}
      <div className={styles.actions}>
        {asset?.state === 'ready' && (
          <Button look="quiet" size="compact" aria-expanded={part === 'player'} onClick={() => toggle('player')}>
            <Play size={16} /> Play
          </Button>
        )}
        {asset && mayEdit && asset.state !== 'uploading' && asset.state !== 'failed' && (
          <Button
            look="quiet"
            size="compact"
            ref={captions}
            aria-expanded={part === 'captions'}
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
        {children}
      </div>
      {asset && part === 'player' && <AssetPlayer key={asset.assetId} asset={asset} as={as} />}
      {asset && part === 'captions' && <AssetCaptions key={asset.assetId} asset={asset} as={as} onChange={onReload} />}
    </>
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
