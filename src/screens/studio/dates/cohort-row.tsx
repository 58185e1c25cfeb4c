import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { DatedCohort } from '#catalogue/dates/wire.ts'
import { nameZone } from '#domain/dates/zone-name.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { formatTime } from '#ui/format-time.ts'
import { withSearchParams } from '#ui/list/with-search-params.ts'
import { ClassWhen, InOtherZone, When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import text from '#ui/text.module.css'
import { getStudioPath, getStudioSessionPath } from '../frame/studio-path.ts'
import type { StudioCourse } from '../wire.ts'
import { AddSession } from './add-session.tsx'
import { CancelCohort } from './cancel-cohort.tsx'
import { CohortSettings } from './cohort-settings.tsx'
import styles from './course-dates.module.css'
import { CancelSession, MoveSession } from './move-session.tsx'

type Props = {
  cohort: DatedCohort
  /** The course has no other dates. */
  isOnly: boolean
  course: StudioCourse
  session: AppSession
  /** Null: the role does not allow new dates. */
  onCopy: (() => void) | null
  /** Plans the sessions of announced dates. */
  onDate: (() => void) | null
}

export function CohortRow({ cohort, isOnly, course, session, onCopy, onDate }: Props) {
  const [query, setQuery] = useSearchParams()
  const { cohortCode, name, state, price } = cohort
  const isOpen = query.get('open') === cohortCode
  // The only dates of a draft keep their price and seats, so nothing is left to delete.
  const isEmptied = isOnly && course.state === 'draft' && cohort.taken === 0 && cohort.sessions.length === 0
  const toggle = () =>
    setQuery(withSearchParams(query, { open: isOpen ? null : cohortCode }), { replace: true, preventScrollReset: true })
  return (
    <li>
      <div className={styles.summary}>
        <h3>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `cohort-${cohortCode}` : undefined}
            onClick={toggle}
          >
            {name || cohortCode} <ChevronDown size={18} aria-hidden />
          </button>
          {name && <small>{cohortCode}</small>}
        </h3>
        <div>
          <WhenOf cohort={cohort} />
        </div>
        <SeatsOf cohort={cohort} />
        <div>
          <StateOf cohort={cohort} isDraft={course.state === 'draft'} />
        </div>
        {onCopy && (
          <Button look="bare" size="compact" onClick={onCopy} aria-label={`Same again from… ${name || cohortCode}`}>
            Same again from…
          </Button>
        )}
      </div>
      {isOpen && (
        <div className={styles.details} id={`cohort-${cohortCode}`}>
          <SessionList cohort={cohort} course={course} session={session} />
          {state !== 'cancelled' && cohort.sessions.length > 0 && course.actions.includes('dates.edit') && (
            <div className={styles.actions}>
              <AddSession cohort={cohort} as={session.as} />
            </div>
          )}
          {onDate && state === 'announced' && cohort.sessions.length === 0 && (
            <div className={styles.actions}>
              <Button look="quiet" size="compact" onClick={onDate}>
                Plan the dates
              </Button>
            </div>
          )}
          {state !== 'cancelled' && course.actions.includes('dates.edit') && (
            <CohortSettings cohort={cohort} as={session.as} />
          )}
          <div className={styles.actions}>
            {price ? (
              <p>{Number(price.amount) === 0 ? 'Free' : <Money {...price} />} a seat</p>
            ) : (
              <p>No price yet, so nobody can buy these dates.</p>
            )}
            {state !== 'cancelled' && course.actions.includes('price.edit') && (
              <Link to={getStudioPath(session, course.coursePrefixCode, 'price')}>Change the price</Link>
            )}
            {state !== 'cancelled' && !isEmptied && course.actions.includes('course.close') && (
              <CancelCohort cohort={cohort} isUnseen={course.state === 'draft'} as={session.as} />
            )}
          </div>
        </div>
      )}
    </li>
  )
}

/** `Tue & Thu, 12:00–13:30 London`, and the days. */
function WhenOf({ cohort: { sessions, timezoneId } }: { cohort: DatedCohort }) {
  const held = sessions.filter(({ isCancelled }) => !isCancelled)
  const [first] = held
  const last = held.at(-1)
  if (!first || !last) return <p>No dates yet</p>
  const count = held.length === 1 ? '1 session' : `${held.length} sessions`
  const regular = held.some(({ isPro }) => !isPro) ? held.filter(({ isPro }) => !isPro) : held
  const hours = new Set(regular.map((one) => formatTime(one.startsAt, timezoneId, 'time', one.endsAt)))
  const weekdays = [...new Set(regular.map((one) => formatTime(one.startsAt, timezoneId, 'weekday')))]
  return (
    <>
      <p>
        {weekdays.length > 2 ? 'On different days' : weekdays.join(' and ')},{' '}
        {hours.size === 1 ? [...hours][0] : 'at different hours'} {nameZone(timezoneId)}
      </p>
      <small>
        {held.length === 1 ? (
          <ClassWhen at={first.startsAt} zone={timezoneId} form="day" />
        ) : (
          <ClassWhen at={first.startsAt} end={last.endsAt} zone={timezoneId} form="date-range" />
        )}
        , {count}
      </small>
    </>
  )
}

function SeatsOf({ cohort: { capacity, taken, state } }: { cohort: DatedCohort }) {
  if (capacity === null)
    return (
      <div>
        <p>
          <b>{taken}</b> taken
        </p>
        <small>{state === 'open' ? 'No limit' : 'Seats not set'}</small>
      </div>
    )
  const left = capacity - taken
  return (
    <div>
      <p>
        <b>{taken}</b> of {capacity}
      </p>
      <progress max={capacity} value={taken} aria-hidden="true" />
      <small>{left === 1 ? '1 left' : `${left} left`}</small>
    </div>
  )
}

function StateOf({
  cohort: { state, capacity, taken, waiting, enrolClosesAt, sessions, timezoneId },
  isDraft,
}: {
  cohort: DatedCohort
  isDraft: boolean
}) {
  const held = sessions.filter(({ isCancelled }) => !isCancelled)
  const closesAt = enrolClosesAt ?? held[0]?.startsAt ?? null
  const isClosed = closesAt !== null && Date.parse(closesAt) <= Date.now()
  const isFull = capacity !== null && taken >= capacity
  if (state === 'cancelled') return <Chip tone="past">Cancelled</Chip>
  return (
    <>
      {state === 'announced' ? (
        <Chip tone="info">Announced</Chip>
      ) : isClosed ? (
        <Chip tone="past">Enrolment closed</Chip>
      ) : isFull ? (
        <Chip tone="info">Full</Chip>
      ) : (
        <p>{isDraft ? 'Opens when you publish' : 'Open'}</p>
      )}
      {state === 'open' && closesAt && !isClosed && (
        <small>
          Enrolment until <When at={closesAt} zone={timezoneId} form="short" />
        </small>
      )}
      {waiting > 0 && <small>{waiting === 1 ? '1 on the waitlist' : `${waiting} on the waitlist`}</small>}
    </>
  )
}

function SessionList({ cohort, course, session }: Pick<Props, 'cohort' | 'course' | 'session'>) {
  const { sessions, state, cohortCode } = cohort
  const [said, say] = useState('')
  if (sessions.length === 0) return <p className={styles.quiet}>No sessions yet.</p>
  const mayDate = course.actions.includes('dates.edit') && state !== 'cancelled'
  const link = (sessionId: string) => getStudioSessionPath(session, course.coursePrefixCode, sessionId)
  return (
    <>
      <ol className={styles.sessions} aria-label={`Sessions of ${cohortCode}`}>
        {sessions.map((one) => {
          const isAhead = Date.parse(one.startsAt) > Date.now()
          return (
            <li key={one.sessionId}>
              <div>
                <p>
                  <b>{one.title}</b>
                </p>
                <p>
                  <ClassWhen at={one.startsAt} end={one.endsAt} zone={one.timezoneId} /> {nameZone(one.timezoneId)}
                </p>
                <InOtherZone zone={one.timezoneId} as="div">
                  <small>
                    <When at={one.startsAt} end={one.endsAt} zone={one.timezoneId} form="short" /> your time
                  </small>
                </InOtherZone>
              </div>
              <div className={styles.actions}>
                {one.isCancelled ? (
                  <Chip tone="past">Cancelled</Chip>
                ) : (
                  <>
                    <Link to={link(one.sessionId)}>{one.hasMeeting ? 'Meeting link' : 'Add link'}</Link>
                    {mayDate && isAhead && <MoveSession session={one} as={session.as} />}
                    {mayDate && isAhead && <CancelSession session={one} as={session.as} onDone={say} />}
                  </>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      <p className={said ? undefined : text.unseen} role="status">
        {said}
      </p>
    </>
  )
}
