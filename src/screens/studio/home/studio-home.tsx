import { Link } from 'react-router'
import { formatTeachers } from '#learn/lessons/parts/course-words.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Chip } from '#ui/chip.tsx'
import { focusHeading } from '#ui/focus.ts'
import { When } from '#ui/local-time.tsx'
import { listCoursePages } from '../frame/course-pages.ts'
import { getProfilePath, getStudioPath } from '../frame/studio-path.ts'
import { NewCourseButton } from '../new-course/new-course-dialog.tsx'
import type { StudioCourse } from '../wire.ts'
import { MakeItYours } from './make-it-yours.tsx'
import styles from './studio-home.module.css'

type Props = { courses: StudioCourse[]; mayCreate: boolean; profileSlug: string | null; session: AppSession }

export function StudioHome({ courses, mayCreate, profileSlug, session }: Props) {
  return (
    <>
      <header className={styles.head}>
        <h1 ref={focusHeading} tabIndex={-1}>
          Studio
        </h1>
        <p>
          {courses.length > 0
            ? 'The courses you teach, the next session first.'
            : mayCreate
              ? 'Make your first course: a title, a sentence, a price, a date and the seats are enough.'
              : 'You don’t teach a course yet. The operator of this site can give you one.'}
        </p>
        {mayCreate && <NewCourseButton session={session} />}
        {profileSlug && (
          <p>
            <Link to={getProfilePath(session, profileSlug)}>Your profile</Link>: how courses show you to learners.
          </p>
        )}
      </header>
      <ul className={styles.courses}>
        {courses.map((course) => (
          <StudioCourseCard key={course.coursePrefixCode} course={course} session={session} />
        ))}
      </ul>
      <MakeItYours />
    </>
  )
}

function StudioCourseCard({ course, session }: { course: StudioCourse; session: AppSession }) {
  const { coursePrefixCode, title, state, deliveryType, teachers, poster, hue } = course
  return (
    <li data-hue={hue}>
      <img src={poster} alt="" width={1200} height={750} loading="lazy" />
      <div>
        <h2>{title}</h2>
        <p>
          <bdi>{formatTeachers(teachers)}</bdi> · {deliveryType === 'live' ? 'live' : 'on demand'}{' '}
          {state !== 'published' && <Chip tone="past">{state === 'draft' ? 'Draft' : 'Withdrawn'}</Chip>}
        </p>
      </div>
      <NextSession course={course} />
      <nav aria-label={title}>
        {listCoursePages(course).map(({ path, label, Icon }) => (
          <Link key={path} to={getStudioPath(session, coursePrefixCode, path)}>
            <Icon size={18} /> {label}
          </Link>
        ))}
      </nav>
    </li>
  )
}

function NextSession({ course: { nextSession, deliveryType } }: { course: StudioCourse }) {
  if (!nextSession) {
    return (
      <p className={styles.next}>{deliveryType === 'live' ? 'No session ahead' : 'Learners start when they like'}</p>
    )
  }
  const { startsAt, timezoneId, hasMeeting } = nextSession
  return (
    <p className={styles.next}>
      Next session
      <b>
        <When at={startsAt} zone={timezoneId} form="short" />
      </b>
      {!hasMeeting && <Chip tone="warn">No meeting link</Chip>}
    </p>
  )
}
