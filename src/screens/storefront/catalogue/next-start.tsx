import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { getZoneCity } from '#domain/dates/zone-name.ts'
import { ClassWhen, InOtherZone, TimeLabel, When, ZoneName } from '#ui/local-time.tsx'
import { getFirstName } from '../course-labels.ts'
import styles from '../enrol/buy-card.module.css'

export function NextStart({ course, hasSeats = false }: { course: CourseDefinition; hasSeats?: boolean }) {
  const { nextDate } = course
  if (!nextDate?.startsAt) return null
  const { startsAt, timezoneId } = nextDate
  return (
    <dl className={styles.when}>
      <div>
        <dt>
          <TimeLabel yours="Next start, your time">Next start</TimeLabel>
        </dt>
        <dd>
          <When at={startsAt} zone={timezoneId} form="day" />,{' '}
          <When at={startsAt} zone={timezoneId} form="class-time" />{' '}
          <span>
            <ZoneName zone={timezoneId} />
          </span>
        </dd>
      </div>
      <InOtherZone as="div" zone={timezoneId}>
        <dt>{getFirstName(course)}’s local time</dt>
        <dd>
          <ClassWhen at={startsAt} zone={timezoneId} /> <span>{getZoneCity(timezoneId)}</span>
        </dd>
      </InOtherZone>
      <div>
        <dt>Class time</dt>
        <dd>{course.classTime}</dd>
      </div>
      {hasSeats && (
        <div>
          <dt>Seats</dt>
          <dd>{course.seatsRemaining === null ? 'More than 10 seats left' : `${course.seatsRemaining} left`}</dd>
        </div>
      )}
    </dl>
  )
}
