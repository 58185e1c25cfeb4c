import { ArrowLeft, ArrowRight, Check, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { getSecondsLeft } from '#domain/learning/watched.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button, getButtonClass } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { focusHeading } from '#ui/focus.ts'
import { formatLeft, formatMinutes } from '../parts/course-words.ts'
import { formatClock } from '../player/controls/format-clock.ts'
import type { CourseRoom } from '../wire/course.ts'
import { type LessonPage, markLessonDone, undoLessonDone } from '../wire/lesson.ts'
import styles from './lesson-stage.module.css'

type Props = { room: CourseRoom; lesson: LessonPage; as: SignedInAudience; onChange: () => void }

export function LessonTitle({ room, lesson, as, onChange }: Props) {
  return (
    <div className={styles.title}>
      <div>
        <h1 ref={focusHeading} tabIndex={-1}>
          {lesson.title}
        </h1>
        <p>{describeLesson(room, lesson)}</p>
      </div>
      <LessonActions lesson={lesson} as={as} onChange={onChange} />
    </div>
  )
}

export function LessonActions({ lesson, as, onChange }: Omit<Props, 'room'>) {
  const { previous, next, course } = lesson
  return (
    <div className={styles.actions}>
      <DoneButton lesson={lesson} as={as} onChange={onChange} />
      {previous?.isOpen && (
        <Link
          className={getButtonClass({ look: 'bare', size: undefined, wide: undefined })}
          to={getRoomPath(course.coursePrefixCode, previous.key)}
          aria-label={`Previous lesson: ${previous.title}`}
        >
          <ArrowLeft size={18} /> Previous
        </Link>
      )}
      {next?.isOpen && (
        <Link
          className={getButtonClass({ look: 'course', size: undefined, wide: undefined })}
          to={getRoomPath(course.coursePrefixCode, next.key)}
          aria-label={`Next lesson: ${next.title}`}
        >
          Next lesson <ArrowRight size={18} />
        </Link>
      )}
    </div>
  )
}

function describeLesson(
  room: CourseRoom,
  { lessonId, content, progress, watchedPercent, minutes }: LessonPage,
): string {
  const lessons = room.modules.flatMap((module) => module.lessons).filter(({ state }) => state === 'published')
  const index = lessons.findIndex((lesson) => lesson.lessonId === lessonId)
  const media = content?.kind === 'video' || content?.kind === 'audio' ? content.media : null
  const length = media?.durationSeconds ?? null
  const left = length === null ? null : formatLeft(getSecondsLeft(progress.positionSeconds, length))
  const parts = [
    index >= 0 && `Lesson ${index + 1} of ${lessons.length}`,
    left === null
      ? formatMinutes(minutes)
      : progress.positionSeconds > 0 && !progress.completedAt
        ? left
        : formatClock(length ?? 0),
    left !== null && !progress.completedAt && !room.access.isTeacher && `Done when you’ve watched ${watchedPercent}%`,
  ]
  return parts.filter(Boolean).join(' · ')
}

type DoneProps = Pick<Props, 'lesson' | 'as' | 'onChange'>

function DoneButton({ lesson, as, onChange }: DoneProps) {
  const { lessonId, canMarkDone, progress } = lesson
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const change = async (endpoint: typeof markLessonDone | typeof undoLessonDone) => {
    setBusy(true)
    const response = await browserClient().call(endpoint, { auth: as, params: { lessonId } })
    setBusy(false)
    setFailure(response.error)
    if (response.error === null) onChange()
  }
  return (
    <>
      {progress.completedAt ? (
        <span className={styles.done} role="status">
          <CircleCheck size={20} /> Done
        </span>
      ) : (
        canMarkDone && (
          <Button look="quiet" aria-busy={isBusy} onClick={() => void change(markLessonDone)}>
            <Check size={18} /> Mark done
          </Button>
        )
      )}
      {progress.completedBy === 'marked' && (
        <Button look="bare" aria-busy={isBusy} onClick={() => void change(undoLessonDone)}>
          Undo
        </Button>
      )}
      {failure && <ErrorMessage>{failure}</ErrorMessage>}
    </>
  )
}
