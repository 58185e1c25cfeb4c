import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { nameZone } from '#domain/dates/zone-name.ts'
import { getSessionPath } from '#domain/learning/room-path.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Chip } from '#ui/chip.tsx'
import { focusHeading } from '#ui/focus.ts'
import { formatTime } from '#ui/format-time.ts'
import { ClassWhen, InOtherZone, ZoneName } from '#ui/local-time.tsx'
import { MoveSession } from '../dates/move-session.tsx'
import { getStudioSessionPath } from '../frame/studio-path.ts'
import type { CalendarSession } from '../wire.ts'
import styles from './agenda.module.css'
import { addDays, getWeekStart, toDay } from './week.ts'

type Props = { week: string; sessions: CalendarSession[]; next: string | null; session: AppSession }

/** The own sessions of a week, by the days of the visitor's zone. */
export function Agenda({ week, sessions, next, session }: Props) {
  const monday = getWeekStart(week)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const byDay = Map.groupBy(sessions, ({ startsAt }) => toDay(new Date(startsAt)))
  const isThisWeek = toDay(getWeekStart(null)) === week
  const to = (day: Date) => getCalendarPath(session, toDay(day))
  return (
    <>
      <header className={styles.head}>
        <h1 ref={focusHeading} tabIndex={-1}>
          Studio calendar
        </h1>
        <p>
          Your sessions, in your time zone (<ZoneName otherwise="UTC" />
          ).
        </p>
        <nav aria-label="Weeks">
          <Link to={to(addDays(monday, -7))} aria-label="Week before">
            <ChevronLeft size={20} />
          </Link>
          <h2>{formatTime(monday.toISOString(), zone, 'date-range', addDays(monday, 6).toISOString())}</h2>
          <Link to={to(addDays(monday, 7))} aria-label="Week after">
            <ChevronRight size={20} />
          </Link>
          {!isThisWeek && <Link to={to(getWeekStart(null))}>This week</Link>}
        </nav>
      </header>
      {sessions.length === 0 && (
        <div className={styles.empty}>
          <p>No sessions this week.</p>
          {next && (
            <p>
              <Link to={to(new Date(next))}>Go to the next session</Link>, on {formatTime(next, zone, 'day')}.
            </p>
          )}
        </div>
      )}
      {[...byDay.values()].map((ofDay) => (
        <section key={ofDay[0]!.startsAt} className={styles.day}>
          <h3>{formatTime(ofDay[0]!.startsAt, zone, 'day')}</h3>
          <ol>
            {ofDay.map((one) => (
              <SessionRow key={one.sessionId} one={one} zone={zone} session={session} />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

/** The address of a week. */
function getCalendarPath(session: AppSession, week: string): string {
  const query = new URLSearchParams({ ...(session.hasBoth && { as: session.as }), week })
  return `/studio/calendar?${query}`
}

function SessionRow({ one, zone, session }: { one: CalendarSession; zone: string; session: AppSession }) {
  const { sessionId, title, startsAt, endsAt, timezoneId, course, cohortName, hasMeeting, overlap, mayMove } = one
  const isAhead = Date.parse(startsAt) > Date.now()
  const open = getStudioSessionPath(session, course.coursePrefixCode, sessionId)
  return (
    <li data-hue={course.hue}>
      <p className={styles.time}>
        <time dateTime={startsAt}>{formatTime(startsAt, zone, 'time', endsAt)}</time>
        <InOtherZone zone={timezoneId}>
          <small>
            <ClassWhen at={startsAt} zone={timezoneId} form="short" /> {nameZone(timezoneId)}
          </small>
        </InOtherZone>
      </p>
      <div>
        <p>
          <b>{title}</b>
        </p>
        <p className={styles.quiet}>{[course.title, cohortName].filter(Boolean).join(' · ')}</p>
        {overlap && (
          <p className={styles.overlap}>
            <TriangleAlert size={16} aria-hidden /> At the same time as {overlap}.
          </p>
        )}
        {!hasMeeting && isAhead && <Chip tone="warn">No meeting link</Chip>}
      </div>
      <div className={styles.actions}>
        <Link to={getSessionPath(sessionId)} aria-label={`Open ${title}`}>
          Open
        </Link>
        <Link to={open} aria-label={`Meeting link of ${title}`}>
          Meeting link
        </Link>
        {mayMove && isAhead && <MoveSession session={one} as={session.as} />}
      </div>
    </li>
  )
}
