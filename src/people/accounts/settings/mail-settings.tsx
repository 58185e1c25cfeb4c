import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { listRelevantChoices, type MailCategory } from '#people/mailing/mail-categories.ts'
import { CheckField, ErrorMessage } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import { changeMailPreference, type MailPreferences } from '../wire/mail-preferences.ts'
import { toFormRefusal } from './form-refusal.ts'
import styles from './settings.module.css'

type Props = { as: SignedInAudience; preferences: MailPreferences; isTeaching: boolean }

export function MailSettings({ as, preferences, isTeaching }: Props) {
  const [{ address, choices }, setPreferences] = useState(preferences)
  const [busy, setBusy] = useState<MailCategory | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [done, setDone] = useState('')

  async function change(category: MailCategory, label: string, isOff: boolean) {
    if (busy) return
    setBusy(category)
    setError(null)
    const response = await browserClient().call(changeMailPreference, { body: { category, isOff }, auth: as })
    setBusy(null)
    if (response.error !== null) return setError(toFormRefusal(response, as).error)
    setPreferences(response.data.data)
    setDone(`Saved: ${label} are ${isOff ? 'off' : 'on'}.`)
  }

  return (
    <>
      <p>To {address}. You always get e-mails about your orders, your account and its security.</p>
      <div className={styles.choices}>
        {listRelevantChoices(choices, isTeaching).map(({ category, label, isOff }) => (
          <CheckField
            key={category}
            name={category}
            label={`${label[0]?.toUpperCase()}${label.slice(1)}`}
            checked={busy === category ? isOff : !isOff}
            aria-busy={busy === category}
            onChange={() => void change(category, label, !isOff)}
          />
        ))}
      </div>
      {error && <ErrorMessage>{error}</ErrorMessage>}
      <p role="status" className={done ? undefined : text.unseen}>
        {done}
      </p>
    </>
  )
}
