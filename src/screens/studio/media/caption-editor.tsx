import { useEffect, useRef, useState } from 'react'
import { type Cue, formatTime } from '#domain/learning/captions/captions.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { AssetView } from '#learn/course-media/wire/assets.ts'
import { addTrack, changeTrack, readTrack } from '#learn/course-media/wire/tracks.ts'
import type { PlayerHandle } from '#learn/lessons/player/player-props.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { SaveBar } from '#ui/layout/save-bar.tsx'
import { AssetPlayer } from './asset-player.tsx'
import styles from './caption-editor.module.css'
import { getFaultSentences } from './caption-faults.ts'
import { CueRow } from './cue-row.tsx'
import { toWrittenText } from './edit-cues.ts'

/** Captions that nobody has saved yet. The first save makes them. */
export type UnsavedTrack = { kind: 'captions' | 'subtitles' | 'chapters'; language: string }
/** `version` and `trackId` are null until the captions are saved. */
type EditedTrack = { trackId: string | null; version: number | null; name: string; cues: Cue[] }
type Props = { asset: AssetView; as: SignedInAudience; edited: string | UnsavedTrack; onDone: () => void }

export function CaptionEditor({ edited, ...props }: Props) {
  const [round, setRound] = useState(0)
  if (typeof edited === 'string')
    return <LoadedEditor key={round} {...props} trackId={edited} onReload={() => setRound(round + 1)} />
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(edited.language) ?? edited.language
  return (
    <Editor
      {...props}
      track={{ trackId: null, version: null, name, cues: FIRST_CUE }}
      unsaved={edited}
      onReload={null}
    />
  )
}

/** The first caption of new ones, from the start of the film. */
const FIRST_CUE: Cue[] = [{ startsMs: 0, endsMs: 2000, text: '' }]

type LoadedProps = Omit<Props, 'edited'> & { trackId: string; onReload: () => void }

function LoadedEditor(props: LoadedProps) {
  const { as, trackId, onDone } = props
  const [track, setTrack] = useState<EditedTrack | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    let isShown = true
    void browserClient()
      .call(readTrack, { auth: as, params: { trackId }, query: {} })
      .then((response) => {
        if (!isShown) return
        setError(response.error)
        if (response.error !== null) return
        const { version, label, cues } = response.data.data
        setTrack({ trackId, version, name: label, cues: toWrittenText(cues) })
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
  return <Editor {...props} track={track} unsaved={null} />
}

type EditorProps = Omit<Props, 'edited'> & {
  track: EditedTrack
  /** What the first save makes. Null: the track is saved. */
  unsaved: UnsavedTrack | null
  /** Null: there is nothing to load. */
  onReload: (() => void) | null
}

function Editor({ asset, as, track, unsaved, onDone, onReload }: EditorProps) {
  const player = useRef<PlayerHandle | null>(null)
  const [cues, setCues] = useState<Cue[]>(track.cues)
  const { version, state, faults, isConflict, save } = useSave({ asset, as, track, unsaved })
  const isChanged = cues !== state.saved && (version !== null || cues.some(({ text }) => text.trim() !== ''))
  return (
    <section className={styles.editor} aria-label={`Captions: ${track.name}`}>
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
        status={version === null ? 'Not saved yet' : `Saved, version ${version}`}
      >
        {!isChanged && (
          <Button look="quiet" size="compact" onClick={onDone}>
            {version === null ? 'Cancel' : 'Done'}
          </Button>
        )}
      </SaveBar>
      {faults.map((fault) => (
        <ErrorMessage key={fault}>{fault}</ErrorMessage>
      ))}
      {isConflict && onReload && (
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

type SaveOptions = Pick<EditorProps, 'asset' | 'as' | 'track' | 'unsaved'>

/** Saves under the version that was read. After a change by another person nothing is overwritten. */
function useSave({ asset: { assetId }, as, track, unsaved }: SaveOptions) {
  const [{ trackId, version }, setTrack] = useState(track)
  const [state, setState] = useState({ saved: track.cues, isBusy: false })
  const [faults, setFaults] = useState<string[]>([])
  const [isConflict, setConflict] = useState(false)
  const send = (cues: Cue[]) => {
    const client = browserClient()
    return trackId === null || version === null
      ? client.call(addTrack, { auth: as, params: { assetId }, body: { ...unsaved!, cues } })
      : client.call(changeTrack, { auth: as, params: { trackId }, body: { version, cues } })
  }
  async function save(cues: Cue[]) {
    setState({ ...state, isBusy: true })
    const response = await send(cues)
    setFaults(getFaultSentences(response))
    setConflict(response.errorCode === 'VERSION_CONFLICT')
    if (response.error !== null) return setState({ ...state, isBusy: false })
    setTrack({ ...track, ...response.data.data })
    setState({ saved: cues, isBusy: false })
  }
  return { version, state, faults, isConflict, save }
}
