import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { getKindLabel } from '#people/mailing/mail-kinds.ts'
import { Definition, DefinitionList } from '#ui/layout/definition-list.tsx'
import { DetailPanel } from '#ui/list/detail-panel.tsx'
import { withSearchParams } from '#ui/list/with-search-params.ts'
import { When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import type { MailDetail } from '../wire/mails.ts'
import { LiftButton } from './lift-button.tsx'
import styles from './mail.module.css'
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
    <DetailPanel
      title={getKindLabel(mail.kind)}
      status={<MailState mail={mail} />}
      closeUrl={withSearchParams(query, { open: null })}
    >
      <section>
        <Delivery mail={mail} />
        <p className={styles.note}>{describeText(mail)}</p>
      </section>
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
    </DetailPanel>
  )
}

function Delivery({ mail }: { mail: MailDetail }) {
  const [query] = useSearchParams()
  const { to, subject, problem, attempts, nextAttemptAt, replacedAt, successorId, usefulUntil, state } = mail
  return (
    <DefinitionList>
      <Definition name="To">
        <Link className={text.link} to={withSearchParams(query, { email: to, after: null })} title="Only this address">
          {to}
        </Link>
      </Definition>
      <Definition name="Subject">{subject}</Definition>
      <Definition name="Written">
        <When at={mail.createdAt} zone="UTC" />
      </Definition>
      {mail.sentAt && (
        <Definition name="Sent">
          <When at={mail.sentAt} zone="UTC" />
        </Definition>
      )}
      <Definition name="Attempts">{attempts}</Definition>
      {state === 'queued' && (
        <Definition name="Next attempt">
          {nextAttemptAt ? <When at={nextAttemptAt} zone="UTC" /> : 'within a minute'}
          {!mail.isUrgent && ', between 8:00 and 20:00 in the reader’s zone'}
        </Definition>
      )}
      {usefulUntil && state !== 'sent' && (
        <Definition name="Not sent after">
          <When at={usefulUntil} zone="UTC" />
        </Definition>
      )}
      {problem && <Definition name="Last answer">{problem}</Definition>}
      {replacedAt && (
        <Definition name="Sent again">
          <When at={replacedAt} zone="UTC" />
          {successorId && (
            <>
              {', '}
              <Link className={text.link} to={withSearchParams(query, { open: successorId })}>
                open the new e-mail
              </Link>
            </>
          )}
        </Definition>
      )}
    </DefinitionList>
  )
}

function describeText({ hasText, state, mayHaveArrived }: MailDetail): string {
  if (hasText && state === 'sent') return 'A demo keeps the text, and shows it in its mailbox.'
  if (!hasText && state === 'sent') return 'The text was deleted when the e-mail was sent.'
  if (!hasText) return 'The text was deleted because of its age.'
  const isUnknown = mayHaveArrived ? 'The mail server may have this e-mail, but did not confirm it. ' : ''
  return `${isUnknown}The text is stored until the e-mail is sent, for a week at most. It is not shown, because it may have links and codes for its reader.`
}
