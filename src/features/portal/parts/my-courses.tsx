import { ChevronDown, CirclePlay, Lock, Video } from 'lucide-react'
import type { CourseDefinition } from '#features/catalog/wire.ts'
import { Chip } from '#ui/chip.tsx'
import { When, ZoneName } from '#ui/when.tsx'
import type { Mine } from './load.ts'
import styles from './my-courses.module.css'
import { itemsOf } from './next.ts'

type Item = CourseDefinition['proSessions'][number]

export function MyCourses({ mine }: { mine: Mine[] }) {
  const asked = location.hash.slice(1)
  return (
    <section aria-labelledby="my-courses">
      <header className={styles.head}>
        <h2 id="my-courses">My courses</h2>
        <a href="/#courses">Find another</a>
      </header>
      <ul className={styles.list}>
        {mine.map((one, index) => (
          <Course
            key={one.enrolment.enrolmentId}
            {...one}
            isOpen={asked ? one.enrolment.courseCode === asked : index === 0}
          />
        ))}
      </ul>
    </section>
  )
}

function Course({ enrolment, course, isOpen }: Mine & { isOpen: boolean }) {
  const isLive = enrolment.deliveryType === 'live'
  const items = course ? itemsOf(course) : []
  const what = isLive ? 'session' : 'lesson'
  return (
    <li id={enrolment.courseCode} data-hue={course?.images.hue}>
      <div className={styles.row}>
        {course && <img src={course.images.poster} alt="" width={1200} height={750} loading="lazy" />}
        <div>
          <h3>{enrolment.title}</h3>
          <p>
            {isLive ? 'Live' : 'On demand'}
            {course && ` with ${course.instructor.name}`}
          </p>
        </div>
        <p className={styles.dates}>
          {enrolment.isFrozen ? (
            <Chip tone="warn">
              <Lock size={14} aria-hidden /> On hold
            </Chip>
          ) : (
            <Dates enrolment={enrolment} />
          )}
        </p>
      </div>
      {enrolment.isFrozen && <OnHold />}
      {course && items.length > 0 && !enrolment.isFrozen && (
        <details className={styles.fold} open={isOpen}>
          <summary>
            {items.length} {what}
            {items.length === 1 ? '' : 's'} <ChevronDown size={18} />
          </summary>
          {course.sessions.map((group) => (
            <Group key={group.title} title={group.title} items={group.items} zone={enrolment.timezoneId} />
          ))}
          {course.proSessions.length > 0 && (
            <Group title="Pro sessions" items={course.proSessions} zone={enrolment.timezoneId} />
          )}
          {isLive && (
            <p className={styles.zone}>
              Times are in your time zone (<ZoneName zone={enrolment.timezoneId} />
              ).
            </p>
          )}
        </details>
      )}
    </li>
  )
}

function OnHold() {
  return (
    <p className={styles.hold}>
      A bank is checking the payment for this course. Your seat is kept, but the course is closed until the bank has
      decided. If you think this is a mistake, <a href="/faq#chat-widget">write to us</a>.
    </p>
  )
}

function Dates({ enrolment: { startsAt, endsAt, timezoneId, nextSession, deliveryType } }: Pick<Mine, 'enrolment'>) {
  if (deliveryType === 'on-demand') return <>Open now</>
  if (nextSession) {
    return (
      <>
        Next <When at={nextSession.startsAt} zone={timezoneId} form="short" />
      </>
    )
  }
  if (startsAt && endsAt) {
    return (
      <>
        Ended <When at={endsAt} zone={timezoneId} form="day" />
      </>
    )
  }
  return <>Dates to be announced</>
}

function Group({ title, items, zone }: { title: string; items: Item[]; zone: string }) {
  return (
    <>
      <h4 className={styles.group}>{title}</h4>
      <ol className={styles.items}>
        {items.map((item) => (
          <li key={item.id} data-past={item.endsAt !== null && Date.parse(item.endsAt) < Date.now() ? '' : undefined}>
            {item.kind === 'live' ? <Video size={18} /> : <CirclePlay size={18} />}
            <div>
              <b>{item.title}</b>
              <p>{item.summary}</p>
            </div>
            <span>{item.startsAt ? <When at={item.startsAt} zone={zone} /> : `${item.minutes} min`}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
