import { useEffect, useRef, useState } from 'react'
import { type Cue, checkCues, formatTime } from '#domain/learning/captions/captions.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { AssetView } from '#learn/course-media/wire/assets.ts'
import { addTrack, changeTrack, listTracks, readTrack } from '#learn/course-media/wire/tracks.ts'
import type { PlayerHandle } from '#learn/lessons/player/player-props.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { SaveBar } from '#ui/layout/save-bar.tsx'
import { isSame } from '../draft/unit-saver.ts'
import { AssetPlayer } from './asset-player.tsx'
import styles from './caption-editor.module.css'
import { getFaultSentences } from './caption-faults.ts'
import { CueRow } from './cue-row.tsx'
import { toWrittenText } from './edit-cues.ts'
import { getLanguageName, LanguageField } from './language-field.tsx'

/** Captions that nobody has saved yet. The first save makes them. */
export type UnsavedTrack = { kind: 'captions' | 'subtitles' | 'chapters'; language: string }
/** `version` and `trackId` are null until the captions are saved. */
type EditedTrack = { trackId: string | null; version: number | null; name: string; cues: Cue[] }
type Props = {
  asset: AssetView
  as: SignedInAudience
  edited: string | UnsavedTrack
  onEdit: (trackId: string) => void
  onDone: () => void
}

export function CaptionEditor({ edited, onEdit, ...props }: Props) {
  const [round, setRound] = useState(0)
  if (typeof edited === 'string')
    return <LoadedEditor key={round} {...props} trackId={edited} onReload={() => setRound(round + 1)} />
  const name = getLanguageName(edited.language)
  const track = { trackId: null, version: null, name, cues: FIRST_CUE }
  return <Editor {...props} track={track} unsaved={edited} onReload={onEdit} />
}

/** The first caption of new ones, from the start of the film. */
const FIRST_CUE: Cue[] = [{ startsMs: 0, endsMs: 2000, text: '' }]

type LoadedProps = Omit<Props, 'edited' | 'onEdit'> & { trackId: string; onReload: () => void }

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

type EditorProps = Omit<Props, 'edited' | 'onEdit'> & {
  track: EditedTrack
  /** What the first save makes. Null: the track is saved. */
  unsaved: UnsavedTrack | null
  onReload: (trackId: string) => void
}

function Editor({ asset, as, track, unsaved, onDone, onReload }: EditorProps) {
  const player = useRef<PlayerHandle | null>(null)
  const [cues, setCues] = useState<Cue[]>(track.cues)
  const { trackId, version, state, faults, isConflict, language, save } = useSave({ asset, as, track, unsaved })
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
      {language && <LanguageField {...language} />}
      {isConflict && trackId && (
        <Button look="quiet" size="compact" onClick={() => onReload(trackId)}>
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

/**
 * Saves under the version that was read. After a change by another person nothing is overwritten. Where another person
 * has made the same captions meanwhile, these get another language.
 */
function useSave({ asset: { assetId }, as, track, unsaved }: SaveOptions) {
  const [{ trackId, version }, setTrack] = useState(track)
  const [state, setState] = useState({ saved: track.cues, isBusy: false })
  const [faults, setFaults] = useState<string[]>([])
  const [isConflict, setConflict] = useState(false)
  const [language, setLanguage] = useState(unsaved?.language ?? '')
  const [isTaken, setTaken] = useState(false)
  /** What was sent as new captions without an answer. */
  const lost = useRef<Cue[][]>([])

  async function add(cues: Cue[]) {
    const body = { ...unsaved!, language, cues }
    const response = await browserClient().call(addTrack, { auth: as, params: { assetId }, body })
    if (response.errorCode === 'TRACK_EXISTS' && lost.current.length > 0) {
      const own = await findOwnTrack(assetId, as, body, lost.current)
      if (own) return change(own.trackId, own.version, cues)
    }
    if (response.status === 0) lost.current.push(cues)
    setTaken(response.errorCode === 'TRACK_EXISTS')
    return response
  }
  const change = (id: string, read: number, cues: Cue[]) =>
    browserClient().call(changeTrack, { auth: as, params: { trackId: id }, body: { version: read, cues } })
  async function save(cues: Cue[]) {
    setState({ ...state, isBusy: true })
    const response = await (trackId === null || version === null ? add(cues) : change(trackId, version, cues))
    setFaults(getFaultSentences(response))
    setConflict(response.errorCode === 'VERSION_CONFLICT')
    if (response.error !== null) return setState({ ...state, isBusy: false })
    setTrack({ ...track, ...response.data.data })
    setState({ saved: cues, isBusy: false })
  }
  const choice = isTaken && version === null ? { value: language, onChange: setLanguage } : null
  return { trackId, version, state, faults, isConflict, language: choice, save }
}

/** The captions that a save has made whose answer was lost. Null: those that exist have another text. */
async function findOwnTrack(
  assetId: string,
  as: SignedInAudience,
  { kind, language }: UnsavedTrack,
  lost: readonly Cue[][],
): Promise<{ trackId: string; version: number } | null> {
  const listed = await browserClient().call(listTracks, { auth: as, params: { assetId } })
  const tracks = listed.error === null ? listed.data.data.tracks : []
  const existing = tracks.find((track) => track.kind === kind && track.language === language)
  if (!existing) return null
  const read = await browserClient().call(readTrack, {
    auth: as,
    params: { trackId: existing.trackId },
    query: {},
  })
  if (read.error !== null) return null
  const { cues } = read.data.data
  const isOwn = lost.map(checkCues).some((sent) => sent.ok && isSame(sent.cues, cues))
  return isOwn ? read.data.data : null
}
