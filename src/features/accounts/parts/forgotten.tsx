import { type ReactNode, useState } from 'react'
import { FormFrame } from '#ui/form-frame.tsx'
import { ForgottenForm } from './forgotten-form.tsx'
import styles from './form.module.css'

export function Forgotten({ title, lead }: { title: string; lead: ReactNode }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo === null) {
    return (
      <FormFrame title={title} lead={lead}>
        <ForgottenForm onSent={setSentTo} />
        <p className={styles.note}>
          Remembered it?{' '}
          <a className={styles.link} href="/?login=1">
            Log in
          </a>
        </p>
      </FormFrame>
    )
  }
  return (
    <FormFrame
      key="sent"
      title="Look into your mail"
      lead={
        <>
          If <b>{sentTo}</b> has an account, a mail with a link is on its way. It comes within a minute or two; the link
          works once, within 30 minutes.
        </>
      }
    >
      <p className={styles.note}>
        Nothing there? Look among the unwanted mail, or{' '}
        <button type="button" className={styles.textButton} onClick={() => setSentTo(null)}>
          try again
        </button>
        .
      </p>
    </FormFrame>
  )
}
