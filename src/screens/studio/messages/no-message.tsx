import { Link } from 'react-router'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import text from '#ui/text.module.css'
import { CourseFrame } from '../frame/course-frame.tsx'
import { getStudioPath } from '../frame/studio-path.ts'
import type { StudioCourse } from '../wire.ts'
import styles from './messages.module.css'
import { UnsentWords } from './unsent-words.tsx'

type Props = { course: StudioCourse; messageId: string; personId: string; session: AppSession }

export function NoMessage({ course, messageId, personId, session }: Props) {
  return (
    <CourseFrame
      course={course}
      session={session}
      page="messages"
      title="We couldn’t find this message"
      lead="It may have been a draft that somebody deleted."
    >
      <div className={styles.write}>
        <UnsentWords place={{ personId, course: course.coursePrefixCode, messageId }} sent={null} />
        <p>
          <Link className={text.link} to={getStudioPath(session, course.coursePrefixCode, 'messages')}>
            See all messages
          </Link>
        </p>
      </div>
    </CourseFrame>
  )
}
