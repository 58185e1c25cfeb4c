import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { formatLength, formatMinutes, type RoomModule } from '../parts/course-words.ts'
import { ReleaseText } from '../parts/release-text.tsx'
import { Tick } from '../parts/tick.tsx'
import type { CourseRoom } from '../wire/course.ts'
import styles from './lesson-side.module.css'

type Props = { room: CourseRoom; currentKey: string; zone: string }

export function LessonSide({ room, currentKey, zone }: Props) {
  const minutes = room.modules.flatMap(({ lessons }) => lessons).reduce((sum, lesson) => sum + lesson.minutes, 0)
  return (
    <nav className={styles.side} aria-labelledby="lessons">
      <header>
        <h2 id="lessons">Lessons</h2>
        <span>{formatMinutes(minutes)}</span>
      </header>
      {room.modules.map((module) => (
        <SideModule key={module.key} module={module} room={room} currentKey={currentKey} zone={zone} />
      ))}
    </nav>
  )
}

function SideModule({ module, room, currentKey, zone }: Props & { module: RoomModule }) {
  const { title, lessons, release } = module
  const done = lessons.filter(({ completedAt }) => completedAt !== null).length
  const courseCode = room.course.coursePrefixCode
  const isCurrent = lessons.some(({ key }) => key === currentKey)
  return (
    <details open={isCurrent || room.modules.length === 1}>
      <summary>
        {title}
        <small>
          {release.state === 'open' || release.needs.length > 0 ? (
            `${done} of ${lessons.length}`
          ) : (
            <ReleaseText release={release} zone={zone} courseCode={courseCode} />
          )}
        </small>
        <ChevronDown size={18} aria-hidden />
      </summary>
      <ol>
        {lessons.map((lesson) => (
          <li key={lesson.lessonId}>
            <SideLesson lesson={lesson} room={room} currentKey={currentKey} zone={zone} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function SideLesson({ lesson, room, currentKey, zone }: Props & { lesson: RoomModule['lessons'][number] }) {
  const { key, title, release, completedAt } = lesson
  const courseCode = room.course.coursePrefixCode
  const isOpen = room.access.state === 'open' && release.state === 'open'
  const isCurrent = key === currentKey
  const content = (
    <>
      <Tick state={completedAt ? 'done' : !isOpen ? 'locked' : isCurrent ? 'current' : 'open'} />
      <span>{title}</span>
      <small>{formatLength(lesson)}</small>
    </>
  )
  if (isOpen) {
    return (
      <Link to={getRoomPath(courseCode, key)} aria-current={isCurrent ? 'page' : undefined}>
        {content}
      </Link>
    )
  }
  return (
    <div className={styles.locked} aria-current={isCurrent ? 'page' : undefined}>
      {content}
      {release.state !== 'open' && (
        <small>
          <ReleaseText release={release} zone={zone} courseCode={courseCode} />
        </small>
      )}
    </div>
  )
}
