import type { ReactNode } from 'react'
import { type Column, DataTable, RowLink } from '#ui/list/data-table.tsx'
import { When } from '#ui/local-time.tsx'
import type { PersonListItem } from '../wire/people.ts'
import styles from './people.module.css'
import { listRoleLabels } from './words.ts'

type Props = {
  people: PersonListItem[]
  openId: string | null
  personUrl: (personId: string) => string
  empty: ReactNode
}

export function PeopleTable({ people, openId, personUrl, empty }: Props) {
  const columns: Column<PersonListItem>[] = [
    {
      header: 'Person',
      card: 'top',
      className: styles.person,
      cell: ({ personId, name, email }) => (
        <>
          <RowLink to={personUrl(personId)}>{name || email}</RowLink>
          <small>{email}</small>
        </>
      ),
    },
    { header: 'Role', card: 'bottom', cell: listRoleLabels },
    { header: 'Has a seat in', look: 'quiet', isWideOnly: true, cell: ({ courseCount }) => formatCourses(courseCount) },
    {
      header: 'Last seen',
      look: 'quiet',
      card: 'bottomEnd',
      cell: ({ lastSeenAt }) => (lastSeenAt ? <When at={lastSeenAt} zone="UTC" form="date-year" /> : 'Not lately'),
    },
  ]
  return (
    <DataTable columns={columns} rows={people} rowKey={({ personId }) => personId} openKey={openId} empty={empty} />
  )
}

function formatCourses(count: number): string {
  if (count === 0) return 'No course'
  return count === 1 ? '1 course' : `${count} courses`
}
