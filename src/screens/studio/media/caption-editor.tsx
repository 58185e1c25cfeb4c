import { useEffect, useRef, useState } from 'react'
import { type Cue, formatTime } from '#domain/learning/captions/captions.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { AssetView } from '#learn/course-media/wire/assets.ts'
import { changeTrack, readTrack, type TrackWithCues } from '#learn/course-media/wire/tracks.ts'
import type { PlayerHandle } from '#learn/lessons/player/player-props.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { SaveBar } from '#ui/layout/save-bar.tsx'
import { AssetPlayer } from './asset-player.tsx'
import styles from './caption-editor.module.css'
import { getFaultSentences } from './caption-faults.ts'
import { CueRow } from './cue-row.tsx'
import { toWrittenText } from './edit-cues.ts'

type Props = { asset: AssetView; as: SignedInAudience; trackId: string; onDone: () => void }

export function CaptionEditor(props: Props) {
  const [round, setRound] = useState(0)
  return <LoadedEditor key={round} {...props} onReload={() => setRound(round + 1)} />
}

function LoadedEditor(props: Props & { onReload: () => void }) {
  const { as, trackId, onDone } = props
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

type EditorProps = Props & { track: TrackWithCues; onReload: () => void }

function Editor({ asset, as, track, onDone, onReload }: EditorProps) {
  const player = useRef<PlayerHandle | null>(null)
  const [cues, setCues] = useState<Cue[]>(track.cues)
  const { version, state, faults, isConflict, save } = useSave(track, as)
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
        status={`Saved, version ${version}`}
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
function useSave(track: TrackWithCues, as: SignedInAudience) {
  const [version, setVersion] = useState(track.version)
  const [state, setState] = useState({ saved: track.cues, isBusy: false })
  const [faults, setFaults] = useState<string[]>([])
  const [isConflict, setConflict] = useState(false)
  async function save(cues: Cue[]) {
    setState({ ...state, isBusy: true })
    const response = await browserClient().call(changeTrack, {
      auth: as,
      params: { trackId: track.trackId },
      body: { version, cues },
    })
    setFaults(getFaultSentences(response))
    setConflict(response.errorCode === 'VERSION_CONFLICT')
    if (response.error !== null) return setState({ ...state, isBusy: false })
    setVersion(response.data.data.version)
    setState({ saved: cues, isBusy: false })
  }
  return { version, state, faults, isConflict, save }
}
