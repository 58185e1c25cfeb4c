import { CalendarPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { placeOf } from '#domain/schedule.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ClassWhen, InOtherZone, When, ZoneName } from '#ui/when.tsx'
import { type Next, untilText } from './next.ts'
import styles from './next-session.module.css'

export function NextSession({ next }: { next: Next }) {
  const { enrolment, course } = next.mine
  const zone = enrolment.timezoneId
  return (
    <section className={styles.first} aria-labelledby="next-session" data-hue={course?.images.hue}>
      <div className={styles.about}>
        {course && <img src={course.images.poster} alt="" width={1200} height={750} />}
        <div className={styles.words}>
          <div>
            <p>{next.number === null ? 'Next session' : `Next: session ${next.number}`}</p>
            <h2 id="next-session">{next.title}</h2>
            <p>{next.summary}</p>
          </div>
          <p>
            {enrolment.title}
            {course && `, with ${course.instructor.name}`}
          </p>
        </div>
      </div>
      <div className={styles.clock}>
        <p className={styles.when}>
          <Countdown startsAt={next.startsAt} />
        </p>
        <p>
          <b>
            <When at={next.startsAt} zone={zone} />–<When at={next.endsAt} zone={zone} form="time" />
          </b>
          <br />
          your time (<ZoneName zone={zone} />)
          <InOtherZone zone={zone}>
            <br />
            <ClassWhen at={next.startsAt} zone={zone} form="short" /> in {placeOf(zone)} (class time)
          </InOtherZone>
        </p>
        {enrolment.calendarUrl && (
          <ButtonLink href={enrolment.calendarUrl} download>
            <CalendarPlus size={20} /> Add to calendar
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

function Countdown({ startsAt }: { startsAt: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  const text = untilText(startsAt, now)
  return (
    <>
      {text === 'Now' ? <Chip tone="live">Live</Chip> : <span aria-hidden="true">Starts in</span>}
      <span className={styles.countdown} role="timer" aria-label={text === 'Now' ? 'On now' : `Starts in ${text}`}>
        {text}
      </span>
    </>
  )
}
