import { useEffect, useRef, useState } from 'react'
import { type Cue, formatTime } from '#domain/learning/captions/captions.ts'
import { type ApiResult, browserClient, type SignedInAudience } from '#http/client.ts'
import type { AssetView } from '#learn/course-media/wire/assets.ts'
import {
  addTrack,
  changeTrack,
  readTrack,
  type TrackView,
  type TrackWithCues,
} from '#learn/course-media/wire/tracks.ts'
import type { PlayerHandle } from '#learn/lessons/player/player-props.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { SaveBar } from '#ui/layout/save-bar.tsx'
import { AssetPlayer } from './asset-player.tsx'
import styles from './caption-editor.module.css'
import { getFaultSentences } from './caption-faults.ts'
import { CueRow } from './cue-row.tsx'
import { toWrittenText } from './edit-cues.ts'

type Props = {
  asset: AssetView
  as: SignedInAudience
  /** A stored track, or one that the first save adds. */
  track: { trackId: string } | Pick<TrackView, 'kind' | 'language'>
  onDone: () => void
}
type EditedTrack = Pick<TrackWithCues, 'label' | 'version' | 'cues'> & { trackId: string | null }

export function CaptionEditor({ track, ...props }: Props) {
  const [round, setRound] = useState(0)
  const onReload = () => setRound(round + 1)
  if ('trackId' in track) return <LoadedEditor key={round} {...props} {...track} onReload={onReload} />
  return <Editor {...props} track={createTrack(track)} added={track} onReload={onReload} />
}

/** One empty caption of two seconds. Nothing is stored before somebody writes it. */
const createTrack = ({ language }: Pick<TrackView, 'language'>): EditedTrack => ({
  trackId: null,
  version: 0,
  label: new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language,
  cues: [{ startsMs: 0, endsMs: 2000, text: '' }],
})

type PartProps = Omit<Props, 'track'> & { onReload: () => void }

function LoadedEditor({ trackId, ...props }: PartProps & { trackId: string }) {
  const { as, onDone } = props
  const [track, setTrack] = useState<TrackWithCues | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    let isShown = true
    void browserClient()
      .call(readTrack, { auth: as, params: { trackId }, query: {} })
      .then((response) => {
        if (!isShown) return
        setError(response.error)
        if (response.error === null) setTrack({ ...response.data.data, cues: toWrittenText(response.data.data.cues) })
      })
    return () => {
      isShown = false
    }
  }, [as, trackId])
  if (error) {
    return (
      <div className={styles.editor}>
        <ErrorMessage>{error}</ErrorMessage>
        <Button look="quiet" size="compact" onClick={onDone}>
          Back to the captions
        </Button>
      </div>
    )
  }
  if (!track) return <p>Loading the captions…</p>
  return <Editor {...props} track={track} />
}

type EditorProps = PartProps & {
  track: EditedTrack
  /** What the first save adds. */
  added?: Pick<TrackView, 'kind' | 'language'>
}

function Editor({ asset, as, track, added, onDone, onReload }: EditorProps) {
  const player = useRef<PlayerHandle | null>(null)
  const [cues, setCues] = useState<Cue[]>(track.cues)
  const { version, state, faults, isConflict, save } = useSave(track, as, (cues) =>
    browserClient().call(addTrack, {
      auth: as,
      params: { assetId: asset.assetId },
      body: { kind: 'captions', language: 'en', ...added, cues },
    }),
  )
  const isChanged = cues !== state.saved
  return (
    <section className={styles.editor} aria-label={`Captions: ${track.label}`}>
      <div className={styles.player}>
        <AssetPlayer asset={asset} as={as} ref={player} />
        <p>
          In a caption: Ctrl+Enter splits it at the cursor, Ctrl+J joins it with the next, Ctrl+Space plays from here.
          Alt+←/→ moves its start by 0.1 s, with Shift its end.
        </p>
      </div>
      <SaveBar
        isDirty={isChanged}
        isBusy={state.isBusy}
        onSave={() => void save(cues)}
        onDiscard={() => setCues(state.saved)}
        status={version > 0 ? `Saved, version ${version}` : 'Nothing is saved yet.'}
      >
        {!isChanged && (
          <Button look="quiet" size="compact" onClick={onDone}>
            Done
          </Button>
        )}
      </SaveBar>
      {faults.map((fault) => (
        <ErrorMessage key={fault}>{fault}</ErrorMessage>
      ))}
      {isConflict && (
        <Button look="quiet" size="compact" onClick={onReload}>
          Load the saved captions
        </Button>
      )}
      <ol className={styles.cues}>
        {cues.map((cue, index) => (
          <CueRow
            // A row is its place: texts and times change while they are edited.
            // biome-ignore lint/suspicious/noArrayIndexKey: cues have no id
            key={index}
            cue={cue}
            index={index}
            cues={cues}
            onChange={setCues}
            onPlay={() => player.current?.playFrom(cue.startsMs / 1000)}
            time={formatTime(cue.startsMs)}
          />
        ))}
      </ol>
    </section>
  )
}

/** Saves under the version that was read. After a change by another person nothing is overwritten. */
function useSave(track: EditedTrack, as: SignedInAudience, add: (cues: Cue[]) => Promise<ApiResult<typeof addTrack>>) {
  const [trackId, setTrackId] = useState(track.trackId)
  const [version, setVersion] = useState(track.version)
  const [state, setState] = useState({ saved: track.cues, isBusy: false })
  const [faults, setFaults] = useState<string[]>([])
  const [isConflict, setConflict] = useState(false)
  async function save(cues: Cue[]) {
    setState({ ...state, isBusy: true })
    const response = trackId
      ? await browserClient().call(changeTrack, { auth: as, params: { trackId }, body: { version, cues } })
      : await add(cues)
    setFaults(getFaultSentences(response))
    setConflict(response.errorCode === 'VERSION_CONFLICT')
    if (response.error !== null) return setState({ ...state, isBusy: false })
    setTrackId(response.data.data.trackId)
    setVersion(response.data.data.version)
    setState({ saved: cues, isBusy: false })
  }
  return { version, state, faults, isConflict, save }
}
