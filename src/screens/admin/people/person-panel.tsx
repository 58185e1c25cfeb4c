import { Link } from 'react-router'
import { type AppSession, portalPath } from '#people/accounts/session/app-session.ts'
import { Chip } from '#ui/chip.tsx'
import { DetailPanel } from '#ui/list/detail-panel.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import text from '#ui/text.module.css'
import type { PersonDetail, RoleCourses } from '../wire/people.ts'
import { ErasePerson } from './erase-person.tsx'
import { LogInHelp } from './log-in-help.tsx'
import styles from './people.module.css'
import { PersonRoles } from './person-roles.tsx'

type Props = {
  person: PersonDetail
  session: AppSession
  courses: RoleCourses
  neighbours: { before: string | null; after: string | null }
  closeUrl: string
  onChanged: () => Promise<void>
  onErased: () => Promise<void>
}

export function PersonPanel({ person, session, courses, neighbours, closeUrl, onChanged, onErased }: Props) {
  return (
    <DetailPanel
      title={<bdi>{person.name || person.email}</bdi>}
      status={person.isSelf && <Chip tone="info">You</Chip>}
      neighbours={{ noun: 'person', ...neighbours }}
      closeUrl={closeUrl}
    >
      <LogInHelp person={person} session={session} onChanged={onChanged} />
      <PersonRoles person={person} courses={courses} onChanged={onChanged} />
      <SeatsAndOrders person={person} session={session} />
      <ErasePerson person={person} onChanged={onChanged} onErased={onErased} />
    </DetailPanel>
  )
}

function SeatsAndOrders({ person: { email, seats, orders }, session }: Pick<Props, 'person' | 'session'>) {
  return (
    <section>
      <div className={styles.heading}>
        <h3>Courses and orders</h3>
        {orders.hasMore && (
          <Link className={text.link} to={portalPath(`/orders?q=${encodeURIComponent(email)}`, session)}>
            All orders
          </Link>
        )}
      </div>
      {seats.length === 0 && orders.newest.length === 0 && <p className={styles.quiet}>No seat and no order.</p>}
      {seats.length > 0 && (
        <ul className={styles.rows}>
          {seats.map(({ title, cohortName, hasEnded, since }) => (
            <li key={`${title} ${since}`}>
              <b>{title}</b>
              <When at={since} zone="UTC" form="date-year" />
              <small>{[...(cohortName ? [cohortName] : []), hasEnded ? 'seat ended' : 'has a seat'].join(', ')}</small>
            </li>
          ))}
        </ul>
      )}
      {orders.newest.length > 0 && (
        <ul className={styles.rows} aria-label="Orders">
          {orders.newest.map(({ orderId, orderNumber, status, title, total, due, placedAt }) => (
            <li key={orderId}>
              <Link className={text.link} to={portalPath(`/orders?open=${orderId}`, session)}>
                {orderNumber}
              </Link>
              <Money {...total} exact />
              <small>
                {title}
                {ORDER_LABELS[status]}
                {due && (
                  <>
                    , <Money {...due} exact /> still to be paid
                  </>
                )}
                , <When at={placedAt} zone="UTC" form="date-year" />
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Whether a complete order was refunded is only on its own page. */
const ORDER_LABELS = { pending: ', not paid', complete: '', failed: ', failed' } as const
