import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { getDraftKey } from '#http/browser/drafts.ts'
import { browserClient } from '#http/client.ts'
import { answerConversation } from '#people/support/wire/inbox.ts'
import { createIdempotencyKeys } from '#sell/checkout/session/idempotency-keys.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import styles from './conversation-panel.module.css'

type Props = { conversationId: string; isClosed: boolean; undoneAnswer: string | null; onChanged: () => void }

export function AnswerForm({ conversationId, isClosed, undoneAnswer, onChanged }: Props) {
  const draftKey = getDraftKey('admin', `answer:${conversationId}`)
  const [attempts] = useState(() => createIdempotencyKeys())
  const [initialText] = useState(() => undoneAnswer ?? sessionStorage.getItem(draftKey) ?? '')
  const container = useRef<HTMLDivElement>(null)
  const { form, field, errorMessage, isBusy } = useForm(
    { message: (text) => (text.trim() === '' ? 'Write an answer first' : null) },
    async ({ message }) => {
      const response = await browserClient().call(answerConversation, {
        auth: 'admin',
        params: { conversationId },
        body: { message },
        idempotencyKey: attempts.getKey(message),
      })
      attempts.handleResponse(response)
      if (response.error !== null) return response
      sessionStorage.removeItem(draftKey)
      const text = container.current?.querySelector('textarea')
      if (text) text.value = ''
      onChanged()
      return null
    },
  )
  useEffect(() => {
    if (undoneAnswer !== null) container.current?.querySelector('textarea')?.focus()
  }, [undoneAnswer])

  const submitOnShortcut = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit()
  }
  const { onInput, ...message } = field('message')
  return (
    <form {...form} className={styles.answer}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <div ref={container}>
        <TextField
          {...message}
          label={isClosed ? 'Answer and reopen' : 'Your answer'}
          hint="We e-mail it ten seconds after you send it. Press Ctrl or ⌘ + Enter to send."
          rows={5}
          maxLength={5000}
          defaultValue={initialText}
          onKeyDown={submitOnShortcut}
          onInput={({ currentTarget }) => {
            onInput()
            sessionStorage.setItem(draftKey, currentTarget.value)
          }}
        />
      </div>
      <Button type="submit" aria-busy={isBusy}>
        {isBusy ? 'Sending…' : 'Send answer'}
      </Button>
    </form>
  )
}
