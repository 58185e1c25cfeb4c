import { CalendarPlus } from 'lucide-react'
import { useRevalidator } from 'react-router'
import type { SignedInAudience } from '#http/client.ts'
import { getAttendanceNote } from '#learn/lessons/join/attendance-note.ts'
import { JoinButton } from '#learn/lessons/join/join-button.tsx'
import { useNextState } from '#learn/lessons/join/use-next-state.ts'
import { SessionRow } from '#learn/lessons/parts/session-row.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { focusHeading } from '#ui/focus.ts'
import { ZoneName } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import type { OwnSession } from '../wire/learn.ts'
import styles from './my-calendar.module.css'
import { Subscribe } from './subscribe.tsx'

type Props = { sessions: OwnSession[]; as: SignedInAudience; feedUrl: string | null }

export function MyCalendar({ sessions, as, feedUrl }: Props) {
  const isPast = ({ state, endsAt }: OwnSession) => state === 'ended' || Date.parse(endsAt) <= Date.now()
  const ahead = sessions.filter((session) => !isPast(session))
  const past = sessions.filter(isPast).toReversed()
  const { revalidate } = useRevalidator()
  const onChange = () => void revalidate()
  useNextState(ahead.find(({ state }) => state !== 'cancelled') ?? null, onChange)
  return (
    <>
      <header className={styles.head}>
        <h1 ref={focusHeading} tabIndex={-1}>
          Calendar
        </h1>
        {sessions.length > 0 && (
          <p>
            Your live sessions, in your time zone (<ZoneName zone={sessions[0]!.timezoneId} />
            ).
          </p>
        )}
      </header>
      {sessions.length === 0 && <NoSessions />}
      {ahead.length > 0 && (
        <section aria-labelledby="ahead">
          <h2 id="ahead">Coming up</h2>
          <Sessions sessions={ahead} {...{ as, onChange }} />
        </section>
      )}
      {sessions.length > 0 && ahead.length === 0 && <p className={styles.quiet}>No upcoming sessions.</p>}
      <Subscribe key={feedUrl} as={as} initialUrl={feedUrl} />
      {ahead.length > 0 && <CalendarFiles sessions={ahead} />}
      {past.length > 0 && (
        <details className={styles.past} open={ahead.length === 0}>
          <summary className={text.opens}>Past sessions ({past.length})</summary>
          <Sessions sessions={past} {...{ as, onChange }} />
        </details>
      )}
    </>
  )
}

function NoSessions() {
  return (
    <section className={styles.empty}>
      <h2>No sessions yet</h2>
      <p>The dates of your live courses appear here. Courses on demand have no dates.</p>
      <ButtonLink href="/#courses">See all courses</ButtonLink>
    </section>
  )
}

type ListProps = { sessions: OwnSession[]; as: SignedInAudience; onChange: () => void }

function Sessions({ sessions, as, onChange }: ListProps) {
  return (
    <ol className={styles.list}>
      {sessions.map((session) => (
        <CalendarSession key={session.sessionId} session={session} as={as} onChange={onChange} />
      ))}
    </ol>
  )
}

function CalendarSession({ session, as, onChange }: Omit<ListProps, 'sessions'> & { session: OwnSession }) {
  const { course, timezoneId, state, hasMeeting } = session
  return (
    <SessionRow session={session} zone={timezoneId} courseTitle={course.title} note={getAttendanceNote(session)}>
      {state === 'open' && hasMeeting ? (
        <JoinButton session={session} as={as} size="compact" onChange={onChange} />
      ) : (
        <State session={session} />
      )}
    </SessionRow>
  )
}

function State({ session: { state, recordingReady } }: { session: OwnSession }) {
  if (state === 'cancelled') return <Chip tone="past">Cancelled</Chip>
  if (state === 'open') return <Chip tone="live">Now</Chip>
  return recordingReady && state === 'ended' ? <Chip tone="info">Recording</Chip> : null
}

function CalendarFiles({ sessions }: { sessions: OwnSession[] }) {
  const cohorts = new Map(sessions.map((session) => [session.cohort.courseCode, session]))
  return (
    <section aria-labelledby="files">
      <h2 id="files">Or add one course</h2>
      <p className={styles.quiet}>
        A file has all dates of a course. If the dates change, open it again to update your calendar.
      </p>
      <ul className={styles.files}>
        {[...cohorts.values()].map(({ cohort, course, calendarUrl }) => (
          <li key={cohort.courseCode}>
            <ButtonLink href={calendarUrl} download look="quiet" size="compact">
              <CalendarPlus size={18} /> {course.title}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
