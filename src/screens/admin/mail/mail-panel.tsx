import { X } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import side from '#people/app-shell/detail-panel.module.css'
import { withSearchParams } from '#people/app-shell/with-search-params.ts'
import { focusField } from '#ui/focus.ts'
import { When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import { Pair } from '../parts/pair.tsx'
import type { MailDetail } from '../wire/mails.ts'
import { LiftButton } from './lift-button.tsx'
import styles from './mail.module.css'
import { getKindLabel } from './mail-labels.ts'
import { MailState } from './mail-state.tsx'
import { ResendButton } from './resend-button.tsx'

type Props = { mail: MailDetail; onChanged: () => void }

const POLL_MS = 1000
/** The worker writes the new e-mail within seconds. */
const POLL_FOR_MS = 30_000

export function MailPanel({ mail, onChanged }: Props) {
  const [query] = useSearchParams()
  const { suppression, replacedAt, successorId } = mail
  useEffect(() => {
    if (!replacedAt || successorId) return
    const timer = setInterval(() => {
      if (Date.now() - Date.parse(replacedAt) < POLL_FOR_MS) onChanged()
      else clearInterval(timer)
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [replacedAt, successorId, onChanged])
  return (
    <aside className={`${side.side} ${styles.panel}`} aria-labelledby="mail">
      <header>
        <h2 id="mail" ref={focusField} tabIndex={-1}>
          {getKindLabel(mail.kind)}
        </h2>
        <MailState mail={mail} />
        <Link className={side.away} to={withSearchParams(query, { open: null })} preventScrollReset aria-label="Close">
          <X size={20} aria-hidden />
        </Link>
      </header>
      <Delivery mail={mail} />
      <p className={styles.note}>{describeText(mail)}</p>
      <ResendButton mail={mail} onChanged={onChanged} />
      {suppression && (
        <section>
          <h3>This address gets only e-mails about security, payments and refunds</h3>
          <p className={styles.note}>
            {suppression.reason === 'complaint' ? 'Complaint' : 'Bounce'} on <When at={suppression.since} zone="UTC" />:{' '}
            {suppression.detail}
          </p>
          <LiftButton email={suppression.email} onChanged={onChanged} />
        </section>
      )}
    </aside>
  )
}

function Delivery({ mail }: { mail: MailDetail }) {
  const [query] = useSearchParams()
  const { to, subject, problem, attempts, nextAttemptAt, replacedAt, successorId, usefulUntil, state } = mail
  return (
    <dl className={side.pairs}>
      <Pair name="To">
        <Link className={text.link} to={withSearchParams(query, { email: to, after: null })} title="Only this address">
          {to}
        </Link>
      </Pair>
      <Pair name="Subject">{subject}</Pair>
      <Pair name="Written">
        <When at={mail.createdAt} zone="UTC" />
      </Pair>
      {mail.sentAt && (
        <Pair name="Sent">
          <When at={mail.sentAt} zone="UTC" />
        </Pair>
      )}
      <Pair name="Attempts">{attempts}</Pair>
      {state === 'queued' && (
        <Pair name="Next attempt">
          {nextAttemptAt ? <When at={nextAttemptAt} zone="UTC" /> : 'within a minute'}
          {!mail.isUrgent && ', between 8:00 and 20:00 in the reader’s zone'}
        </Pair>
      )}
      {usefulUntil && state !== 'sent' && (
        <Pair name="Not sent after">
          <When at={usefulUntil} zone="UTC" />
        </Pair>
      )}
      {problem && <Pair name="Last answer">{problem}</Pair>}
      {replacedAt && (
        <Pair name="Sent again">
          <When at={replacedAt} zone="UTC" />
          {successorId && (
            <>
              {', '}
              <Link className={text.link} to={withSearchParams(query, { open: successorId })}>
                open the new e-mail
              </Link>
            </>
          )}
        </Pair>
      )}
    </dl>
  )
}

function describeText({ hasText, state, mayHaveArrived }: MailDetail): string {
  if (hasText && state === 'sent') return 'A demo keeps the text, and shows it in its mailbox.'
  if (!hasText && state === 'sent') return 'The text was deleted when the e-mail was sent.'
  if (!hasText) return 'The text was deleted because of its age.'
  const isUnknown = mayHaveArrived ? 'The mail server may have this e-mail, but did not confirm it. ' : ''
  return `${isUnknown}The text is stored until the e-mail is sent, for a week at most. It is not shown, because it may have links and codes for its reader.`
}
