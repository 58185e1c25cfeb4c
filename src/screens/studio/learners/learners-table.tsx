import type { ReactNode } from 'react'
import type { ChosenCourse, LearnerRow } from '#learn/learners/wire.ts'
import { type Column, DataTable, RowLink } from '#ui/list/data-table.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import text from '#ui/text.module.css'
import styles from './learners.module.css'
import { formatLastSeen, nameCohort, PAYMENT_LABELS } from './words.ts'

type Props = {
  learners: LearnerRow[]
  openId: string | null
  learnerUrl: (enrolmentId: string) => string
  course: ChosenCourse | null
  empty: ReactNode
}

export function LearnersTable({ learners, openId, learnerUrl, course, empty }: Props) {
  return (
    <DataTable
      columns={listColumns(learnerUrl, course)}
      rows={learners}
      rowKey={({ enrolmentId }) => enrolmentId}
      openKey={openId}
      defaultSort="-joined"
      empty={empty}
    />
  )
}

function listColumns(learnerUrl: Props['learnerUrl'], course: ChosenCourse | null): Column<LearnerRow>[] {
  /** Only a course is sorted by more than the day. */
  const sort = (name: string) => (course ? { sort: name } : {})
  return [
    {
      header: 'Learner',
      card: 'top',
      className: styles.learner,
      ...sort('name'),
      cell: ({ enrolmentId, name, email, course: { title }, cohort }) => (
        <>
          <RowLink to={learnerUrl(enrolmentId)}>{name || email}</RowLink>
          <small>{email}</small>
          {course?.isLive !== false && (
            <small>
              {course
                ? nameCohort(cohort)
                : `${title}${cohort.name || cohort.startsAt ? `, ${nameCohort(cohort)}` : ''}`}
            </small>
          )}
        </>
      ),
    },
    { header: 'Lessons', card: 'bottom', ...sort('progress'), className: styles.lessons, cell: Lessons },
    ...(course && !course.isLive ? [] : [ATTENDED]),
    {
      header: 'Last seen',
      look: 'quiet',
      isWideOnly: true,
      ...sort('seen'),
      cell: ({ lastSeenOn }) => formatLastSeen(lastSeenOn, new Date()),
    },
    {
      header: 'Joined',
      look: 'quiet',
      isWideOnly: true,
      sort: 'joined',
      cell: ({ joinedAt }) => <When at={joinedAt} zone="UTC" form="date" />,
    },
    { header: 'Payment', look: 'number', card: 'topEnd', className: styles.payment, cell: Payment },
  ]
}

function Lessons({ lessons: { done, open }, isBehind }: LearnerRow) {
  if (open === 0) return <span className={styles.quiet}>None open yet</span>
  return (
    <>
      <b>
        {done} of {open}
      </b>
      {/* The number beside it says the same. */}
      <span className={styles.bar} aria-hidden="true">
        <i style={{ inlineSize: `${Math.round((done / open) * 100)}%` }} />
      </span>
      {isBehind && <small className={styles.warn}>Behind</small>}
    </>
  )
}

const ATTENDED: Column<LearnerRow> = {
  header: 'Attended',
  isWideOnly: true,
  cell: ({ attendance, cohort }) => {
    if (attendance.length === 0) return <span className={styles.quiet}>{cohort.startsAt ? 'None yet' : '–'}</span>
    return (
      <>
        <span className={styles.dots} aria-hidden="true">
          {attendance.slice(-12).map((isThere, index) => (
            <i key={getDotKey(index)} className={isThere ? styles.there : undefined} />
          ))}
        </span>
        <small>
          {attendance.filter(Boolean).length} of {attendance.length}
          <span className={text.unseen}> sessions</span>
        </small>
      </>
    )
  },
}

const getDotKey = (index: number) => `session ${index}`

export function Payment({ payment, money }: Pick<LearnerRow, 'payment' | 'money'>) {
  const isLate = payment === 'overdue'
  if (payment === 'free') return <b>Free seat</b>
  return (
    <>
      {money && (
        <b>
          <Money {...(payment === 'lost' ? money.kept : money.paid)} exact />
        </b>
      )}
      <small className={isLate ? styles.bad : payment === 'deposit' || payment === 'lost' ? styles.warn : undefined}>
        {payment === 'part-refunded' && money ? (
          <>
            <Money {...money.refunded} exact /> refunded, <Money {...money.kept} exact /> kept
          </>
        ) : money?.due ? (
          <>
            <Money {...money.due} exact /> {isLate ? 'overdue' : 'due'}{' '}
            {!isLate && money.dueAt && <When at={money.dueAt} zone="UTC" form="date" />}
          </>
        ) : (
          PAYMENT_LABELS[payment]
        )}
      </small>
    </>
  )
}
