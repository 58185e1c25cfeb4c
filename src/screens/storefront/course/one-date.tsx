import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { nameZone } from '#domain/dates/zone-name.ts'
import { ClassWhen, InOtherZone, When, ZoneName } from '#ui/local-time.tsx'
import styles from './one-date.module.css'

type OneSession = { startsAt: string; endsAt: string; zone: string }

/** The session of a course that meets once, on one date, and says no more about it. Null for every other course. */
export function getOneSession({
  deliveryType,
  sessions,
  proSessions,
  cohorts,
  nextDate,
}: CourseDefinition): OneSession | null {
  const [item, ...others] = [...sessions.flatMap(({ items }) => items), ...proSessions]
  const isOne =
    deliveryType === 'live' && item !== undefined && item.summary === '' && others.length === 0 && cohorts.length === 1
  return isOne && nextDate && item.startsAt && item.endsAt
    ? { startsAt: item.startsAt, endsAt: item.endsAt, zone: nextDate.timezoneId }
    : null
}

export function OneDate({ session: { startsAt, endsAt, zone }, teacher }: { session: OneSession; teacher: string }) {
  return (
    <section aria-labelledby="date">
      <h2 id="date">When we meet</h2>
      <div className={styles.date}>
        <p className={styles.day}>
          <span>
            <When at={startsAt} zone={zone} form="weekday" />
          </span>
          <b>
            <When at={startsAt} zone={zone} form="day-of-month" />
          </b>
          <span>
            <When at={startsAt} zone={zone} form="month" />
          </span>
        </p>
        <dl>
          <div>
            <dt>
              Your time, <ZoneName zone={zone} />
            </dt>
            <dd>
              <When at={startsAt} end={endsAt} zone={zone} form="time" />
            </dd>
          </div>
          <InOtherZone zone={zone} as="div">
            <dt>
              Where {teacher} teaches, {nameZone(zone)}
            </dt>
            <dd className={styles.lesser}>
              <ClassWhen at={startsAt} end={endsAt} zone={zone} form="short" />
            </dd>
          </InOtherZone>
        </dl>
      </div>
    </section>
  )
}
