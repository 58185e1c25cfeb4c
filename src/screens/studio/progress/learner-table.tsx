import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { SignedInAudience } from '#http/client.ts'
import { Meter } from '#learn/lessons/parts/meter.tsx'
import type { CourseLearners, LearnerView } from '#learn/lessons/wire/learners.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { withSearchParams } from '#people/app-shell/with-search-params.ts'
import { getButtonClass } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { SuccessMessage } from '#ui/field.tsx'
import { ClassWhen, When } from '#ui/local-time.tsx'
import table from '#ui/table.module.css'
import text from '#ui/text.module.css'
import { ExtendAccess } from './extend-access.tsx'
import styles from './learner-table.module.css'

type Props = {
  progress: CourseLearners
  query: URLSearchParams
  session: AppSession
  isLive: boolean
  canExtend: boolean
}

export function LearnerTable({ progress, query, session, isLive, canExtend }: Props) {
  const { learners, learnerCount, next } = progress
  const [openId, setOpenId] = useState<string | null>(null)
  const [message, setMessage] = useState<ReactNode>(null)
  const after = query.get('after')
  if (learnerCount === 0)
    return <p className={styles.empty}>Nobody has enrolled yet. Learners appear here as soon as they do.</p>
  return (
    <section className={styles.section} aria-labelledby="learners">
      <h2 id="learners">{learnerCount === 1 ? '1 learner' : `${learnerCount.toLocaleString('en-GB')} learners`}</h2>
      {message && <SuccessMessage>{message}</SuccessMessage>}
      <table className={`${table.table} ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">Learner</th>
            <th scope="col">Progress</th>
            {isLive && <th scope="col">Sessions</th>}
            <th scope="col">Last here</th>
            <th scope="col">Access</th>
          </tr>
        </thead>
        <tbody>
          {learners.map((learner) => (
            <LearnerRows
              key={learner.personId}
              learner={learner}
              isLive={isLive}
              canExtend={canExtend}
              as={session.as}
              isOpen={openId === learner.enrolmentId}
              onOpen={(isOpen) => {
                setMessage(null)
                setOpenId(isOpen ? learner.enrolmentId : null)
              }}
              onDone={() => {
                setOpenId(null)
                setMessage(
                  <>
                    <bdi>{learner.name}</bdi> has access for longer.
                  </>,
                )
              }}
            />
          ))}
        </tbody>
      </table>
      {(after || next) && (
        <nav className={styles.pages} aria-label="Pages of learners">
          {after && <PageLink to={withSearchParams(query, { after: null })}>First page</PageLink>}
          {next && <PageLink to={withSearchParams(query, { after: next })}>Next page</PageLink>}
        </nav>
      )}
    </section>
  )
}

type RowsProps = {
  learner: LearnerView
  isLive: boolean
  canExtend: boolean
  as: SignedInAudience
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onDone: () => void
}

function LearnerRows({ learner, isLive, canExtend, as, isOpen, onOpen, onDone }: RowsProps) {
  return (
    <>
      <tr>
        <LearnerCells learner={learner} isLive={isLive} />
        <td data-label="Access">
          <Access learner={learner} />
          {canExtend && learner.access.until && (
            <button type="button" className={styles.extend} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
              Extend<span className={text.unseen}> the access of {learner.name}</span>
            </button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.form}>
          <td colSpan={isLive ? 5 : 4}>
            <ExtendAccess learner={learner} as={as} onDone={onDone} />
          </td>
        </tr>
      )}
    </>
  )
}

function LearnerCells({ learner, isLive }: { learner: LearnerView; isLive: boolean }) {
  const { name, cohort, percent, sessions, completedAt, lastSeenOn } = learner
  return (
    <>
      <th scope="row">
        {name}
        <small>{cohort.name || cohort.courseCode}</small>
      </th>
      <td data-label="Progress">
        <span className={styles.percent}>{percent}%</span>
        <Meter percent={percent} label={`Progress of ${name}`} />
        {completedAt && (
          <small>
            Completed <When at={completedAt} zone="UTC" form="date-year" />
          </small>
        )}
      </td>
      {isLive && (
        <td data-label="Sessions">{sessions.held === 0 ? 'None yet' : `${sessions.attended} of ${sessions.held}`}</td>
      )}
      <td data-label="Last here">
        {lastSeenOn ? <ClassWhen at={`${lastSeenOn}T12:00:00Z`} zone="UTC" form="date-year" /> : 'Never'}
      </td>
    </>
  )
}

function Access({ learner: { access } }: { learner: LearnerView }) {
  if (access.state === 'locked') return <Chip tone="warn">Balance overdue</Chip>
  if (access.state === 'frozen') return <Chip tone="warn">On hold</Chip>
  if (!access.until) return <span>No end</span>
  return (
    <span>
      {access.state === 'over' ? 'Ended ' : 'Until '}
      <When at={access.until} zone="UTC" form="date-year" />
    </span>
  )
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className={getButtonClass({ look: 'quiet', size: 'compact', wide: undefined })} to={to}>
      {children}
    </Link>
  )
}
