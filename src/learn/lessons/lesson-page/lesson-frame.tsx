import { Link } from 'react-router'
import { getRoomPath } from '#domain/learning/room-path.ts'
import type { SignedInAudience } from '#http/client.ts'
import type { Profile } from '#people/accounts/wire.ts'
import { getButtonClass } from '#ui/button.tsx'
import { focusHeading } from '#ui/focus.ts'
import { ClosedLesson } from './closed-lesson.tsx'
import styles from './lesson-frame.module.css'
import { LessonHead } from './lesson-head.tsx'
import { LessonSide } from './lesson-side.tsx'
import stage from './lesson-stage.module.css'
import { LessonView } from './lesson-view.tsx'
import type { LoadedLesson } from './load-lesson.ts'

export type OpenRoom = Extract<LoadedLesson, { room: unknown }>

type Props = { loaded: OpenRoom; lessonKey: string; as: SignedInAudience; profile: Profile }

export function LessonFrame({ loaded, lessonKey, as, profile }: Props) {
  const { room } = loaded
  const zone = room.cohort?.timezoneId ?? 'UTC'
  return (
    <div data-hue={room.course.hue}>
      <LessonHead room={room} />
      <div className={styles.body}>
        <div className={styles.stage}>
          <Stage loaded={loaded} as={as} profile={profile} zone={zone} />
        </div>
        <LessonSide key={room.course.coursePrefixCode} room={room} currentKey={lessonKey} zone={zone} />
      </div>
    </div>
  )
}

function Stage({ loaded, as, profile, zone }: Omit<Props, 'lessonKey'> & { zone: string }) {
  const { room } = loaded
  switch (loaded.is) {
    case 'lesson':
      return (
        <LessonView
          key={loaded.lesson.lessonId}
          room={room}
          lesson={loaded.lesson}
          playback={loaded.playback}
          as={as}
          profile={profile}
          zone={zone}
        />
      )
    case 'closed':
      return <ClosedLesson room={room} lesson={loaded.lesson} zone={zone} />
    case 'unknown':
      return (
        <div className={stage.title}>
          <div>
            <h1 ref={focusHeading} tabIndex={-1}>
              We couldn’t find this lesson
            </h1>
            <p>The course has no lesson with this address. It may have been renamed or taken out.</p>
          </div>
          <Link
            className={getButtonClass({ look: 'quiet', size: undefined, wide: undefined })}
            to={getRoomPath(room.course.coursePrefixCode)}
          >
            Back to the course
          </Link>
        </div>
      )
  }
}
