import { Play } from 'lucide-react'
import { Link } from 'react-router'
import { getRoomPath, getSessionPath } from '#domain/learning/room-path.ts'
import { getStartSeconds } from '#domain/learning/watched.ts'
import { formatLeft, formatMinutes, formatParts } from '#learn/lessons/parts/course-words.ts'
import { Meter } from '#learn/lessons/parts/meter.tsx'
import { formatClock } from '#learn/lessons/player/controls/format-clock.ts'
import { getButtonClass } from '#ui/button.tsx'
import type { LearnerCourse, LearnerHome } from '../wire.ts'
import styles from './continue-card.module.css'
import { getLessonWords } from './next-verb.ts'

type Lesson = NonNullable<LearnerHome['learning']['continue']>
type Props = { lesson: Lesson; course: LearnerCourse | undefined }

export function ContinueCard({ lesson, course }: Props) {
  const { title, courseTitle, minutesLeft, secondsLeft, positionSeconds, coursePrefixCode, lessonKey, sessionId } =
    lesson
  const startSeconds = getStartSeconds(positionSeconds, positionSeconds + (secondsLeft ?? Number.POSITIVE_INFINITY))
  const { label, verb } = getLessonWords(lesson, course, Date.now())
  return (
    <section className={styles.card} aria-labelledby="continue" data-hue={course?.hue}>
      {course && (
        <span className={styles.picture}>
          <img src={lesson.posterUrl ?? course.poster} alt="" width={1200} height={750} />
          {secondsLeft !== null && <Play className={styles.play} size={24} aria-hidden />}
        </span>
      )}
      <div>
        <div className={styles.words}>
          <p>{label}</p>
          <h2 id="continue">{title}</h2>
          <p>
            {courseTitle}
            {sessionId && ' · recording'}
            {startSeconds > 0 && ` · goes on at ${formatClock(startSeconds)}`}
          </p>
        </div>
        <div className={styles.progress}>
          <p>
            <b>{secondsLeft !== null && positionSeconds > 0 ? formatLeft(secondsLeft) : formatMinutes(minutesLeft)}</b>
            {course && <span>{formatParts(course.progress)}</span>}
          </p>
          {course && <Meter percent={course.progress.percent} label={`Progress in ${courseTitle}`} />}
          <Link
            className={getButtonClass({ look: 'course', size: undefined, wide: true })}
            to={sessionId ? getSessionPath(sessionId) : getRoomPath(coursePrefixCode, lessonKey)}
          >
            {verb}
          </Link>
        </div>
      </div>
    </section>
  )
}
