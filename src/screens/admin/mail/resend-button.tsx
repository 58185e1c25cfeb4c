import { useState } from 'react'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SuccessMessage } from '#ui/field.tsx'
import { type MailDetail, resendMail } from '../wire/mails.ts'
import styles from './mail.module.css'
import type { ResendWay } from './mail-views.ts'

const REASONS: Readonly<Record<ResendWay, string>> = {
  anew: 'We’ll write it again, with new links.',
  'as-written': 'We’ll send it with its original text.',
  waits: 'It still waits, so it can’t be sent again yet.',
  replaced:
    'You sent it again. If no new e-mail appears within a minute, none was needed, for example because the order was refunded.',
  suppressed: 'It can’t be sent again while its address is suppressed.',
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
    const response = await browserClient().call(resendMail, {
      auth: 'admin',
      params: { mailId: mail.mailId },
      body: {},
      idempotencyKey: key,
    })
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
