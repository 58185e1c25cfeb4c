import { CalendarPlus } from 'lucide-react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { nameZone } from '#domain/dates/zone-name.ts'
import { getSessionPath } from '#domain/learning/room-path.ts'
import type { SignedInAudience } from '#http/client.ts'
import { ButtonLink, getButtonClass } from '#ui/button.tsx'
import { ClassWhen, InOtherZone, When, ZoneName } from '#ui/local-time.tsx'
import { getAttendanceNote } from '../join/attendance-note.ts'
import { JoinButton } from '../join/join-button.tsx'
import { useNextState } from '../join/use-next-state.ts'
import type { CourseRoom } from '../wire/course.ts'
import type { SessionView } from '../wire/parts.ts'
import styles from './lesson-stage.module.css'

type Session = z.infer<typeof SessionView>

type Props = { room: CourseRoom; session: Session | null; zone: string; as: SignedInAudience; onChange: () => void }

export function LiveLesson({ room, session, zone, as, onChange }: Props) {
  useNextState(session, onChange)
  if (!session) {
    return (
      <section className={styles.session} aria-label="Session">
        <b>No date yet</b>
        <p>This is a live session. Its date appears here as soon as it is set.</p>
      </section>
    )
  }
  const { startsAt, endsAt, state, hasMeeting } = session
  const note = getAttendanceNote(session)
  const canJoin = state === 'open' && hasMeeting && room.access.state === 'open'
  return (
    <section className={styles.session} aria-label="Session">
      <p>{STATES[state]}</p>
      <b>
        <When at={startsAt} end={endsAt} zone={zone} />
      </b>
      <p>
        Your time (<ZoneName zone={zone} />)
        <InOtherZone zone={zone}>
          {' · '}
          <ClassWhen at={startsAt} zone={zone} form="short" /> {nameZone(zone)} (class time)
        </InOtherZone>
      </p>
      {note && <p>{note === 'joined' ? 'You joined.' : 'You attended.'}</p>}
      <div className={styles.actions}>
        {canJoin && <JoinButton session={session} as={as} look="course" onChange={onChange} />}
        {state !== 'cancelled' && (
          <Link
            className={getButtonClass({ look: canJoin ? 'quiet' : 'course', size: undefined, wide: undefined })}
            to={getSessionPath(session.sessionId)}
          >
            {state === 'ended' ? 'See what happened' : 'Open the session'}
          </Link>
        )}
        {state === 'early' && room.cohort?.calendarUrl && (
          <ButtonLink href={room.cohort.calendarUrl} download look="quiet">
            <CalendarPlus size={20} /> Add to calendar
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

const STATES: Record<Session['state'], string> = {
  early: 'Live session',
  open: 'Live session, on now',
  ended: 'This session has ended',
  cancelled: 'This session was cancelled',
}
