import { CalendarPlus } from 'lucide-react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { getSessionPath } from '#domain/learning/room-path.ts'
import { getZoneCity } from '#domain/schedule.ts'
import { ButtonLink, getButtonClass } from '#ui/button.tsx'
import { ClassWhen, InOtherZone, When, ZoneName } from '#ui/local-time.tsx'
import type { CourseRoom } from '../wire/course.ts'
import type { SessionView } from '../wire/parts.ts'
import styles from './lesson-stage.module.css'

type Session = z.infer<typeof SessionView>

export function LiveLesson({ room, session, zone }: { room: CourseRoom; session: Session | null; zone: string }) {
  if (!session) {
    return (
      <section className={styles.session} aria-label="Session">
        <b>No date yet</b>
        <p>This is a live session. Its date appears here as soon as it is set.</p>
      </section>
    )
  }
  const { startsAt, endsAt, state, attended } = session
  return (
    <section className={styles.session} aria-label="Session">
      <p>{STATES[state]}</p>
      <b>
        <When at={startsAt} zone={zone} />
        {'–\u2060'}
        <When at={endsAt} zone={zone} form="time" />
      </b>
      <p>
        Your time (<ZoneName zone={zone} />)
        <InOtherZone zone={zone}>
          {' · '}
          <ClassWhen at={startsAt} zone={zone} form="short" /> in {getZoneCity(zone)} (class time)
        </InOtherZone>
      </p>
      {attended && <p>You were there.</p>}
      <div className={styles.actions}>
        {state !== 'cancelled' && (
          <Link
            className={getButtonClass({ look: 'course', size: undefined, wide: undefined })}
            to={getSessionPath(session.sessionId)}
          >
            {state === 'open' ? 'Join the session' : state === 'ended' ? 'See what happened' : 'Open the session'}
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
