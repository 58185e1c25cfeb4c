import { emailFault } from '#domain/contact.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Done, EmailField, TextField, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { callLeaveMessage } from './calls.ts'
import styles from './chat-widget.module.css'
import type { SentMessage } from './take-message.ts'

export type ChatProps = { page: string; sent: SentMessage | null }

const DRAFT = 'chat-draft'

export function ChatForm({ page, sent }: ChatProps) {
  const { form, field, told, isBusy, isDone } = useForm(
    { email: emailFault, message: (text) => (text.trim() === '' ? 'A message is required' : null) },
    async ({ email, message }) => {
      const answer = await callLeaveMessage(browserClient(), { email: email.trim(), message, page })
      if (answer.error === null) {
        sessionStorage.removeItem(DRAFT)
        const box = boxOf(form.ref.current)
        if (box) box.value = ''
        return null
      }
      return answer.status === 0 ? { error: withoutAnswer() } : answer
    },
    sent && { told: sent.error, faults: sent.fields, isDone: sent.error === null },
  )

  return (
    <form {...form} className={styles.form} action={`${page}#chat-widget`}>
      {told && <Told>{told}</Told>}
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
        data-draft={DRAFT}
        required
      />
      <Button type="submit" wide aria-busy={isBusy}>
        {isBusy ? 'Sending…' : 'Send, and answer me by e-mail'}
      </Button>
      {isDone && <Done>Thank you. The answer comes by mail.</Done>}
    </form>
  )
}

function boxOf(form: HTMLFormElement | null) {
  return form?.querySelector('textarea')
}

function withoutAnswer(): string {
  return navigator.onLine
    ? 'Something went wrong. Your message is kept here: please try again.'
    : 'You are offline. Your message is kept here: send it when you are back.'
}
