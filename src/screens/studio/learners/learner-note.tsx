import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { type LearnerDetail, saveLearnerNote } from '#learn/learners/wire.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SuccessMessage, TextField } from '#ui/field.tsx'
import styles from './learners.module.css'

type Props = { detail: Pick<LearnerDetail, 'learner' | 'note'>; as: SignedInAudience }

/** What the teachers of the course know about a learner. */
export function LearnerNote({ detail: { learner, note }, as }: Props) {
  const [value, setValue] = useState(note?.text ?? '')
  const [state, setState] = useState<'typing' | 'saving' | 'saved'>('typing')
  const [error, setError] = useState<string | null>(null)

  async function save() {
    if (state === 'saving') return
    setState('saving')
    const response = await browserClient().call(saveLearnerNote, {
      auth: as,
      params: { enrolmentId: learner.enrolmentId },
      body: { text: value },
    })
    setError(response.error)
    setState(response.error === null ? 'saved' : 'typing')
  }

  return (
    <section className={styles.note}>
      <h3>Note by the teachers</h3>
      <TextField
        name="note"
        label="Note"
        hint={`${learner.name || 'This person'} sees it by asking for the own data.`}
        rows={3}
        maxLength={4000}
        value={value}
        onChange={({ currentTarget }) => {
          setValue(currentTarget.value)
          setState('typing')
        }}
      />
      {error && <ErrorMessage>{error}</ErrorMessage>}
      {state === 'saved' && <SuccessMessage>Saved.</SuccessMessage>}
      <Button look="quiet" size="compact" aria-busy={state === 'saving'} onClick={() => void save()}>
        Save the note
      </Button>
    </section>
  )
}
