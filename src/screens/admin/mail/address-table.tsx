import { Link, useSearchParams } from 'react-router'
import { type Column, DataTable, EmptyState } from '#ui/list/data-table.tsx'
import { withSearchParams } from '#ui/list/with-search-params.ts'
import { When } from '#ui/local-time.tsx'
import type { Suppression } from '../wire/mails.ts'
import { LiftButton } from './lift-button.tsx'
import styles from './mail.module.css'

type Props = { suppressions: Suppression[]; isFiltered: boolean; onChanged: () => void }

export function AddressTable({ suppressions, isFiltered, onChanged }: Props) {
  const [query] = useSearchParams()
  const columns: Column<Suppression>[] = [
    {
      header: 'Address',
      isRowHeader: true,
      className: styles.address,
      cell: ({ email }) => (
        <>
          <Link to={withSearchParams(query, { view: null, email, after: null })} title="The e-mails to this address">
            {email}
          </Link>
          <LiftButton email={email} onChanged={onChanged} />
        </>
      ),
    },
    {
      header: 'Why',
      card: 'bottom',
      cell: ({ reason, detail }) => (
        <>
          {reason === 'complaint' ? 'Complaint' : 'Bounce'}
          <small className={styles.problem}>{detail}</small>
        </>
      ),
    },
    {
      header: 'Since',
      look: 'quiet',
      card: 'bottomEnd',
      cell: ({ since }) => <When at={since} zone="UTC" form="short" />,
    },
  ]
  return (
    <DataTable
      columns={columns}
      rows={suppressions}
      rowKey={({ email }) => email}
      empty={
        <EmptyState>{isFiltered ? 'This address gets all e-mails.' : 'Every address gets all e-mails.'}</EmptyState>
      }
    />
  )
}
