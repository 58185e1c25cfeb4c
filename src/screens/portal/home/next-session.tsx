import { CalendarPlus } from 'lucide-react'
import { Link } from 'react-router'
import { nameZone } from '#domain/dates/zone-name.ts'
import { getSessionPath } from '#domain/learning/room-path.ts'
import { Countdown } from '#learn/lessons/parts/countdown.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { ClassWhen, InOtherZone, When, ZoneName } from '#ui/local-time.tsx'
import type { LearnerCourse, LearnerHome } from '../wire.ts'
import styles from './next-session.module.css'

type Props = { session: NonNullable<LearnerHome['learning']['nextSession']>; course: LearnerCourse | undefined }

export function NextSession({ session, course }: Props) {
  const zone = course?.timezoneId ?? 'UTC'
  return (
    <section className={styles.clock} aria-labelledby="next-session">
      <p className={styles.when}>
        <Countdown startsAt={session.startsAt} />
      </p>
      <div>
        <h2 id="next-session">
          <Link to={getSessionPath(session.sessionId)}>{session.title}</Link>
        </h2>
        <p>{session.courseTitle}</p>
      </div>
      <p>
        <b>
          <When at={session.startsAt} end={session.endsAt} zone={zone} />
        </b>
        <br />
        your time (<ZoneName zone={zone} />)
        <InOtherZone zone={zone}>
          <br />
          <ClassWhen at={session.startsAt} zone={zone} form="short" /> {nameZone(zone)} (class time)
        </InOtherZone>
      </p>
      {course?.calendarUrl && (
        <ButtonLink href={course.calendarUrl} download>
          <CalendarPlus size={20} /> Add to calendar
        </ButtonLink>
      )}
    </section>
  )
}
