import { LockKeyhole } from 'lucide-react'
import { Link } from 'react-router'
import { StatusCard, StatusCardFooter } from '#features/app-shell/status-card.tsx'
import { getButtonClass } from '#ui/button.tsx'
import { Support } from './access-notice.tsx'
import type { NoRoom as NoRoomReason } from './load-room.ts'
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
    lead: 'The course is closed to you. Your notes are in the download of your data, in your settings.',
  },
}

export function NoRoom({ is }: { is: Reason }) {
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
