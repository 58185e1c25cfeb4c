import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { getZoneCity } from '#domain/dates/zone-name.ts'
import { getSessionPath } from '#domain/learning/room-path.ts'
import { JoinButton } from '#learn/lessons/join/join-button.tsx'
import { useMinute } from '#learn/lessons/join/use-minute.ts'
import { Countdown } from '#learn/lessons/parts/countdown.tsx'
import { formatTeachers } from '#learn/lessons/parts/course-words.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ClassWhen, InOtherZone, When, ZoneName } from '#ui/local-time.tsx'
import { Poster } from '#ui/poster.tsx'
import type { LearnerCourse, LearnerHome } from '../wire.ts'
import styles from './live-now.module.css'

type Session = NonNullable<LearnerHome['learning']['nextSession']>
type Props = { session: Session; course: LearnerCourse | undefined; onChange: () => void }

export function getLiveGreeting({ startsAt, endsAt, joinedAt }: Session): string {
  if (joinedAt) return 'Good to have you in class'
  if (Date.parse(endsAt) <= Date.now()) return 'Your class has just ended'
  return Date.parse(startsAt) > Date.now() ? 'Your class starts soon' : 'Your class has started'
}

export function LiveNow({ session, course, onChange }: Props) {
  const { sessionId, title, courseTitle, startsAt, endsAt } = session
  const zone = course?.timezoneId ?? 'UTC'
  const teachers = course?.teachers ?? []
  return (
    <section className={styles.live} aria-labelledby="live-now">
      <div className={styles.words}>
        <p className={styles.top}>
          <Begin session={session} />
        </p>
        <div>
          <h2 id="live-now">
            <Link to={getSessionPath(sessionId)}>{title}</Link>
          </h2>
          <p>
            <bdi>{courseTitle}</bdi>
            {teachers.length > 0 && (
              <>
                {' '}
                with <bdi>{formatTeachers(teachers)}</bdi>
              </>
            )}
          </p>
        </div>
        <div className={styles.hours}>
          <p>
            <b>
              <When at={startsAt} end={endsAt} zone={zone} form="time" />
            </b>
            your time (<ZoneName zone={zone} />)
          </p>
          <InOtherZone zone={zone} as="div">
            <p>
              <b>
                <ClassWhen at={startsAt} end={endsAt} zone={zone} form="time" />
              </b>
              {getZoneCity(zone)} (class time)
            </p>
          </InOtherZone>
        </div>
        <WayIn session={session} zone={zone} onChange={onChange} />
      </div>
      <div className={styles.art} aria-hidden="true">
        {course && <Poster src={course.poster} />}
      </div>
    </section>
  )
}

function Begin({ session: { startsAt, endsAt, joinedAt } }: { session: Session }) {
  const now = useMinute()
  if (Date.parse(startsAt) > now) {
    return (
      <span className={styles.waits}>
        <Countdown startsAt={startsAt} />
      </span>
    )
  }
  const hasEnded = Date.parse(endsAt) <= now
  return (
    <>
      {joinedAt ? (
        <Chip tone="good">Joined</Chip>
      ) : (
        <Chip tone={hasEnded ? 'past' : 'live'}>{hasEnded ? 'Ended' : 'Live online'}</Chip>
      )}
      <span>{hasEnded ? `ended ${formatAgo(endsAt, now)}` : `started ${formatAgo(startsAt, now)}`}</span>
    </>
  )
}

function formatAgo(at: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000)
  return minutes < 1 ? 'just now' : minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
}

function WayIn({ session, zone, onChange }: { session: Session; zone: string; onChange: () => void }) {
  const { joinedAt, hasMeeting, startsAt, closesAt } = session
  if (!hasMeeting) {
    return (
      <div className={styles.go} role="status">
        <Button onClick={onChange}>Check again</Button>
        <p>The meeting link isn’t here yet. Your teacher adds it before the start.</p>
      </div>
    )
  }
  const join = <JoinButton session={session} as="learner" size="tall" onChange={onChange} />
  if (joinedAt) {
    return (
      <div className={styles.joined}>
        <CircleCheck size={24} aria-hidden />
        <p>
          <b>
            You joined at <When at={joinedAt} zone={zone} form="time" />
          </b>
          The meeting is open in another tab. Your attendance appears here after the class.
        </p>
        {join}
      </div>
    )
  }
  return (
    <div className={styles.go}>
      {join}
      <p>
        {Date.parse(startsAt) > Date.now() ? (
          <>
            The meeting is open. Attendance counts from <When at={startsAt} zone={zone} form="time" />.
          </>
        ) : (
          <>
            Opens the meeting in a new tab. You can join until <When at={closesAt} zone={zone} form="time" />.
          </>
        )}
      </p>
    </div>
  )
}
