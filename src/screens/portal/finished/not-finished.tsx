import { Link } from 'react-router'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { formatParts } from '#learn/lessons/parts/course-words.ts'
import { Meter } from '#learn/lessons/parts/meter.tsx'
import type { CourseRoom } from '#learn/lessons/wire/course.ts'
import { getButtonClass } from '#ui/button.tsx'
import { focusHeading } from '#ui/focus.ts'
import styles from './finish-screen.module.css'

export function NotFinished({ room: { course, progress, access } }: { room: CourseRoom }) {
  return (
    <div className={styles.early} data-hue={course.hue}>
      <h1 ref={focusHeading} tabIndex={-1}>
        {access.isTeacher ? 'You teach this course' : 'You haven’t finished this course yet'}
      </h1>
      {access.isTeacher ? (
        <p>Learners who finish it see their certificate here, and what they can do next.</p>
      ) : (
        <>
          <p>
            <bdi>{course.title}</bdi> · {formatParts(progress)}
          </p>
          <Meter percent={progress.percent} label="Course progress" />
        </>
      )}
      <Link
        className={getButtonClass({ look: 'course', size: undefined, wide: undefined })}
        to={getRoomPath(course.coursePrefixCode)}
      >
        Open the course
      </Link>
    </div>
  )
}
