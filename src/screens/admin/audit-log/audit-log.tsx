import { Link, useSearchParams } from 'react-router'
import { portalPath } from '#people/accounts/session/app-session.ts'
import { EmptyList, ListDetail, ListFoot, ListRows } from '#people/app-shell/list-detail.tsx'
import stacked from '#people/app-shell/stacked-table.module.css'
import { withSearchParams } from '#people/app-shell/with-search-params.ts'
import { When } from '#ui/local-time.tsx'
import table from '#ui/table.module.css'
import text from '#ui/text.module.css'
import type { AuditEntry } from '../wire/audit-log.ts'
import { AuditFilters, CLEARED_FILTER } from './audit-filters.tsx'
import { ACTION_LABELS, formatActor, formatDetails, formatObject } from './audit-labels.ts'
import styles from './audit-log.module.css'
import type { AuditLogPageData } from './load-audit-log.ts'

export function AuditLog({ session, filter, entries, admins, next, isFirst }: AuditLogPageData) {
  const [query] = useSearchParams()
  const isFiltered = Object.keys(filter).length > 0
  return (
    <ListDetail title="Audit log">
      <p className={styles.lead}>
        Who changed or viewed customers’ data, and who logged in as an admin. Entries can’t be changed, and are deleted
        after two years.
      </p>
      <AuditFilters filter={filter} admins={admins} />
      <ListRows>
        {entries.length > 0 ? (
          <table className={`${table.table} ${stacked.stacked} ${styles.table}`}>
            <thead>
              <tr>
                <th>When</th>
                <th>Who</th>
                <th>Action</th>
                <th>Object</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <AuditRow key={entry.eventId} entry={entry} query={query} session={session} />
              ))}
            </tbody>
          </table>
        ) : (
          <EmptyList>
            {isFiltered || !isFirst ? 'No entries match. ' : 'Nothing has been recorded yet.'}
            {(isFiltered || !isFirst) && (
              <Link className={text.link} to={withSearchParams(query, CLEARED_FILTER)}>
                Clear the filters
              </Link>
            )}
          </EmptyList>
        )}
      </ListRows>
      <ListFoot next={next} isFirst={isFirst} older="Older entries" />
    </ListDetail>
  )
}

type AuditRowProps = { entry: AuditEntry; query: URLSearchParams; session: AuditLogPageData['session'] }

function AuditRow({ entry, query, session }: AuditRowProps) {
  const { actor, object } = entry
  const details = formatDetails(entry.details)
  const actorId = actor.personId ?? actor.kind
  const page = getObjectPage(object)
  return (
    <tr>
      <td className={styles.when} title={formatOrigin(entry)}>
        <When at={entry.at} zone="UTC" form="short" />
      </td>
      <td className={styles.who}>
        <Link to={withSearchParams(query, { actor: actorId, after: null })} title="Show only this person">
          {formatActor(actor)}
        </Link>
        {actor.kind === 'learner' && <small>Learner</small>}
      </td>
      <td className={styles.action}>
        {ACTION_LABELS[entry.action]}
        {details && <small>{details}</small>}
      </td>
      <td className={styles.object}>
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
            <Link className={`${text.link} ${styles.open}`} to={portalPath(page, session)}>
              Open<span className={text.unseen}> {formatObject(object)}</span>
            </Link>
          </small>
        )}
      </td>
    </tr>
  )
}

/** For engineers, who look for the request in the log of the server. */
function formatOrigin({ network, requestId }: AuditEntry): string | undefined {
  return [network && `Network ${network}`, requestId && `request ${requestId}`].filter(Boolean).join(', ') || undefined
}

function getObjectPage({ kind, id, label }: AuditEntry['object']): `/${string}` | null {
  if (!id || !label) return null
  if (kind === 'order') return `/orders?open=${id}`
  if (kind === 'mail') return `/mail?open=${id}`
  if (kind === 'conversation') return `/inbox?open=${id}`
  return kind === 'cohort' ? `/orders?course=${encodeURIComponent(id)}` : null
}
