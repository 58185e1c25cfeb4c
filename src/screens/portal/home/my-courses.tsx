import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { formatParts, formatTeachers } from '#learn/lessons/parts/course-words.ts'
import { Meter } from '#learn/lessons/parts/meter.tsx'
import { Unseen } from '#learn/lessons/parts/unseen.tsx'
import { getButtonClass } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { When } from '#ui/local-time.tsx'
import type { LearnerCourse } from '../wire.ts'
import styles from './my-courses.module.css'
import { getCourseVerb } from './next-verb.ts'

export function MyCourses({ courses }: { courses: LearnerCourse[] }) {
  return (
    <section aria-labelledby="my-courses">
      <header className={styles.head}>
        <h2 id="my-courses">My courses</h2>
        <a href="/#courses">Find another</a>
      </header>
      <ul className={styles.list}>
        {courses.map((course) => (
          <Course key={course.coursePrefixCode} course={course} />
        ))}
      </ul>
    </section>
  )
}

function Course({ course }: { course: LearnerCourse }) {
  const { coursePrefixCode, title, deliveryType, teachers, poster, hue, access } = course
  return (
    <li data-hue={hue}>
      <img src={poster} alt="" width={1200} height={750} loading="lazy" />
      <div>
        <h3>{title}</h3>
        <p>
          {deliveryType === 'live' ? 'Live online' : 'On demand'}
          {teachers.length > 0 && (
            <>
              {' '}
              with <bdi>{formatTeachers(teachers)}</bdi>
            </>
          )}
          <Dates course={course} />
        </p>
      </div>
      <div className={styles.progress}>
        <Progress course={course} />
      </div>
      <Link
        className={getButtonClass({ look: 'quiet', size: 'compact', wide: undefined })}
        to={getRoomPath(coursePrefixCode)}
      >
        {access.state === 'open' ? getCourseVerb(course, Date.now()) : 'See why'} <Unseen>{title}</Unseen>
      </Link>
    </li>
  )
}

function Dates({ course }: { course: LearnerCourse }) {
  const { deliveryType, startsAt, endsAt, timezoneId, cancelledSessions } = course
  const zone = timezoneId ?? 'UTC'
  if (deliveryType === 'on-demand') return null
  if (!startsAt || !endsAt) return ' · dates to be announced'
  const [verb, at] =
    Date.parse(endsAt) < Date.now()
      ? ['ended', endsAt]
      : Date.parse(startsAt) > Date.now()
        ? ['starts', startsAt]
        : ['until', endsAt]
  return (
    <>
      {' · '}
      {verb} <When at={at} zone={zone} form="day" />
      {cancelledSessions.map((session) => (
        <span key={session.startsAt}>
          {' · '}“{session.title}” on <When at={session.startsAt} zone={zone} form="day" /> was cancelled
        </span>
      ))}
    </>
  )
}

const CLOSED = { locked: 'Payment overdue', frozen: 'On hold', over: 'Access ended' } as const

function Progress({ course: { access, progress, completedAt, title } }: { course: LearnerCourse }) {
  if (access.state !== 'open') {
    const label = access.state in CLOSED ? CLOSED[access.state as keyof typeof CLOSED] : 'Closed'
    return (
      <p>
        <Chip tone={access.state === 'over' ? 'past' : 'warn'}>
          <Lock size={14} aria-hidden /> {label}
        </Chip>
      </p>
    )
  }
  if (access.isTeacher) return <p>You teach this course</p>
  if (completedAt)
    return (
      <p>
        <Chip tone="good">Finished</Chip>
      </p>
    )
  return (
    <>
      <p>
        <b>{progress.percent}%</b> · {formatParts(progress)}
      </p>
      <Meter percent={progress.percent} label={`Progress in ${title}`} />
    </>
  )
}
