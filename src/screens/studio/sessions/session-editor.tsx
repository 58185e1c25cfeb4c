import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { getSessionPath } from '#domain/learning/room-path.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import { changeMeeting, type TaughtSession, type TaughtSessions } from '#learn/live/wire/studio.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field, SelectField, TextField } from '#ui/field.tsx'
import { SaveBar } from '#ui/layout/save-bar.tsx'
import text from '#ui/text.module.css'
import { CancelSession, MoveSession } from '../dates/move-session.tsx'
import { AttendanceList } from './attendance-list.tsx'
import styles from './session-editor.module.css'

type Change = RequestBody<typeof changeMeeting>
type Props = {
  session: TaughtSession
  recordings: TaughtSessions['recordings']
  /** Whether the role allows changing dates. */
  mayDate: boolean
  as: SignedInAudience
}

export function SessionEditor({ session, recordings, mayDate, as }: Props) {
  const save = useSave(session.sessionId, as)
  const [said, say] = useState('')
  const hasStarted = Date.parse(session.startsAt) <= Date.now()
  const mayMove = mayDate && !hasStarted && !session.isCancelled
  return (
    <div className={styles.editor}>
      <div className={styles.actions}>
        <Link className={text.link} to={getSessionPath(session.sessionId)}>
          See the session’s page
        </Link>
        {mayMove && <MoveSession session={session} as={as} />}
        {mayMove && <CancelSession session={session} as={as} onDone={say} />}
        <p className={said ? undefined : text.unseen} role="status">
          {said}
        </p>
      </div>
      {!session.isCancelled && <MeetingForm session={session} save={save} />}
      <RecordingForm session={session} recordings={recordings} save={save} />
      <RecapForm session={session} save={save} />
      {hasStarted && !session.isCancelled && <AttendanceList session={session} as={as} />}
    </div>
  )
}

/** The sentence of the refusal, or null. */
type Save = (change: Change) => Promise<string | null>

function useSave(sessionId: string, as: SignedInAudience): Save {
  const { revalidate } = useRevalidator()
  return async (change) => {
    const response = await browserClient().call(changeMeeting, { auth: as, params: { sessionId }, body: change })
    if (response.error === null) await revalidate()
    return response.error
  }
}

type Done = { words: string; change: Change; undo: Change | null }

/**
 * One change at a time, with its message and its undo, which ends once somebody has changed the same thing since.
 * @param isShown whether the page still shows what was done. A refusal is always shown.
 */
function useChange(session: TaughtSession, save: Save, isShown = true) {
  const [error, setError] = useState<string | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const [isBusy, setBusy] = useState(false)
  const change = async (next: Change, words: string, undo: Change | null): Promise<boolean> => {
    if (isBusy) return false
    setBusy(true)
    const refusal = await save(next)
    setError(refusal)
    setDone(refusal === null ? { words, change: next, undo } : null)
    setBusy(false)
    return refusal === null
  }
  const undo = done && isShown && isAsLeft(session, done.change) ? done.undo : null
  const message = (
    <div className={styles.message}>
      {error && <ErrorMessage>{error}</ErrorMessage>}
      <p role="status">{isShown && done?.words}</p>
      {undo && (
        <Button look="bare" size="compact" aria-busy={isBusy} onClick={() => void change(undo, 'Undone.', null)}>
          Undo
        </Button>
      )}
    </div>
  )
  return { change, isBusy, message }
}

/** Whether the session still has what a change gave it. Of a meeting link only the host is known. */
function isAsLeft(
  { meetingHost, recording, recap }: Pick<TaughtSession, 'meetingHost' | 'recording' | 'recap'>,
  change: Change,
): boolean {
  if (change.meetingUrl) return URL.canParse(change.meetingUrl) && new URL(change.meetingUrl).host === meetingHost
  if (change.recordingAssetId !== undefined) return change.recordingAssetId === (recording?.assetId ?? null)
  return change.recap === undefined || change.recap === recap
}

function MeetingForm({ session, save }: { session: TaughtSession; save: Save }) {
  const { sessionId, meetingHost } = session
  const { change, isBusy, message } = useChange(session, save)
  const [url, setUrl] = useState('')
  const submit = async () => {
    if (
      url.trim() &&
      (await change(
        { meetingUrl: toWholeUrl(url.trim()) },
        'Meeting link saved.',
        meetingHost ? null : { meetingUrl: null },
      ))
    )
      setUrl('')
  }
  return (
    <form
      className={styles.part}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field
        idPrefix={sessionId}
        name="meetingUrl"
        label={meetingHost ? 'Replace the meeting link' : 'Meeting link'}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        hint={
          meetingHost
            ? `The link leads to ${meetingHost}. We store it sealed, so it isn’t shown here.`
            : 'From Zoom, Google Meet, Teams or another site. Learners see it only while the session is open.'
        }
      />
      <div className={styles.actions}>
        <Button type="submit" size="compact" aria-busy={isBusy} aria-disabled={url.trim() === ''}>
          {meetingHost ? 'Replace' : 'Save the link'}
        </Button>
        {meetingHost && (
          <Button
            look="quiet"
            size="compact"
            aria-busy={isBusy}
            onClick={() => void change({ meetingUrl: null }, 'Meeting link removed.', null)}
          >
            Remove
          </Button>
        )}
      </div>
      {message}
    </form>
  )
}

/** Meeting sites also copy their links without the scheme. A number after the colon is a port. */
const toWholeUrl = (url: string) => (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(url) ? url : `https://${url}`)

type RecordingProps = { session: TaughtSession; recordings: TaughtSessions['recordings']; save: Save }

function RecordingForm({ session, recordings, save }: RecordingProps) {
  const { sessionId, recording } = session
  const { change, isBusy, message } = useChange(session, save)
  const current = recording?.assetId ?? null
  if (recordings.length === 0 && !recording) {
    return (
      <section className={styles.part}>
        <h3>Recording</h3>
        <p className={styles.quiet}>This course has no video or audio files yet.</p>
      </section>
    )
  }
  const choose = (assetId: string | null) =>
    change({ recordingAssetId: assetId }, assetId ? 'Recording saved.' : 'Recording removed.', {
      recordingAssetId: current,
    })
  return (
    <section className={styles.part}>
      <SelectField
        idPrefix={sessionId}
        name="recording"
        label="Recording"
        value={current ?? ''}
        aria-busy={isBusy}
        onChange={({ currentTarget }) => void choose(currentTarget.value || null)}
        hint={getRecordingHint(recording)}
      >
        <option value="">No recording</option>
        {recording && !recordings.some(({ assetId }) => assetId === recording.assetId) && (
          <option value={recording.assetId}>{recording.filename}</option>
        )}
        {recordings.map(({ assetId, filename }) => (
          <option key={assetId} value={assetId}>
            {filename}
          </option>
        ))}
      </SelectField>
      {message}
    </section>
  )
}

function getRecordingHint(recording: TaughtSession['recording']): string {
  if (!recording) return 'Learners of this class get one e-mail when it can be played.'
  if (recording.state === 'ready') return 'Learners can play it after the session.'
  return recording.state === 'failed'
    ? 'This file can’t be played. Choose another one.'
    : 'This file is being prepared.'
}

const RECAP_MAX = 6000

function RecapForm({ session, save }: { session: TaughtSession; save: Save }) {
  const { sessionId, recap } = session
  const [draft, setDraft] = useState(recap ?? '')
  const isSame = draft.trim() === (recap ?? '')
  const { change, isBusy, message } = useChange(session, save, isSame)
  // A stored recap that changes, by Undo or by a colleague, replaces no words that were typed here since.
  const [stored, setStored] = useState(recap)
  if (recap !== stored) {
    setStored(recap)
    if (draft.trim() === (stored ?? '')) setDraft(recap ?? '')
  }
  const submit = async () => {
    if (!isSame) await change({ recap: draft.trim() || null }, 'Recap saved.', { recap })
  }
  return (
    <form
      className={styles.part}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        idPrefix={sessionId}
        name="recap"
        label="Recap"
        rows={8}
        maxLength={RECAP_MAX}
        value={draft}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        hint="Learners of this class see it after the end. **Bold**, lists with - and links in [brackets](https://…) work."
      />
      <SaveBar isDirty={!isSame} isBusy={isBusy} saveLabel="Save the recap" onDiscard={() => setDraft(recap ?? '')} />
      {message}
    </form>
  )
}
