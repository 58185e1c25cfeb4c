import { type ReactNode, useState } from 'react'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import styles from './form.module.css'
import { MailedLinkForm } from './mailed-link-form.tsx'

export function ForgotPassword({ title, lead }: { title: string; lead: ReactNode }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo === null) {
    return (
      <FormFrame title={title} lead={lead}>
        <MailedLinkForm link="password" onSent={setSentTo} />
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
      title="Check your e-mail"
      lead={
        <>
          If <b>{sentTo}</b> has an account, we’ve e-mailed you a link. It arrives within a minute or two and works
          once, within 30 minutes.
        </>
      }
    >
      <p className={styles.note}>
        Not there? Check your spam folder, or{' '}
        <button type="button" className={styles.textButton} onClick={() => setSentTo(null)}>
          try again
        </button>
        .
      </p>
    </FormFrame>
  )
}
