import { emailFault } from '#domain/contact.ts'
import { getDraftKey } from '#http/browser/drafts.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, ErrorMessage, SuccessMessage, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import styles from './chat-widget.module.css'
import type { SentMessage } from './submit-message-form.ts'
import { leaveMessage } from './wire.ts'

export type ChatProps = { page: string; sent: SentMessage | null }

const DRAFT_KEY = getDraftKey('learner', 'chat')

export function ChatForm({ page, sent }: ChatProps) {
  const { form, field, errorMessage, isBusy, isDone } = useForm(
    { email: emailFault, message: (text) => (text.trim() === '' ? 'A message is required' : null) },
    async ({ email, message }) => {
      const response = await browserClient().call(leaveMessage, { body: { email: email.trim(), message, page } })
      if (response.error === null) {
        sessionStorage.removeItem(DRAFT_KEY)
        const textarea = findTextarea(form.ref.current)
        if (textarea) textarea.value = ''
        return null
      }
      return response.status === 0 ? { error: getOfflineMessage() } : response
    },
    sent && { message: sent.error, faults: sent.fields, isDone: sent.error === null },
  )

  return (
    <form {...form} className={styles.form} action={`${page}#chat-widget`}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <EmailField
        {...field('email')}
        label="E-mail"
        idPrefix="chat"
        autoComplete="email"
        defaultValue={sent?.error === null ? undefined : sent?.email}
        required
      />
      <TextField
        {...field('message')}
        label="What would you like to know?"
        idPrefix="chat"
        defaultValue={sent?.message}
        maxLength={5000}
        data-draft={DRAFT_KEY}
        required
      />
      <Button type="submit" wide aria-busy={isBusy}>
        {isBusy ? 'Sending…' : 'Send message'}
      </Button>
      {isDone && <SuccessMessage>Thank you. We’ll answer by e-mail.</SuccessMessage>}
    </form>
  )
}

function findTextarea(form: HTMLFormElement | null) {
  return form?.querySelector('textarea')
}

function getOfflineMessage(): string {
  return navigator.onLine
    ? 'Something went wrong. We’ve kept your message. Please try again.'
    : 'You’re offline. We’ve kept your message. Send it when you’re back online.'
}
