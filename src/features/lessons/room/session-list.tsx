import { CalendarPlus } from 'lucide-react'
import { Link } from 'react-router'
import { getSessionPath } from '#domain/learning/room-path.ts'
import { ButtonLink, getButtonClass } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ZoneName } from '#ui/local-time.tsx'
import { SessionRow } from '../parts/session-row.tsx'
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
          <RoomSession
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

function RoomSession({ session, zone, canJoin }: RowProps) {
  const { sessionId, title, state, attended } = session
  const isPast = state === 'ended' || state === 'cancelled'
  return (
    <SessionRow
      session={session}
      zone={zone}
      tone={isPast ? 'past' : state === 'open' ? 'now' : undefined}
      note={attended ? 'you were there' : undefined}
    >
      {canJoin ? (
        <Link
          className={getButtonClass({ look: 'course', size: 'compact', wide: undefined })}
          to={getSessionPath(sessionId)}
        >
          Join <Unseen>{title}</Unseen>
        </Link>
      ) : (
        <SessionState session={session} />
      )}
    </SessionRow>
  )
}

function SessionState({ session: { state, recordingReady } }: Pick<RowProps, 'session'>) {
  if (state === 'cancelled') return <Chip tone="past">Cancelled</Chip>
  if (state === 'open') return <Chip tone="live">Now</Chip>
  if (recordingReady) return <Chip tone="info">Recording</Chip>
  return null
}
