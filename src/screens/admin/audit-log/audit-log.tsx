import { Link, useSearchParams } from 'react-router'
import { portalPath } from '#people/accounts/session/app-session.ts'
import { ACTION_LABELS } from '#people/audit-log/actions.ts'
import { type Column, DataTable, EmptyState, ListFoot } from '#ui/list/data-table.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { withSearchParams } from '#ui/list/with-search-params.ts'
import { When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import type { AuditEntry } from '../wire/audit-log.ts'
import { AuditFilters, CLEARED_FILTER } from './audit-filters.tsx'
import { formatActor, formatDetails, formatObject } from './format-entry.ts'
import type { AuditLogPageData } from './load-audit-log.ts'

export function AuditLog({ session, filter, entries, admins, next, isFirst }: AuditLogPageData) {
  const [query] = useSearchParams()
  const hasFilter = Object.keys(filter).length > 0 || !isFirst
  return (
    <ListPage
      title="Audit log"
      lead={
        <>
          Who changed or viewed customers’ data, and who logged in as an admin. Entries can’t be changed, and are
          deleted after two years.
        </>
      }
    >
      <AuditFilters filter={filter} admins={admins} />
      <DataTable
        columns={listColumns(query, session)}
        rows={entries}
        rowKey={({ eventId }) => String(eventId)}
        empty={
          <EmptyState clearUrl={hasFilter ? withSearchParams(query, CLEARED_FILTER) : null}>
            {hasFilter ? 'No entries match.' : 'Nothing has been recorded yet.'}
          </EmptyState>
        }
      />
      <ListFoot next={next} isFirst={isFirst} more="Older entries" />
    </ListPage>
  )
}

const listColumns = (query: URLSearchParams, session: AuditLogPageData['session']): Column<AuditEntry>[] => [
  {
    header: 'When',
    look: 'quiet',
    card: 'topEnd',
    cell: (entry) => (
      <span title={formatOrigin(entry)}>
        <When at={entry.at} zone="UTC" form="short" />
      </span>
    ),
  },
  {
    header: 'Who',
    card: 'top',
    cell: ({ actor }) => (
      <>
        <Link
          to={withSearchParams(query, { actor: actor.personId ?? actor.kind, after: null })}
          title="Show only this person"
        >
          {formatActor(actor)}
        </Link>
        {actor.kind === 'learner' && <small>Learner</small>}
      </>
    ),
  },
  {
    header: 'Action',
    card: 'bottom',
    cell: ({ action, details }) => (
      <>
        {ACTION_LABELS[action]}
        <small>{formatDetails(details)}</small>
      </>
    ),
  },
  {
    header: 'Object',
    card: 'bottomEnd',
    cell: ({ object }) => {
      const page = getObjectPage(object)
      return (
        <>
          {object.id ? (
            <Link
              to={withSearchParams(query, { object: object.id, show: 'all', after: null })}
              title="Show only this object"
            >
              {formatObject(object)}
            </Link>
          ) : (
            formatObject(object)
          )}
          {page && (
            <small>
              <Link to={portalPath(page, session)}>
                Open<span className={text.unseen}> {formatObject(object)}</span>
              </Link>
            </small>
          )}
        </>
      )
    },
  },
]

/** For engineers, who look for the request in the log of the server. */
function formatOrigin({ network, requestId }: AuditEntry): string | undefined {
  return [network && `Network ${network}`, requestId && `request ${requestId}`].filter(Boolean).join(', ') || undefined
}

function getObjectPage({ kind, id, label }: AuditEntry['object']): `/${string}` | null {
  if (!id || !label) return null
  if (kind === 'order') return `/orders?open=${id}`
  if (kind === 'account') return `/people?open=${id}`
  if (kind === 'mail') return `/mail?open=${id}`
  if (kind === 'conversation') return `/inbox?open=${id}`
  return kind === 'cohort' ? `/orders?course=${encodeURIComponent(id)}` : null
}
