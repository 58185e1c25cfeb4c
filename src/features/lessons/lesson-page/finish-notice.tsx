import { PartyPopper } from 'lucide-react'
import { Link } from 'react-router'
import { getButtonClass } from '#ui/button.tsx'
import { Notice } from '../room/access-notice.tsx'

/** Below a film that goes on playing: the course is finished before the film ends. */
export function FinishNotice({ path }: { path: string }) {
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
      Watch the rest of this lesson as long as you like.
    </Notice>
  )
}
