import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { openAttempts } from '#features/checkout/parts/attempt.ts'
import { callAnswer } from '#features/support/calls.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { TextField, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import styles from './conversation-side.module.css'

type Props = { conversationId: string; isClosed: boolean; takenBack: string | null; onChanged: () => void }

export function AnswerForm({ conversationId, isClosed, takenBack, onChanged }: Props) {
  const draft = `answer-draft:${conversationId}`
  const [attempts] = useState(() => openAttempts())
  const [start] = useState(() => takenBack ?? sessionStorage.getItem(draft) ?? '')
  const box = useRef<HTMLDivElement>(null)
  const { form, field, told, isBusy } = useForm(
    { message: (text) => (text.trim() === '' ? 'Write an answer first' : null) },
    async ({ message }) => {
      const answer = await callAnswer(browserClient(), conversationId, message, attempts.keyFor(message))
      attempts.answered(answer)
      if (answer.error !== null) return answer
      sessionStorage.removeItem(draft)
      const text = box.current?.querySelector('textarea')
      if (text) text.value = ''
      onChanged()
      return null
    },
  )
  useEffect(() => {
    if (takenBack !== null) box.current?.querySelector('textarea')?.focus()
  }, [takenBack])

  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit()
  }
  const { onInput, ...message } = field('message')
  return (
    <form {...form} className={styles.answer}>
      {told && <Told>{told}</Told>}
      <div ref={box}>
        <TextField
          {...message}
          label={isClosed ? 'Answer, and bring it back' : 'Your answer'}
          hint="It goes out by mail ten seconds after you send it. Ctrl or ⌘ and Enter sends."
          rows={5}
          maxLength={5000}
          defaultValue={start}
          onKeyDown={keys}
          onInput={({ currentTarget }) => {
            onInput()
            sessionStorage.setItem(draft, currentTarget.value)
          }}
        />
      </div>
      <Button type="submit" aria-busy={isBusy}>
        {isBusy ? 'Sending…' : 'Send the answer'}
      </Button>
    </form>
  )
}
