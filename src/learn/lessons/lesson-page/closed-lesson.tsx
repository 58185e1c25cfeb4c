import { Link } from 'react-router'
import { nameZone } from '#domain/dates/zone-name.ts'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { getButtonClass } from '#ui/button.tsx'
import { focusHeading } from '#ui/focus.ts'
import { ClassWhen, InOtherZone, When } from '#ui/local-time.tsx'
import type { RoomLesson } from '../parts/course-words.ts'
import { ReleaseText } from '../parts/release-text.tsx'
import { AccessNotice } from '../room/access-notice.tsx'
import type { CourseRoom } from '../wire/course.ts'
import styles from './lesson-stage.module.css'
import { StatePanel } from './state-panel.tsx'

type Props = { room: CourseRoom; lesson: RoomLesson; zone: string }

export function ClosedLesson({ room, lesson, zone }: Props) {
  const { course, access } = room
  const isOpen = access.state === 'open'
  const { opensAt } = lesson.release
  const [need] = isOpen ? lesson.release.needs : []
  return (
    <>
      <StatePanel
        poster={course.poster}
        title={
          !isOpen ? (
            'This lesson is closed'
          ) : opensAt ? (
            <>
              Opens <When at={opensAt} zone={zone} form="short" />
            </>
          ) : (
            <ReleaseText release={lesson.release} zone={zone} courseCode={course.coursePrefixCode} />
          )
        }
        action={
          need && (
            <Link
              className={getButtonClass({ look: 'course', size: 'compact', wide: undefined })}
              to={getRoomPath(course.coursePrefixCode, need.lessonKey)}
            >
              Go to that lesson
            </Link>
          )
        }
      >
        {isOpen && opensAt && (
          <InOtherZone zone={zone}>
            <ClassWhen at={opensAt} zone={zone} form="short" /> {nameZone(zone)} (class time)
          </InOtherZone>
        )}
        {isOpen && lesson.release.state === 'planned' && 'It isn’t finished yet. It appears here when it is.'}
      </StatePanel>
      <AccessNotice access={access} zone={zone} />
      <div className={styles.title}>
        <div>
          <h1 ref={focusHeading} tabIndex={-1}>
            {lesson.title}
          </h1>
          <p>{lesson.summary}</p>
        </div>
        <Link
          className={getButtonClass({ look: 'quiet', size: undefined, wide: undefined })}
          to={getRoomPath(course.coursePrefixCode)}
        >
          Back to the course
        </Link>
      </div>
    </>
  )
}
