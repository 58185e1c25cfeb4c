import { LockKeyhole } from 'lucide-react'
import { Link } from 'react-router'
import { StatusCard, StatusCardFooter } from '#people/app-shell/status-card.tsx'
import { ButtonLink, getButtonClass } from '#ui/button.tsx'
import { Support } from './access-notice.tsx'
import type { NoRoom as NoRoomReason, OfferedCourse } from './load-room.ts'
import styles from './no-room.module.css'

type Reason = NoRoomReason | 'no-session'

const TEXTS: Record<Reason, { title: string; lead: string }> = {
  missing: { title: 'We couldn’t find this course', lead: 'You have no seat in a course with this address.' },
  'no-session': {
    title: 'We couldn’t find this session',
    lead: 'You have no seat in a class with a session at this address.',
  },
  unconfirmed: {
    title: 'Please confirm your enrolment',
    lead: 'We sent you an e-mail with a link. The course opens as soon as you have used it.',
  },
  revoked: {
    title: 'Your enrolment has ended',
    lead: 'You can’t open this course any more. Your notes are in your data download, in your settings.',
  },
}

export type NoRoomProps = { is: Reason; course?: OfferedCourse | null }

export function NoRoom({ is, course = null }: NoRoomProps) {
  if (course) return <NoSeat course={course} />
  const { title, lead } = TEXTS[is]
  return (
    <div className={styles.page}>
      <StatusCard tone="info" icon={<LockKeyhole size={22} />} title={title} lead={lead}>
        <StatusCardFooter>
          <Link className={getButtonClass({ look: undefined, size: undefined, wide: undefined })} to="/portal">
            See my courses
          </Link>
          {is === 'revoked' && (
            <Link className={getButtonClass({ look: 'quiet', size: undefined, wide: undefined })} to="/portal/settings">
              Open settings
            </Link>
          )}
          <p>
            Is this a mistake? <Support>Write to us</Support>.
          </p>
        </StatusCardFooter>
      </StatusCard>
    </div>
  )
}

function NoSeat({ course: { title, url } }: { course: OfferedCourse }) {
  return (
    <div className={styles.page}>
      <StatusCard
        tone="info"
        icon={<LockKeyhole size={22} />}
        title={title}
        lead="This link is for people with a seat in the course. You have none with this account."
      >
        <StatusCardFooter>
          <ButtonLink href={url}>See the course</ButtonLink>
          <Link className={getButtonClass({ look: 'quiet', size: undefined, wide: undefined })} to="/portal">
            See my courses
          </Link>
          <p>
            Did you buy it with another address? Log in with that one, or <Support>write to us</Support>.
          </p>
        </StatusCardFooter>
      </StatusCard>
    </div>
  )
}
