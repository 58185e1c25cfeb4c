import { useEffect, useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { AssetView } from '#learn/course-media/wire/assets.ts'
import {
  addTrack,
  changeTrack,
  deleteTrack,
  listTracks,
  readTrack,
  type TrackView,
} from '#learn/course-media/wire/tracks.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { AddTrackForm } from './add-track-form.tsx'
import styles from './asset-captions.module.css'
import type { UnsavedTrack } from './caption-editor.tsx'

type Props = { asset: AssetView; as: SignedInAudience; onChange: () => void }

type EditorProps = {
  asset: AssetView
  as: SignedInAudience
  /** The id of saved captions, or what new ones will be. */
  edited: string | UnsavedTrack
  /** Opens saved captions. */
  onEdit: (trackId: string) => void
  onDone: () => void
}
const CaptionEditor = lazyComponent<EditorProps>(async () => (await import('./caption-editor.tsx')).CaptionEditor)

export function AssetCaptions({ asset, as, onChange }: Props) {
  const { assetId } = asset
  const [tracks, setTracks] = useState<TrackView[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [edited, edit] = useState<string | UnsavedTrack | null>(null)

  async function load() {
    const response = await browserClient().call(listTracks, { auth: as, params: { assetId } })
    setError(response.error)
    if (response.error === null) setTracks(response.data.data.tracks)
  }
  useEffect(() => {
    let isShown = true
    void browserClient()
      .call(listTracks, { auth: as, params: { assetId } })
      .then((response) => {
        if (!isShown) return
        setError(response.error)
        if (response.error === null) setTracks(response.data.data.tracks)
      })
    return () => {
      isShown = false
    }
  }, [as, assetId])

  async function waitFor(work: Promise<{ error: string | null }>) {
    const { error: fault } = await work
    await load()
    if (fault) setError(fault)
    onChange()
  }
  if (edited) {
    const close = () => {
      edit(null)
      void load()
      onChange()
    }
    return <CaptionEditor asset={asset} as={as} edited={edited} onEdit={edit} onDone={close} />
  }
  return (
    <section className={styles.captions} aria-label={`Captions of ${asset.filename}`}>
      {error && <ErrorMessage>{error}</ErrorMessage>}
      {tracks === null && !error && <p>Loading the captions…</p>}
      {tracks?.length === 0 && <p>No captions yet. Upload a file, or write them here.</p>}
      <ul>
        {tracks?.map((track) => (
          <TrackRow key={track.trackId} track={track} as={as} onEdit={edit} onRun={(work) => void waitFor(work)} />
        ))}
      </ul>
      <AddTrackForm
        tracks={tracks ?? []}
        onAdd={async (track) => {
          const added = await browserClient().call(addTrack, { auth: as, params: { assetId }, body: track })
          if (added.error === null) {
            await load()
            onChange()
          }
          return added
        }}
        onWrite={edit}
      />
    </section>
  )
}

type RowProps = {
  track: TrackView
  as: SignedInAudience
  onEdit: (trackId: string) => void
  onRun: (work: Promise<{ error: string | null }>) => void
}

function TrackRow({ track, as, onEdit, onRun }: RowProps) {
  const { trackId, version, label, kind, cueCount, isDefault } = track
  const name = `${label}, ${kind}`
  const button = (words: string) => ({ look: 'quiet', size: 'compact', 'aria-label': `${words}: ${name}` }) as const
  async function download(format: 'vtt' | 'srt') {
    const response = await browserClient().call(readTrack, { auth: as, params: { trackId }, query: { format } })
    if (response.error !== null || !response.data.data.file) return { error: response.error }
    const { filename, content } = response.data.data.file
    saveFile(new Blob([content], { type: 'text/plain' }), filename)
    return { error: null }
  }
  return (
    <li>
      <p>
        <b>{label}</b> {kind}, {cueCount === 1 ? '1 cue' : `${cueCount} cues`}
      </p>
      {isDefault && <Chip tone="good">Shown first</Chip>}
      <div className={styles.actions}>
        <Button {...button('Edit')} onClick={() => onEdit(trackId)}>
          Edit
        </Button>
        <Button {...button('Download WebVTT')} onClick={() => onRun(download('vtt'))}>
          Download WebVTT
        </Button>
        <Button {...button('Download SRT')} onClick={() => onRun(download('srt'))}>
          Download SRT
        </Button>
        {!isDefault && (
          <Button
            {...button('Show first')}
            onClick={() =>
              onRun(
                browserClient().call(changeTrack, {
                  auth: as,
                  params: { trackId },
                  body: { version, isDefault: true },
                }),
              )
            }
          >
            Show first
          </Button>
        )}
        <Button
          {...button('Delete')}
          onClick={() =>
            onRun(browserClient().call(deleteTrack, { auth: as, params: { trackId }, query: { version } }))
          }
        >
          Delete
        </Button>
      </div>
    </li>
  )
}
