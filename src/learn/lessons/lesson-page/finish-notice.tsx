import { PartyPopper } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getButtonClass } from '#ui/button.tsx'
import { Notice } from '../room/access-notice.tsx'

/** Leads to the finish screen from where a learner finished the course. */
export function FinishNotice({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Notice
      icon={<PartyPopper size={20} />}
      title="You finished the course"
      tone="good"
      action={
        <Link className={getButtonClass({ look: 'course', size: undefined, wide: undefined })} to={path}>
          See what’s next
        </Link>
      }
    >
      {children}
    </Notice>
  )
}
