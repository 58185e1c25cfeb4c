import { LockKeyhole } from 'lucide-react'
import { Link } from 'react-router'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { getSecondsLeft } from '#domain/learning/watched.ts'
import { Chip } from '#ui/chip.tsx'
import { formatLeft, formatLength, formatMinutes, type RoomLesson, type RoomModule } from '../parts/course-words.ts'
import { Meter } from '../parts/meter.tsx'
import { ReleaseText } from '../parts/release-text.tsx'
import { Tick, type TickState } from '../parts/tick.tsx'
import type { CourseRoom } from '../wire/course.ts'
import styles from './outline.module.css'

type Props = { room: CourseRoom; zone: string; currentKey: string | null }

export function Outline({ room, zone, currentKey }: Props) {
  const isOpen = room.access.state === 'open'
  const courseCode = room.course.coursePrefixCode
  if (room.modules.length === 0 && room.withdrawn.length === 0)
    return <p className={styles.empty}>No lessons yet. As soon as your teacher adds one, you see it here.</p>
  return (
    <div className={styles.outline}>
      {room.modules.map((module) => (
        <section key={module.key} className={styles.module} aria-labelledby={`module-${module.key}`}>
          <ModuleHeader module={module} zone={zone} courseCode={courseCode} />
          <ol>
            {module.lessons.map((lesson) => (
              <li key={lesson.lessonId} className={lesson.key === currentKey ? styles.current : undefined}>
                <LessonRow
                  lesson={lesson}
                  isOpen={isOpen && lesson.release.state === 'open'}
                  isCurrent={lesson.key === currentKey}
                  isModuleLocked={module.release.state !== 'open'}
                  zone={zone}
                  courseCode={courseCode}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
      {room.withdrawn.length > 0 && <Withdrawn lessons={room.withdrawn} courseCode={courseCode} />}
    </div>
  )
}

function ModuleHeader({ module, zone, courseCode }: { module: RoomModule; zone: string; courseCode: string }) {
  const { title, lessons, release } = module
  const done = lessons.filter(({ completedAt }) => completedAt !== null).length
  const minutes = lessons.reduce((sum, lesson) => sum + lesson.minutes, 0)
  return (
    <header>
      <h2 id={`module-${module.key}`}>
        {title} {module.kind === 'pro' && <Chip tone="pro">Pro</Chip>}
      </h2>
      <p>
        {release.state === 'open' ? (
          <>
            {done} of {lessons.length} · {formatMinutes(minutes)}
          </>
        ) : (
          <>
            <LockKeyhole size={16} aria-hidden /> <ReleaseText release={release} zone={zone} courseCode={courseCode} />
          </>
        )}
      </p>
      {release.state === 'open' && (
        <Meter percent={Math.floor((100 * done) / Math.max(1, lessons.length))} label={`${title}: lessons done`} />
      )}
    </header>
  )
}

type RowProps = {
  lesson: RoomLesson
  isOpen: boolean
  isCurrent: boolean
  isModuleLocked: boolean
  zone: string
  courseCode: string
}

function LessonRow({ lesson, isOpen, isCurrent, isModuleLocked, zone, courseCode }: RowProps) {
  const content = (
    <>
      <Tick state={getTick(lesson, isOpen, isCurrent)} />
      <span>
        <b>{lesson.title}</b>
        {lesson.summary && <small>{lesson.summary}</small>}
      </span>
      <span className={styles.length}>{describeLength(lesson)}</span>
    </>
  )
  if (isOpen) return <Link to={getRoomPath(courseCode, lesson.key)}>{content}</Link>
  return (
    <div className={styles.locked}>
      {content}
      {lesson.release.state !== 'open' && !(isModuleLocked && lesson.release.needs.length === 0) && (
        <small>
          <ReleaseText release={lesson.release} zone={zone} courseCode={courseCode} />
        </small>
      )}
    </div>
  )
}

function getTick({ completedAt }: RoomLesson, isOpen: boolean, isCurrent: boolean): TickState {
  if (completedAt) return 'done'
  if (!isOpen) return 'locked'
  return isCurrent ? 'current' : 'open'
}

function describeLength(lesson: RoomLesson): string {
  const { durationSeconds, positionSeconds, completedAt } = lesson
  if (completedAt || positionSeconds === 0 || durationSeconds === null) return formatLength(lesson)
  return formatLeft(getSecondsLeft(positionSeconds, durationSeconds))
}

function Withdrawn({ lessons, courseCode }: { lessons: CourseRoom['withdrawn']; courseCode: string }) {
  return (
    <section className={styles.module} aria-labelledby="withdrawn">
      <header>
        <h2 id="withdrawn">No longer in the course</h2>
        <p>Your notes stay here</p>
      </header>
      <ol>
        {lessons.map(({ lessonId, key, title }) => (
          <li key={lessonId}>
            <Link to={getRoomPath(courseCode, key)}>
              <Tick state="open" />
              <span>
                <b>{title}</b>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
