import { Link } from 'react-router'
import stacked from '#people/app-shell/stacked-table.module.css'
import { When } from '#ui/local-time.tsx'
import table from '#ui/table.module.css'
import type { MailListItem } from '../wire/mails.ts'
import styles from './mail.module.css'
import { getKindLabel } from './mail-labels.ts'
import { MailState } from './mail-state.tsx'

type Props = { mails: MailListItem[]; openId: string | null; mailUrl: (mailId: string) => string }

export function MailTable({ mails, openId, mailUrl }: Props) {
  return (
    <table className={`${table.table} ${stacked.stacked} ${styles.table}`}>
      <thead>
        <tr>
          <th>E-mail</th>
          <th>State</th>
          <th>Written</th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.mailId} aria-current={mail.mailId === openId ? 'true' : undefined}>
            <td className={styles.mail}>
              <Link to={mailUrl(mail.mailId)} preventScrollReset>
                {mail.to}
              </Link>
              <small>{getKindLabel(mail.kind)}</small>
            </td>
            <td className={styles.state}>
              <MailState mail={mail} />
              {mail.problem && mail.state !== 'sent' && <small className={styles.problem}>{mail.problem}</small>}
            </td>
            <td className={styles.when}>
              <When at={mail.createdAt} zone="UTC" form="short" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
