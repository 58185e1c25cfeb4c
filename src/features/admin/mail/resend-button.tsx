import { useState } from 'react'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SuccessMessage } from '#ui/field.tsx'
import { callResendMail } from '../calls.ts'
import type { MailDetail } from '../wire/mails.ts'
import styles from './mail.module.css'
import type { ResendWay } from './mail-views.ts'

const REASONS: Readonly<Record<ResendWay, string>> = {
  anew: 'It is written anew, with new links.',
  'as-written': 'It is sent as it was written.',
  waits: 'It still waits, so it can’t be sent again yet.',
  replaced:
    'It was sent again. If no new e-mail follows within a minute, there was no reason for one any more, such as a refunded order.',
  blocked: 'It can’t be sent again while its address is stopped.',
  over: 'It can’t be sent again: this kind of e-mail is written once, its time is over, or its reader turned it off.',
}

export function ResendButton({ mail, onChanged }: { mail: MailDetail; onChanged: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const canResend = mail.resend === 'anew' || mail.resend === 'as-written'

  async function resend() {
    if (isBusy) return
    setBusy(true)
    const response = await callResendMail(browserClient(), mail.mailId, key)
    setBusy(false)
    setErrorMessage(response.error)
    if (response.error !== null) return
    setDone(true)
    onChanged()
  }

  return (
    <section>
      <p className={styles.note}>{REASONS[mail.resend]}</p>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      {isDone && <SuccessMessage>It will be sent to {mail.to}.</SuccessMessage>}
      {canResend && (
        <Button aria-busy={isBusy} onClick={resend}>
          Send again
        </Button>
      )}
    </section>
  )
}
