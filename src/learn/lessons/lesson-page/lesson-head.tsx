import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { formatParts, formatTeachers } from '../parts/course-words.ts'
import { Meter } from '../parts/meter.tsx'
import type { CourseRoom } from '../wire/course.ts'
import styles from './lesson-head.module.css'

export function LessonHead({ room: { course, progress, access } }: { room: CourseRoom }) {
  const path = getRoomPath(course.coursePrefixCode)
  return (
    <header className={styles.head}>
      <Link className={styles.back} to={path} aria-label={`Back to ${course.title}`}>
        <ArrowLeft size={20} />
      </Link>
      <p className={styles.course}>
        <Link to={path}>{course.title}</Link>
        {course.teachers.length > 0 && (
          <small>
            with <bdi>{formatTeachers(course.teachers)}</bdi>
          </small>
        )}
      </p>
      {!access.isTeacher && (
        <div className={styles.progress}>
          <Meter percent={progress.percent} label="Course progress" /> <span>{formatParts(progress)}</span>
        </div>
      )}
    </header>
  )
}
