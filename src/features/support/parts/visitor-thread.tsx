import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Done, TextField, Told } from '#ui/field.tsx'
import { FormFrame } from '#ui/form-frame.tsx'
import { useForm } from '#ui/use-form.ts'
import { When } from '#ui/when.tsx'
import { callWriteAgain } from '../calls.ts'
import { Messages } from '../messages.tsx'
import type { Thread } from '../wire.ts'
import styles from './visitor-thread.module.css'

type Props = { token: string; thread: Thread; onChanged: (thread: Thread) => void }

export function VisitorThread({ token, thread, onChanged }: Props) {
  const { form, field, told, isBusy, isDone } = useForm(
    { message: (text) => (text.trim() === '' ? 'A message is required' : null) },
    async ({ message }) => {
      const answer = await callWriteAgain(browserClient(), token, message)
      if (answer.error !== null) return answer
      form.ref.current?.reset()
      onChanged(answer.data.data)
      return null
    },
  )
  return (
    <FormFrame title="Your conversation" lead="What you asked, and what we answered. Only this link opens it.">
      <Messages
        said={thread.messages.map(({ messageId, author, name, message, at }) => ({
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
        {told && <Told>{told}</Told>}
        <TextField {...field('message')} label="Write again" maxLength={5000} required />
        <Button type="submit" aria-busy={isBusy}>
          {isBusy ? 'Sending…' : 'Send, and answer me by e-mail'}
        </Button>
        {isDone && <Done>Thank you. The answer comes by mail.</Done>}
      </form>
    </FormFrame>
  )
}
