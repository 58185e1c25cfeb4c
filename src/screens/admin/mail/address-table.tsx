import { Link, useSearchParams } from 'react-router'
import stacked from '#people/app-shell/stacked-table.module.css'
import { withSearchParams } from '#people/app-shell/with-search-params.ts'
import { When } from '#ui/local-time.tsx'
import table from '#ui/table.module.css'
import type { Suppression } from '../wire/mails.ts'
import { LiftButton } from './lift-button.tsx'
import styles from './mail.module.css'

type Props = { suppressions: Suppression[]; onChanged: () => void }

export function AddressTable({ suppressions, onChanged }: Props) {
  const [query] = useSearchParams()
  return (
    <table className={`${table.table} ${stacked.stacked} ${styles.table} ${styles.addresses}`}>
      <thead>
        <tr>
          <th>Address</th>
          <th>Why</th>
          <th>Since</th>
        </tr>
      </thead>
      <tbody>
        {suppressions.map(({ email, reason, detail, since }) => (
          <tr key={email}>
            <td className={styles.mail}>
              <Link
                to={withSearchParams(query, { view: null, email, after: null })}
                title="The e-mails to this address"
              >
                {email}
              </Link>
              <LiftButton email={email} onChanged={onChanged} />
            </td>
            <td className={styles.state}>
              {reason === 'complaint' ? 'Complaint' : 'Bounce'}
              <small className={styles.problem}>{detail}</small>
            </td>
            <td className={styles.when}>
              <When at={since} zone="UTC" form="short" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
