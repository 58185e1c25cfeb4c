import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatClock, formatSpokenTime } from '../../player/controls/format-clock.ts'
import type { NoteView } from '../../wire/notes.ts'
import styles from './notes.module.css'

type Props = {
  note: NoteView
  onSeek: ((seconds: number) => void) | null
  onDelete: () => void
  onChange: (text: string) => Promise<boolean>
}

export function NoteRow({ note, onSeek, onDelete, onChange }: Props) {
  const { atSeconds, text } = note
  const [draft, setDraft] = useState<string | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (draft !== null && (await onChange(draft))) setDraft(null)
  }
  return (
    <li>
      {atSeconds !== null && <NoteTime seconds={atSeconds} onSeek={onSeek} />}
      {draft === null ? (
        <>
          <p>{text}</p>
          <div className={styles.actions}>
            <button type="button" onClick={() => setDraft(text)} aria-label="Edit the note">
              <Pencil size={16} />
            </button>
            <button type="button" onClick={onDelete} aria-label="Delete the note">
              <Trash2 size={16} />
            </button>
          </div>
        </>
      ) : (
        <form className={styles.box} onSubmit={(event) => void save(event)}>
          <textarea
            value={draft}
            maxLength={5000}
            aria-label="Change the note"
            // biome-ignore lint/a11y/noAutofocus: the person pressed "Edit"
            autoFocus
            onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          />
          <footer>
            <Button look="bare" size="compact" onClick={() => setDraft(null)}>
              Cancel
            </Button>
            <Button type="submit" size="compact">
              Save note
            </Button>
          </footer>
        </form>
      )}
    </li>
  )
}

function NoteTime({ seconds, onSeek }: { seconds: number; onSeek: Props['onSeek'] }) {
  if (!onSeek) return <span className={styles.time}>{formatClock(seconds)}</span>
  return (
    <button
      type="button"
      className={styles.time}
      aria-label={`${formatClock(seconds)}: play from ${formatSpokenTime(seconds)}`}
      onClick={() => onSeek(seconds)}
    >
      {formatClock(seconds)}
    </button>
  )
}
