import { Link } from 'react-router'
import { getFinishPath, getRoomPath } from '#domain/learning/room-path.ts'
import { getSecondsLeft } from '#domain/learning/watched.ts'
import { MY_CERTIFICATES_PATH } from '#learn/certificates/my-certificates-path.ts'
import { getButtonClass } from '#ui/button.tsx'
import { When } from '#ui/local-time.tsx'
import { findNextLesson, formatLeft, type RoomLesson } from '../parts/course-words.ts'
import { Ring } from '../parts/meter.tsx'
import type { CourseRoom } from '../wire/course.ts'
import styles from './progress-card.module.css'

export function ProgressCard({ room, zone }: { room: CourseRoom; zone: string }) {
  const { progress, access, completion, course } = room
  const isMoreDated = room.sessions.filter(({ state }) => state !== 'cancelled').length > progress.sessions.total
  const parts = [
    { label: 'Lessons', ...progress.lessons },
    { label: isMoreDated ? 'Required sessions' : 'Sessions', ...progress.sessions },
  ].filter(({ total }) => total > 0)
  return (
    <section className={styles.card} aria-labelledby="progress">
      <div className={styles.head}>
        <Ring percent={progress.percent} label={`${progress.percent}% done`} />
        <div>
          <h2 id="progress">{completion ? 'You finished this course' : 'Your progress'}</h2>
          {completion && (
            <p>
              on <When at={completion.completedAt} zone={zone} form="date-year" />
            </p>
          )}
          {progress.newSinceCompletion > 0 && <p>{progress.newSinceCompletion} new since you finished</p>}
        </div>
      </div>
      <ul>
        {parts.map(({ label, complete, total }) => (
          <li key={label}>
            {label}{' '}
            <b>
              {complete} of {total}
            </b>
          </li>
        ))}
        {access.until && access.state === 'open' && (
          <li>
            Access until{' '}
            <b>
              <When at={access.until} zone={zone} form="date-year" />
            </b>
          </li>
        )}
      </ul>
      {completion && (
        <Link className={styles.certificate} to={getFinishPath(course.coursePrefixCode)}>
          What’s next
        </Link>
      )}
      {room.certificateId && (
        <Link className={styles.certificate} to={`${MY_CERTIFICATES_PATH}#${room.certificateId}`}>
          See your certificate
        </Link>
      )}
      {access.state === 'open' && <NextLessonLink room={room} courseCode={course.coursePrefixCode} />}
    </section>
  )
}

function NextLessonLink({ room, courseCode }: { room: CourseRoom; courseCode: string }) {
  const lesson = findNextLesson(room.modules)
  const shown = lesson ?? findFirstOpen(room)
  if (!shown) return null
  const verb = getVerb(room, lesson)
  return (
    <Link
      className={getButtonClass({ look: 'course', size: undefined, wide: true })}
      to={getRoomPath(courseCode, shown.key)}
    >
      <span className={styles.label}>
        {verb}
        <small>{describe(shown)}</small>
      </span>
    </Link>
  )
}

function getVerb(room: CourseRoom, lesson: RoomLesson | null): string {
  if (lesson?.startedAt) return 'Continue'
  if (lesson && hasStarted(room)) return 'Next'
  const startsAt = room.cohort?.startsAt
  if (startsAt && Date.parse(startsAt) > Date.now()) return 'Look inside'
  return lesson ? 'Start' : 'Watch again'
}

function describe({ title, durationSeconds, positionSeconds, completedAt }: RoomLesson): string {
  if (completedAt || positionSeconds === 0 || durationSeconds === null) return title
  return `${title}, ${formatLeft(getSecondsLeft(positionSeconds, durationSeconds))}`
}

const listLessons = ({ modules }: CourseRoom) => modules.flatMap(({ lessons }) => lessons)
const hasStarted = (room: CourseRoom) => listLessons(room).some(({ startedAt }) => startedAt !== null)
const findFirstOpen = (room: CourseRoom) =>
  listLessons(room).find(({ release, kind }) => release.state === 'open' && kind !== 'live') ?? null
