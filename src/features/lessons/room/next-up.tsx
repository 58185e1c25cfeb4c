import { Link } from 'react-router'
import { getSessionPath } from '#domain/learning/room-path.ts'
import { getZoneCity } from '#domain/schedule.ts'
import { ClassWhen, InOtherZone, When } from '#ui/local-time.tsx'
import { Countdown } from '../parts/countdown.tsx'
import type { CourseRoom } from '../wire/course.ts'
import styles from './next-up.module.css'

type Session = CourseRoom['sessions'][number]

export function findNextSession(sessions: readonly Session[]): Session | null {
  return sessions.find(({ state }) => state === 'open' || state === 'early') ?? null
}

export function NextUp({ session, zone }: { session: Session; zone: string }) {
  return (
    <section className={styles.next} aria-labelledby="next-session">
      <p className={styles.countdown}>
        <Countdown startsAt={session.startsAt} />
      </p>
      <div>
        <h2 id="next-session">
          <Link to={getSessionPath(session.sessionId)}>{session.title}</Link>
        </h2>
        <p>
          <When at={session.startsAt} zone={zone} />–<When at={session.endsAt} zone={zone} form="time" />, your time
          <InOtherZone zone={zone}>
            {' · '}
            <ClassWhen at={session.startsAt} zone={zone} form="short" /> in {getZoneCity(zone)}
          </InOtherZone>
        </p>
      </div>
    </section>
  )
}
