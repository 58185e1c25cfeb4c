import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { getButtonClass } from '#ui/button.tsx'
import { SelectField, SuccessMessage } from '#ui/field.tsx'
import { EmptyState, ListFoot } from '#ui/list/data-table.tsx'
import { FilterBar, useFilter } from '#ui/list/filter-bar.tsx'
import { ListKeys } from '#ui/list/list-keys.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { useListKeys } from '#ui/list/use-list-keys.ts'
import { withSearchParams } from '#ui/list/with-search-params.ts'
import { HELD_ROLES } from './held-roles.ts'
import { Invitations } from './invitations.tsx'
import type { PeopleData, PeopleFilter } from './load-people.ts'
import { PeopleTable } from './people-table.tsx'
import { PersonPanel } from './person-panel.tsx'
import { HELD_ROLE_LABELS } from './words.ts'

const CLEARED_FILTERS = { q: null, role: null, after: null }

type Props = PeopleData & { onChanged: () => Promise<void> }

export function PeoplePage({
  people,
  count,
  next,
  filter,
  open,
  isMissing,
  isFirst,
  session,
  invited,
  onChanged,
}: Props) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [erasedId, setErasedId] = useState<string | null>(null)
  const openId = open?.personId ?? null
  if (erasedId !== null && openId !== null && openId !== erasedId) setErasedId(null)
  const personUrl = (personId: string | null) => withSearchParams(query, { open: personId })
  const neighbours = useListKeys({ keys: people.map(({ personId }) => personId), openKey: openId, rowUrl: personUrl })
  return (
    <ListPage
      title="People"
      actions={
        <a className={getButtonClass({ look: 'quiet', size: 'compact' })} href="#invite">
          <UserPlus size={18} aria-hidden /> Invite
        </a>
      }
      lead="Everybody with an account or an order. Search by name or e-mail to help somebody to log in."
      detail={
        open && (
          <PersonPanel
            key={openId}
            person={open}
            session={session}
            courses={invited.courses}
            neighbours={neighbours}
            closeUrl={personUrl(null)}
            onChanged={onChanged}
            onErased={async () => {
              setErasedId(openId)
              await navigate(withSearchParams(query, { q: null, after: null, open: null }), {
                preventScrollReset: true,
              })
            }}
          />
        )
      }
    >
      {isMissing && <p role="alert">Person not found.</p>}
      {erasedId && !open && <SuccessMessage>The person is erased.</SuccessMessage>}
      <PeopleFilters filter={filter} />
      <PeopleTable
        people={people}
        openId={openId}
        personUrl={personUrl}
        empty={
          <EmptyState clearUrl={withSearchParams(query, { ...CLEARED_FILTERS, open: null })}>
            Nobody matches. Search for the beginning of a name or of an e-mail address.
          </EmptyState>
        }
      />
      <ListFoot
        next={next}
        isFirst={isFirst}
        count={{ value: count, noun: 'person', plural: 'people' }}
        first="First page"
        more="Next page"
      />
      <Invitations {...invited} onChanged={onChanged} />
      <ListKeys noun="person" />
    </ListPage>
  )
}

function PeopleFilters({ filter }: { filter: PeopleFilter }) {
  const setFilter = useFilter()
  const { role } = filter
  return (
    <FilterBar
      search={{ text: filter.q ?? '', label: 'Search people by name or e-mail', placeholder: 'Name or e-mail' }}
      active={
        role
          ? [
              {
                name: 'role',
                label: 'Role',
                value: HELD_ROLE_LABELS[role],
                spoken: HELD_ROLE_LABELS[role].toLowerCase(),
              },
            ]
          : []
      }
      cleared={CLEARED_FILTERS}
    >
      <SelectField
        name="role"
        label="Role"
        value={role ?? ''}
        onChange={({ currentTarget }) => setFilter('role', currentTarget.value)}
      >
        <option value="">Everybody</option>
        {HELD_ROLES.map((one) => (
          <option key={one} value={one}>
            {HELD_ROLE_LABELS[one]}
          </option>
        ))}
      </SelectField>
    </FilterBar>
  )
}
