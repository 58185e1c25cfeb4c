import type { ReactNode } from 'react'
import { When } from '#ui/local-time.tsx'
import table from '#ui/table.module.css'
import styles from '../progress/learner-table.module.css'

type Row = {
  key: string | number
  person: { name: string | null; email: string; since: string; source: string | null }
  about: ReactNode
  state: ReactNode
}
type Props = {
  /** The heading of the second column. */
  about: string
  timezoneId: string
  rows: Row[]
}

export function PeopleTable({ about: heading, timezoneId, rows }: Props) {
  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          {['Person', heading, 'State', 'Since', 'Came from'].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, person: { name, email, since, source }, about, state }) => (
          <tr key={key}>
            <th scope="row">
              {name ?? email} {name && <small>{email}</small>}
            </th>
            <td data-label={heading}>{about}</td>
            <td data-label="State">{state}</td>
            <td data-label="Since">
              <When at={since} zone={timezoneId} />
            </td>
            <td data-label="Came from">{source || 'Not known'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
