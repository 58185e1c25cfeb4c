import { GraduationCap } from 'lucide-react'
import { Link } from 'react-router'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { StatusCard, StatusCardFooter } from '#people/app-shell/status-card.tsx'
import { getButtonClass } from '#ui/button.tsx'
import styles from './no-course.module.css'
import { getStudioPath } from './studio-path.ts'

export function NoCourse({ session }: { session: AppSession }) {
  return (
    <div className={styles.page}>
      <StatusCard
        tone="info"
        icon={<GraduationCap size={22} />}
        title="We couldn’t find this course"
        lead="You don’t teach a course with this address."
      >
        <StatusCardFooter>
          <Link
            className={getButtonClass({ look: undefined, size: undefined, wide: undefined })}
            to={getStudioPath(session)}
          >
            See the courses you teach
          </Link>
        </StatusCardFooter>
      </StatusCard>
    </div>
  )
}
