import { CircleAlert, LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { When } from '#ui/local-time.tsx'
import { useSite } from '#ui/use-site.ts'
import type { CourseRoom } from '../wire/course.ts'
import styles from './access-notice.module.css'

type Access = CourseRoom['access']

export function AccessNotice({ access, zone }: { access: Access; zone: string }) {
  switch (access.state) {
    case 'locked':
      return <LockedNotice payUrl={access.payUrl} />
    case 'frozen':
      return (
        <Notice icon={<LockKeyhole size={20} />} title="Your access is on hold" tone="warn">
          A bank is checking a payment for this course. Your seat, progress and notes are kept. Lessons and sessions
          stay closed until the bank has decided. If you think this is a mistake, <Support>write to us</Support>.
        </Notice>
      )
    case 'over':
      return (
        <Notice icon={<LockKeyhole size={20} />} title="Your access has ended" tone="plain">
          {access.until && (
            <>
              It ended on <When at={access.until} zone={zone} form="date-year" />.{' '}
            </>
          )}
          You can still see the list of lessons, your progress and your notes. If you need more time,{' '}
          <Support>write to us</Support>.
        </Notice>
      )
    default:
      return null
  }
}

function LockedNotice({ payUrl }: { payUrl: string | null }) {
  const action = payUrl && (
    <ButtonLink href={payUrl} size="compact">
      Pay the balance
    </ButtonLink>
  )
  return (
    <Notice icon={<CircleAlert size={20} />} title="A payment is overdue" tone="warn" action={action}>
      {payUrl ? (
        'Lessons and sessions are closed until the balance is paid. They open again at once after the payment.'
      ) : (
        <>
          Lessons and sessions are closed until the balance of your order is paid. Please ask the person who booked your
          seat to pay it, or <Support>write to us</Support>.
        </>
      )}
    </Notice>
  )
}

export function Support({ children }: { children: ReactNode }) {
  const support = useSite()?.support
  return support ? <a href={`mailto:${support}`}>{children}</a> : children
}

type NoticeProps = {
  icon: ReactNode
  title: string
  tone: 'warn' | 'good' | 'plain'
  action?: ReactNode
  children: ReactNode
}

export function Notice({ icon, title, tone, action, children }: NoticeProps) {
  return (
    <section className={`${styles.notice} ${styles[tone]}`} aria-label={title}>
      <span aria-hidden="true">{icon}</span>
      <div>
        <b>{title}</b>
        <p>{children}</p>
      </div>
      {action}
    </section>
  )
}
