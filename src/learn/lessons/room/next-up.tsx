import { Link } from 'react-router'
import { nameZone } from '#domain/dates/zone-name.ts'
import { getSessionPath } from '#domain/learning/room-path.ts'
import type { SignedInAudience } from '#http/client.ts'
import { ClassWhen, InOtherZone, When } from '#ui/local-time.tsx'
import { JoinButton } from '../join/join-button.tsx'
import { Countdown } from '../parts/countdown.tsx'
import type { CourseRoom } from '../wire/course.ts'
import styles from './next-up.module.css'

type Session = CourseRoom['sessions'][number]

export function findNextSession(sessions: readonly Session[]): Session | null {
  const joinable = sessions.filter(({ state }) => state === 'open' || state === 'early')
  return joinable.find(({ endsAt }) => Date.parse(endsAt) > Date.now()) ?? joinable[0] ?? null
}

type Props = { session: Session; zone: string; as: SignedInAudience; onChange: () => void }

export function NextUp({ session, zone, as, onChange }: Props) {
  return (
    <section className={styles.next} aria-labelledby="next-session">
      <p className={styles.countdown}>
        <Countdown startsAt={session.startsAt} />
      </p>
      <div className={styles.text}>
        <h2 id="next-session">
          <Link to={getSessionPath(session.sessionId)}>{session.title}</Link>
        </h2>
        <p>
          <When at={session.startsAt} end={session.endsAt} zone={zone} />, your time
          <InOtherZone zone={zone}>
            {' · '}
            <ClassWhen at={session.startsAt} zone={zone} form="short" /> {nameZone(zone)}
          </InOtherZone>
          {session.joinedAt && (
            <>
              {' · '}you joined at <When at={session.joinedAt} zone={zone} form="time" />
            </>
          )}
        </p>
      </div>
      {session.state === 'open' && session.hasMeeting && <JoinButton session={session} as={as} onChange={onChange} />}
    </section>
  )
}
