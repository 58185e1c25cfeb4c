import { Link } from 'react-router'
import { ADMIN_LOG_IN_PATH, type AppSession } from '#people/accounts/session/app-session.ts'
import { focusHeading } from '#ui/focus.ts'
import { getProfilePath } from '../frame/studio-path.ts'
import { NewCourseButton } from '../new-course/new-course-dialog.tsx'
import type { StudioCard } from '../wire.ts'
import { CourseCards } from './course-card.tsx'
import { MakeItYours } from './make-it-yours.tsx'
import styles from './studio-home.module.css'

type Props = {
  courses: StudioCard[]
  mayCreate: boolean
  profileSlug: string | null
  session: AppSession
  /** An admin in a learner's session: there the role of an admin opens no course. */
  isAdminAsLearner: boolean
}

export function StudioHome({ courses, mayCreate, profileSlug, session, isAdminAsLearner }: Props) {
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1 ref={focusHeading} tabIndex={-1}>
            Studio
          </h1>
          <p>
            {courses.length > 0 ? (
              `${session.as === 'admin' ? 'All courses of this site' : 'The courses you teach'}, the next session first.`
            ) : mayCreate ? (
              'Make your first course: a title, a sentence, a price, a date and the seats are enough.'
            ) : isAdminAsLearner ? (
              <>
                You are logged in as a learner. <a href={`${ADMIN_LOG_IN_PATH}?from=/studio`}>Log in as admin</a> to
                make courses and open every course of this site.
              </>
            ) : (
              'You don’t teach a course yet. The operator of this site can give you one.'
            )}
          </p>
          {profileSlug && (
            <p>
              <Link to={getProfilePath(session, profileSlug)}>Your profile</Link>: how courses show you to learners.
            </p>
          )}
        </div>
        {mayCreate && <NewCourseButton session={session} />}
      </header>
      <CourseCards courses={courses} session={session} heading="h2" />
      <MakeItYours />
    </>
  )
}
