import type { ReactNode } from 'react'
import { DataTable, EmptyState } from '#ui/list/data-table.tsx'
import { When } from '#ui/local-time.tsx'

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
  empty?: string
}

export function PeopleTable({ about: heading, timezoneId, rows, empty }: Props) {
  return (
    <DataTable<Row>
      columns={[
        {
          header: 'Person',
          isRowHeader: true,
          cell: ({ person: { name, email } }) => (
            <>
              <b>{name ?? email}</b> {name && <small>{email}</small>}
            </>
          ),
        },
        { header: heading, cell: ({ about }) => about },
        { header: 'State', cell: ({ state }) => state },
        { header: 'Since', cell: ({ person }) => <When at={person.since} zone={timezoneId} /> },
        { header: 'Came from', cell: ({ person }) => person.source || 'Not known' },
      ]}
      rows={rows}
      rowKey={({ key }) => String(key)}
      empty={<EmptyState>{empty}</EmptyState>}
    />
  )
}
