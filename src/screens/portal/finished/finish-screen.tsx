import { Link } from 'react-router'
import { getRoomPath } from '#domain/learning/room-path.ts'
import type { SignedInAudience } from '#http/client.ts'
import type { Profile } from '#people/accounts/wire.ts'
import { focusHeading } from '#ui/focus.ts'
import { FinishCertificate } from './finish-certificate.tsx'
import styles from './finish-screen.module.css'
import { formatFinished } from './format-finished.ts'
import type { Finish } from './load-finish.ts'
import { NextSteps } from './next-steps.tsx'
import { OtherCourses } from './other-courses.tsx'

type Props = Finish & { as: SignedInAudience; profile: Profile }

export function FinishScreen({ room, certificate, others, as, profile }: Props) {
  const { course, progress } = room
  const firstName = profile.name.split(' ')[0] ?? ''
  return (
    <div className={styles.page} data-hue={course.hue}>
      <header className={styles.head}>
        <p>
          <Link to={getRoomPath(course.coursePrefixCode)}>{course.title}</Link>
        </p>
        <h1 ref={focusHeading} tabIndex={-1}>
          You finished the course{firstName && ', '}
          <bdi>{firstName}</bdi>
        </h1>
        <p>
          {formatFinished(progress)}
          {certificate && ' Your certificate is ready.'}
        </p>
      </header>
      {certificate && <FinishCertificate certificate={certificate} as={as} />}
      <NextSteps room={room} profile={profile} />
      <OtherCourses others={others} />
    </div>
  )
}
