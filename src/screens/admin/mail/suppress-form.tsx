import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, ErrorMessage, Field, SelectField, SuccessMessage } from '#ui/field.tsx'
import { suppressAddress } from '../wire/mails.ts'
import styles from './mail.module.css'

export function SuppressForm({ onChanged }: { onChanged: () => void }) {
  const [message, setMessage] = useState<{ error: string | null; done: string | null }>({ error: null, done: null })
  const [isBusy, setBusy] = useState(false)

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const [email, reason, note] = ['address', 'reason', 'note'].map((name) =>
      String(new FormData(form).get(name) ?? ''),
    )
    setBusy(true)
    const response = await browserClient().call(suppressAddress, {
      auth: 'admin',
      body: {
        email: email!,
        reason: reason === 'bounce' ? 'bounce' : 'complaint',
        note: note!,
      },
    })
    setBusy(false)
    if (response.error !== null) return setMessage({ error: response.error, done: null })
    form.reset()
    setMessage({
      error: null,
      done: `${response.data.data.email} gets only e-mails about security, payments and refunds.`,
    })
    onChanged()
  }

  return (
    <details className={styles.add}>
      <summary>
        <Plus size={16} aria-hidden /> Add an address
      </summary>
      <form onSubmit={add} noValidate>
        <EmailField name="address" label="Address" autoComplete="off" />
        <SelectField name="reason" label="Reason" defaultValue="complaint">
          <option value="complaint">The reader complained</option>
          <option value="bounce">The address doesn’t exist</option>
        </SelectField>
        <Field name="note" label="Note, such as where the complaint came from" maxLength={500} autoComplete="off" />
        {message.error && <ErrorMessage>{message.error}</ErrorMessage>}
        {message.done && <SuccessMessage>{message.done}</SuccessMessage>}
        <p>
          <Button type="submit" aria-busy={isBusy}>
            Stop optional e-mails
          </Button>
        </p>
      </form>
    </details>
  )
}
