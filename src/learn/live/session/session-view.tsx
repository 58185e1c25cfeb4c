import { CalendarPlus, CircleCheck, Disc } from 'lucide-react'
import { Link, useRevalidator } from 'react-router'
import { getZoneCity } from '#domain/dates/zone-name.ts'
import { getFinishPath, getRoomPath } from '#domain/learning/room-path.ts'
import type { SignedInAudience } from '#http/client.ts'
import { getAttendanceNote } from '#learn/lessons/join/attendance-note.ts'
import { useNextState } from '#learn/lessons/join/use-next-state.ts'
import { FinishNotice } from '#learn/lessons/lesson-page/finish-notice.tsx'
import { formatTeachers } from '#learn/lessons/parts/course-words.ts'
import { AccessNotice } from '#learn/lessons/room/access-notice.tsx'
import { LessonProse } from '#learn/lessons/text/lesson-prose.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { focusHeading } from '#ui/focus.ts'
import { ClassWhen, InOtherZone, When, ZoneName } from '#ui/local-time.tsx'
import type { SessionPage } from '../wire/learn.ts'
import { JoinPanel } from './join-panel.tsx'
import { Recording } from './recording.tsx'
import styles from './session-view.module.css'

type Props = { session: SessionPage; as: SignedInAudience; personId: string }

export function SessionView({ session, as, personId }: Props) {
  const { revalidate } = useRevalidator()
  const { course, access, state, timezoneId: zone, recap, recording } = session
  const isOver = state === 'ended' || Date.parse(session.endsAt) <= Date.now()
  const refresh = () => void revalidate()
  useNextState(session, refresh, recording?.state === 'processing')
  return (
    <div data-hue={course.hue}>
      <Head session={session} />
      <div className={styles.page}>
        <div className={styles.main}>
          <AccessNotice access={access} zone={zone} />
          {isOver && session.isCourseComplete && (
            <FinishNotice path={getFinishPath(course.coursePrefixCode)}>
              You’ve done everything it asks for.
            </FinishNotice>
          )}
          {access.state === 'open' && <JoinPanel session={session} as={as} onChange={refresh} />}
          {recording && (
            <Recording session={session} recording={recording} as={as} personId={personId} onChange={refresh} />
          )}
          {recap.length > 0 && (
            <section className={styles.recap} aria-labelledby="recap">
              <h2 id="recap">Recap</h2>
              <LessonProse nodes={recap} images={[]} />
            </section>
          )}
          {isOver && access.state === 'open' && !recording && recap.length === 0 && (
            <p className={styles.quiet}>Your teacher hasn’t added a recap or a recording.</p>
          )}
        </div>
        <aside className={styles.side}>
          <Facts session={session} isOver={isOver} />
        </aside>
      </div>
    </div>
  )
}

function Head({ session }: { session: SessionPage }) {
  const { course, cohort, title, startsAt, endsAt, timezoneId: zone } = session
  const note = getAttendanceNote(session)
  return (
    <header className={styles.head}>
      <div>
        <p className={styles.crumb}>
          <Link to={`${getRoomPath(course.coursePrefixCode)}#sessions`}>{course.title}</Link> · {cohort.name}
        </p>
        <h1 ref={focusHeading} tabIndex={-1}>
          {title}
        </h1>
        <div className={styles.when}>
          <b>
            <When at={startsAt} end={endsAt} zone={zone} />
          </b>{' '}
          your time (<ZoneName zone={zone} />)
          <InOtherZone zone={zone} as="div">
            <ClassWhen at={startsAt} end={endsAt} zone={zone} /> in {getZoneCity(zone)} (class time)
          </InOtherZone>
        </div>
        {note && (
          <p className={styles.attended}>
            <CircleCheck size={20} aria-hidden /> {note === 'joined' ? 'Joined' : 'You attended'}
          </p>
        )}
      </div>
    </header>
  )
}

function Facts({ session, isOver }: { session: SessionPage; isOver: boolean }) {
  const { course, requirements, calendarUrl, state } = session
  const isAhead = !isOver && state !== 'cancelled'
  return (
    <>
      <section aria-labelledby="teachers">
        <h2 id="teachers">{course.teachers.length === 1 ? 'Your teacher' : 'Your teachers'}</h2>
        <p>{formatTeachers(course.teachers)}</p>
      </section>
      {isAhead && requirements.length > 0 && (
        <section aria-labelledby="requirements">
          <h2 id="requirements">Have this ready</h2>
          <ul>
            {requirements.map((requirement) => (
              <li key={requirement}>{requirement}</li>
            ))}
          </ul>
        </section>
      )}
      {isAhead && (
        <section className={styles.recorded}>
          <Disc size={20} aria-hidden />
          <p>
            <b>This session is recorded</b> for the people of your class. Keep your camera and microphone off, and you
            are not in it.
          </p>
        </section>
      )}
      {isAhead && (
        <ButtonLink href={calendarUrl} download look="quiet">
          <CalendarPlus size={20} /> Add to calendar
        </ButtonLink>
      )}
    </>
  )
}
