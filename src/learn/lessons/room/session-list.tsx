import { CalendarPlus } from 'lucide-react'
import type { SignedInAudience } from '#http/client.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ZoneName } from '#ui/local-time.tsx'
import { getAttendanceNote } from '../join/attendance-note.ts'
import { JoinButton } from '../join/join-button.tsx'
import { SessionRow } from '../parts/session-row.tsx'
import type { CourseRoom } from '../wire/course.ts'
import styles from './session-list.module.css'

type Session = CourseRoom['sessions'][number]

type Props = { room: CourseRoom; zone: string; as: SignedInAudience; onChange: () => void }

export function SessionList({ room, zone, as, onChange }: Props) {
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
            canJoin={access.state === 'open' && session.state === 'open' && session.hasMeeting}
            as={as}
            onChange={onChange}
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

type RowProps = Omit<Props, 'room'> & { session: Session; canJoin: boolean }

function RoomSession({ session, zone, canJoin, as, onChange }: RowProps) {
  const { state } = session
  const isPast = state === 'ended' || state === 'cancelled'
  return (
    <SessionRow
      session={session}
      zone={zone}
      tone={isPast ? 'past' : state === 'open' ? 'now' : undefined}
      note={getAttendanceNote(session)}
    >
      {canJoin ? (
        <JoinButton session={session} as={as} look="course" size="compact" onChange={onChange} />
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
