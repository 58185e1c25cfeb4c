import { type ReactNode, useState } from 'react'
import { DoorFrame } from '#ui/door-frame.tsx'
import { ForgottenForm } from './forgotten-form.tsx'
import styles from './form.module.css'

export function Forgotten({ title, lead }: { title: string; lead: ReactNode }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo === null) {
    return (
      <DoorFrame title={title} lead={lead}>
        <ForgottenForm onSent={setSentTo} />
        <p className={styles.note}>
          Remembered it?{' '}
          <a className={styles.link} href="/?login=1">
            Log in
          </a>
        </p>
      </DoorFrame>
    )
  }
  return (
    <DoorFrame
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
    </DoorFrame>
  )
}
