import { Pin } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type ApiResult, browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { formatClock, formatSpokenTime } from '../../player/controls/format-clock.ts'
import type { LessonPage } from '../../wire/lesson.ts'
import { addNote, changeNote, deleteNote, type NoteView } from '../../wire/notes.ts'
import { NoteRow } from './note-row.tsx'
import styles from './notes.module.css'
import type { NoteSecond } from './use-note-second.ts'

type Props = {
  lesson: LessonPage
  as: SignedInAudience
  /** Null for a lesson that isn't played. */
  second: NoteSecond | null
  onSeek: (seconds: number) => void
  onNotes: (notes: NoteView[]) => void
  notes: readonly NoteView[]
}

export function Notes({ lesson, as, second, onSeek, notes, onNotes }: Props) {
  const [draft, setDraft] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<NoteView | null>(null)
  const isWithdrawn = lesson.state === 'withdrawn'

  const apply = async (call: Promise<ApiResult<typeof addNote>>): Promise<boolean> => {
    setBusy(true)
    const response = await call
    setBusy(false)
    setFailure(response.error)
    if (response.error !== null) return false
    onNotes(response.data.data.notes)
    return true
  }
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const body = { text: draft, atSeconds: second?.second ?? null }
    if (!(await apply(browserClient().call(addNote, { auth: as, params: { lessonId: lesson.lessonId }, body })))) return
    setDraft('')
    setDeleted(null)
    second?.end()
  }
  const remove = async (note: NoteView) => {
    if (await apply(browserClient().call(deleteNote, { auth: as, params: { noteId: note.noteId } }))) setDeleted(note)
  }
  const restore = async ({ text, atSeconds }: NoteView) => {
    if (
      await apply(
        browserClient().call(addNote, { auth: as, params: { lessonId: lesson.lessonId }, body: { text, atSeconds } }),
      )
    )
      setDeleted(null)
  }

  return (
    <section className={styles.notes} aria-labelledby="notes">
      <header>
        <h2 id="notes">My notes</h2>
        <span>Only you see these</span>
      </header>
      {!isWithdrawn && (
        <form className={styles.box} onSubmit={(event) => void add(event)}>
          <textarea
            ref={second?.field}
            value={draft}
            maxLength={5000}
            aria-label={second ? `Note at ${formatSpokenTime(second.second)}` : 'Note'}
            placeholder="What do you want to remember?"
            onChange={({ currentTarget: { value } }) => {
              setDraft(value)
              if (value) second?.begin()
              else second?.end()
            }}
          />
          <footer>
            {second ? (
              <span className={styles.time}>
                <Pin size={14} aria-hidden /> {formatClock(second.second)}
              </span>
            ) : (
              <span />
            )}
            <Button type="submit" size="compact" aria-busy={isBusy} aria-disabled={draft.trim() === ''}>
              Save note
            </Button>
          </footer>
        </form>
      )}
      {failure && <ErrorMessage>{failure}</ErrorMessage>}
      <p role="status" className={deleted ? styles.deleted : undefined}>
        {deleted && 'Note deleted.'}
      </p>
      {deleted && !isWithdrawn && (
        <Button look="bare" size="compact" onClick={() => void restore(deleted)}>
          Undo
        </Button>
      )}
      <ol>
        {notes.map((note) => (
          <NoteRow
            key={note.noteId}
            note={note}
            onSeek={second ? onSeek : null}
            onDelete={() => void remove(note)}
            onChange={(text) =>
              apply(
                browserClient().call(changeNote, {
                  auth: as,
                  params: { noteId: note.noteId },
                  body: { text, atSeconds: note.atSeconds },
                }),
              )
            }
          />
        ))}
      </ol>
    </section>
  )
}
