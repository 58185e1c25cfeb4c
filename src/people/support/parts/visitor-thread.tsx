import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SuccessMessage, TextField } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { When } from '#ui/local-time.tsx'
import { useForm } from '#ui/use-form.ts'
import { Messages } from '../messages.tsx'
import { replyToThread, type Thread } from '../wire.ts'
import styles from './visitor-thread.module.css'

type Props = { token: string; thread: Thread; onChanged: (thread: Thread) => void }

export function VisitorThread({ token, thread, onChanged }: Props) {
  const { form, field, errorMessage, isBusy, isDone } = useForm(
    { message: (text) => (text.trim() === '' ? 'A message is required' : null) },
    async ({ message }) => {
      const response = await browserClient().call(replyToThread, { body: { token, message } })
      if (response.error !== null) return response
      form.ref.current?.reset()
      onChanged(response.data.data)
      return null
    },
  )
  return (
    <FormFrame title="Your conversation" lead="Your question and our answers. Only this link opens them.">
      <Messages
        messages={thread.messages.map(({ messageId, author, name, message, at }) => ({
          id: messageId,
          isMine: author === 'visitor',
          message,
          note: (
            <>
              {author === 'visitor' ? 'You' : name}, <When at={at} zone="UTC" form="short" />
            </>
          ),
        }))}
      />
      <form {...form} className={styles.form}>
        {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <TextField {...field('message')} label="Your reply" maxLength={5000} required />
        <Button type="submit" aria-busy={isBusy}>
          {isBusy ? 'Sending…' : 'Send message'}
        </Button>
        {isDone && <SuccessMessage>Thank you. We’ll answer by e-mail.</SuccessMessage>}
      </form>
    </FormFrame>
  )
}
