import { Link } from 'react-router'
import { type AppSession, portalPath } from '#people/accounts/session/app-session.ts'
import { getKindLabel } from '#people/mailing/mail-kinds.ts'
import { When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import type { PersonDetail } from '../wire/people.ts'
import styles from './people.module.css'

type Props = { person: PersonDetail; session: AppSession }

export function FailedMails({ person: { failedMails, suppression }, session }: Props) {
  if (failedMails.length === 0 && !suppression) return null
  return (
    <section>
      <h3>E-mails that did not arrive</h3>
      {suppression && (
        <p className={styles.warn}>
          Since <When at={suppression.since} zone="UTC" form="date-year" /> this address gets only e-mails about
          security, payments and refunds: {suppression.detail}
        </p>
      )}
      <ul className={styles.rows}>
        {failedMails.map(({ mailId, kind, problem, isSuppressed, at }) => (
          <li key={mailId}>
            <Link className={text.link} to={portalPath(`/mail?open=${mailId}`, session)}>
              {getKindLabel(kind)}
            </Link>
            <When at={at} zone="UTC" form="date" />
            <small>{problem ?? (isSuppressed ? 'The address is suppressed' : 'Failed')}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
