import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { type LearnerDetail, saveLearnerNote } from '#learn/learners/wire.ts'
import { ErrorMessage, TextField } from '#ui/field.tsx'
import { SaveBar } from '#ui/layout/save-bar.tsx'
import styles from './learners.module.css'

type Note = LearnerDetail['note']
type Props = {
  detail: Pick<LearnerDetail, 'learner' | 'note'>
  as: SignedInAudience
  onChanged: () => Promise<void>
}

/** What the teachers of the course know about a learner. */
export function LearnerNote({ detail: { learner, note }, as, onChanged }: Props) {
  const [draft, setDraft] = useState<{ text: string; seenAt: string | null } | null>(null)
  const [newer, setNewer] = useState<{ note: Note } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const value = draft?.text ?? note?.text ?? ''

  async function save() {
    if (isBusy || !draft) return
    setBusy(true)
    const response = await browserClient().call(saveLearnerNote, {
      auth: as,
      params: { enrolmentId: learner.enrolmentId },
      body: draft,
    })
    if (response.error === null) {
      const { savedAt } = response.data.data
      await onChanged()
      setDraft((now) => (now === null || now.text === draft.text ? null : { text: now.text, seenAt: savedAt }))
      setNewer(null)
    } else if (response.errorCode === 'VERSION_CONFLICT') {
      const conflict = (response.data as { data: { note: Note } }).data
      setNewer(conflict)
      setDraft((now) => now && { ...now, seenAt: conflict.note?.at ?? null })
    }
    setError(response.error !== null && response.errorCode !== 'VERSION_CONFLICT' ? response.error : null)
    setSaved(response.error === null)
    setBusy(false)
  }

  return (
    <section className={styles.note}>
      <h3>Note by the teachers</h3>
      <TextField
        name="note"
        label="Note"
        hint={`For teachers. ${learner.name || 'This person'} reads it only in a download of their own data.`}
        rows={3}
        maxLength={4000}
        value={value}
        onChange={({ currentTarget }) => {
          setDraft({ text: currentTarget.value, seenAt: draft ? draft.seenAt : (note?.at ?? null) })
          setSaved(false)
        }}
      />
      {newer && (
        <ErrorMessage>
          {newer.note
            ? `${newer.note.by ?? 'Another teacher'} has changed the note meanwhile: “${newer.note.text}” Save again to replace it.`
            : 'Another teacher has removed the note meanwhile. Save again to keep yours.'}
        </ErrorMessage>
      )}
      {error && <ErrorMessage>{error}</ErrorMessage>}
      <SaveBar
        isDirty={draft !== null && draft.text !== (note?.text ?? '')}
        isBusy={isBusy}
        saveLabel="Save the note"
        onSave={() => void save()}
        onDiscard={() => {
          setDraft(null)
          if (newer) void onChanged()
          setNewer(null)
        }}
        status={isSaved ? 'Saved.' : null}
      />
    </section>
  )
}
