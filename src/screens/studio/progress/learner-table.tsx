import { type ReactNode, useState } from 'react'
import { Meter } from '#learn/lessons/parts/meter.tsx'
import type { CourseLearners, LearnerView } from '#learn/lessons/wire/learners.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Chip } from '#ui/chip.tsx'
import { SuccessMessage } from '#ui/field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { type Column, DataTable, EmptyState, ListFoot } from '#ui/list/data-table.tsx'
import { ClassWhen, When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import { ExtendAccess } from './extend-access.tsx'
import styles from './learner-table.module.css'

type Props = {
  progress: CourseLearners
  isFirstPage: boolean
  session: AppSession
  isLive: boolean
  canExtend: boolean
}

export function LearnerTable({ progress, isFirstPage, session, isLive, canExtend }: Props) {
  const { learners, learnerCount, next } = progress
  const [openId, setOpenId] = useState<string | null>(null)
  const [message, setMessage] = useState<ReactNode>(null)
  if (learnerCount === 0)
    return <EmptyState>Nobody has enrolled yet. Learners appear here as soon as they do.</EmptyState>
  const accessColumn: Column<LearnerView> = {
    header: 'Access',
    className: styles.access,
    cell: (learner) => (
      <>
        <Access learner={learner} />
        {canExtend && learner.access.until && (
          <button
            type="button"
            className={styles.extend}
            aria-expanded={openId === learner.enrolmentId}
            onClick={() => {
              setMessage(null)
              setOpenId(openId === learner.enrolmentId ? null : learner.enrolmentId)
            }}
          >
            Extend<span className={text.unseen}> the access of {learner.name}</span>
          </button>
        )}
      </>
    ),
  }
  return (
    <Section title={learnerCount === 1 ? '1 learner' : `${learnerCount.toLocaleString('en-GB')} learners`}>
      {message && <SuccessMessage>{message}</SuccessMessage>}
      <DataTable
        columns={[
          ...(isLive ? [LEARNER, PROGRESS, SESSIONS, LAST_HERE] : [LEARNER, PROGRESS, LAST_HERE]),
          accessColumn,
        ]}
        rows={learners}
        rowKey={({ personId }) => personId}
        empty={null}
        below={(learner) =>
          openId === learner.enrolmentId && (
            <ExtendAccess
              learner={learner}
              as={session.as}
              onDone={() => {
                setOpenId(null)
                setMessage(
                  <>
                    <bdi>{learner.name}</bdi> has access for longer.
                  </>,
                )
              }}
            />
          )
        }
      />
      <ListFoot next={next} isFirst={isFirstPage} first="First page" more="Next page" />
    </Section>
  )
}

const LEARNER: Column<LearnerView> = {
  header: 'Learner',
  isRowHeader: true,
  cell: ({ name, cohort }) => (
    <>
      <b>{name}</b>
      <small>{cohort.name || cohort.courseCode}</small>
    </>
  ),
}
const PROGRESS: Column<LearnerView> = {
  header: 'Progress',
  className: styles.progress,
  cell: ({ name, percent, completedAt }) => (
    <>
      <b>{percent}%</b>
      <Meter percent={percent} label={`Progress of ${name}`} />
      {completedAt && (
        <small>
          Completed <When at={completedAt} zone="UTC" form="date-year" />
        </small>
      )}
    </>
  ),
}
const SESSIONS: Column<LearnerView> = {
  header: 'Sessions',
  cell: ({ sessions }) => (sessions.held === 0 ? 'None yet' : `${sessions.attended} of ${sessions.held}`),
}
const LAST_HERE: Column<LearnerView> = {
  header: 'Last here',
  cell: ({ lastSeenOn }) =>
    lastSeenOn ? <ClassWhen at={`${lastSeenOn}T12:00:00Z`} zone="UTC" form="date-year" /> : 'Never',
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
