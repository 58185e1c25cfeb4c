import { CalendarPlus } from 'lucide-react'
import { Link } from 'react-router'
import { getSessionPath } from '#domain/learning/room-path.ts'
import { getZoneCity } from '#domain/schedule.ts'
import { ButtonLink, getButtonClass } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ClassWhen, InOtherZone, When, ZoneName } from '#ui/local-time.tsx'
import { Unseen } from '../parts/unseen.tsx'
import type { CourseRoom } from '../wire/course.ts'
import styles from './session-list.module.css'

type Session = CourseRoom['sessions'][number]

export function SessionList({ room, zone }: { room: CourseRoom; zone: string }) {
  const { sessions, cohort, access } = room
  if (sessions.length === 0) {
    return <p className={styles.empty}>No dates yet. As soon as they are set, you see them here.</p>
  }
  return (
    <section className={styles.block} aria-labelledby="sessions">
      <header>
        <h2 id="sessions">Sessions</h2>
        {cohort?.calendarUrl && (
          <ButtonLink href={cohort.calendarUrl} download look="bare" size="compact">
            <CalendarPlus size={18} /> Add to calendar
          </ButtonLink>
        )}
      </header>
      <ol>
        {sessions.map((session) => (
          <SessionRow
            key={session.sessionId}
            session={session}
            zone={zone}
            canJoin={access.state === 'open' && session.state === 'open'}
          />
        ))}
      </ol>
      <p className={styles.zone}>
        Times are in your time zone (<ZoneName zone={zone} />
        ).
      </p>
    </section>
  )
}

type RowProps = { session: Session; zone: string; canJoin: boolean }

function SessionRow({ session, zone, canJoin }: RowProps) {
  const { title, startsAt, endsAt, state, attended } = session
  const path = getSessionPath(session.sessionId)
  const isPast = state === 'ended' || state === 'cancelled'
  return (
    <li className={isPast ? styles.past : state === 'open' ? styles.now : undefined}>
      <span className={styles.date} aria-hidden="true">
        <When at={startsAt} zone={zone} form="month" />
        <b>
          <When at={startsAt} zone={zone} form="day-of-month" />
        </b>
      </span>
      <div>
        <h3>
          <Link to={path}>{title}</Link>
        </h3>
        <p>
          <When at={startsAt} zone={zone} />–<When at={endsAt} zone={zone} form="time" />
          {attended && ' · you were there'}
        </p>
        <InOtherZone zone={zone} as="div">
          <p>
            <ClassWhen at={startsAt} zone={zone} form="short" /> in {getZoneCity(zone)} (class time)
          </p>
        </InOtherZone>
      </div>
      {canJoin ? (
        <Link className={getButtonClass({ look: 'course', size: 'compact', wide: undefined })} to={path}>
          Join <Unseen>{title}</Unseen>
        </Link>
      ) : (
        <SessionState session={session} />
      )}
    </li>
  )
}

function SessionState({ session: { state, recordingReady } }: Pick<RowProps, 'session'>) {
  if (state === 'cancelled') return <Chip tone="past">Cancelled</Chip>
  if (state === 'open') return <Chip tone="live">Now</Chip>
  if (recordingReady) return <Chip tone="info">Recording</Chip>
  return null
}
