import { Link, useNavigation, useSearchParams } from 'react-router'
import { portalPath } from '#features/portal/parts/audience.ts'
import { PortalFrame } from '#features/portal/parts/portal-frame.tsx'
import text from '#ui/text.module.css'
import { When } from '#ui/when.tsx'
import type { Entry } from '../wire/audit-log.ts'
import { AuditFilters, NO_FILTER } from './audit-filters.tsx'
import styles from './audit-log.module.css'
import { ACTION_WORDS, actorWords, detailWords, objectWords } from './audit-words.ts'
import { ListDetail } from './list-detail.tsx'
import type { AuditLog as Loaded } from './load-audit-log.ts'
import { placeIn } from './place.ts'

export function AuditLog({ audience, profile, filter, entries, admins, next, isFirst }: Loaded) {
  const [query] = useSearchParams()
  const isBusy = useNavigation().state === 'loading'
  const isFiltered = Object.keys(filter).length > 0
  return (
    <PortalFrame name={profile.name} audience={audience} current="audit-log" isWide>
      <ListDetail title="Audit log" views={[]} side={null}>
        <p className={styles.lead}>
          Who viewed or changed customers’ data, and who logged in as an admin. Entries can’t be changed, and are
          deleted after two years.
        </p>
        <AuditFilters filter={filter} admins={admins} />
        <div className={styles.list} aria-busy={isBusy}>
          {entries.length > 0 ? (
            <table className={styles.table}>
              <thead>
                <tr>
                  <th>When</th>
                  <th>Who</th>
                  <th>Action</th>
                  <th>Object</th>
                  <th>Network</th>
                </tr>
              </thead>
              <tbody>
                {entries.map((entry) => (
                  <Row key={entry.eventId} entry={entry} query={query} audience={audience} />
                ))}
              </tbody>
            </table>
          ) : (
            <p className={styles.empty}>
              {isFiltered || !isFirst ? 'No entry matches. ' : 'Nothing has been recorded yet.'}
              {(isFiltered || !isFirst) && (
                <Link className={text.link} to={placeIn(query, NO_FILTER)}>
                  Clear the filters
                </Link>
              )}
            </p>
          )}
        </div>
        <p className={styles.pages}>
          {!isFirst && (
            <Link className={text.link} to={placeIn(query, { after: null })}>
              Back to the newest
            </Link>
          )}
          {next && (
            <Link className={text.link} to={placeIn(query, { after: String(next) })}>
              Older entries
            </Link>
          )}
        </p>
      </ListDetail>
    </PortalFrame>
  )
}

type RowProps = { entry: Entry; query: URLSearchParams; audience: Loaded['audience'] }

function Row({ entry, query, audience }: RowProps) {
  const { actor, object } = entry
  const details = detailWords(entry.details)
  const actorId = actor.personId ?? actor.kind
  const page = pageOf(object)
  return (
    <tr>
      <td className={styles.when}>
        <When at={entry.at} zone="UTC" form="short" />
      </td>
      <td className={styles.who}>
        <Link to={placeIn(query, { actor: actorId, after: null })} title="Show only this person">
          {actorWords(actor)}
        </Link>
        {actor.kind === 'learner' && <small>Learner</small>}
      </td>
      <td className={styles.action}>
        {ACTION_WORDS[entry.action]}
        {details && <small>{details}</small>}
      </td>
      <td className={styles.object}>
        {object.id ? (
          <Link to={placeIn(query, { object: object.id, after: null })} title="Show only this object">
            {objectWords(object)}
          </Link>
        ) : (
          objectWords(object)
        )}
        {page && (
          <small>
            <a className={text.link} href={portalPath(page, audience)}>
              Open<span className={text.unseen}> {objectWords(object)}</span>
            </a>
          </small>
        )}
      </td>
      <td className={styles.network} title={entry.requestId ? `Request ${entry.requestId}` : undefined}>
        {entry.network ?? '–'}
      </td>
    </tr>
  )
}

function pageOf({ kind, id, label }: Entry['object']): `/${string}` | null {
  if (!id || !label) return null
  if (kind === 'order') return `/orders?open=${id}`
  if (kind === 'conversation') return `/inbox?open=${id}`
  return kind === 'cohort' ? `/orders?course=${encodeURIComponent(id)}` : null
}
