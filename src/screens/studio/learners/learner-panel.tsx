import { type ReactNode, useState } from 'react'
import { EVERYBODY } from '#domain/messages/learner-choice.ts'
import type { LearnerDetail } from '#learn/learners/wire.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ErrorMessage, SuccessMessage } from '#ui/field.tsx'
import { DetailPanel } from '#ui/list/detail-panel.tsx'
import { ClassWhen, When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import { getStudioPath } from '../frame/studio-path.ts'
import { EndSeat } from './end-seat.tsx'
import { ExtendAccess } from './extend-access.tsx'
import { LearnerNote } from './learner-note.tsx'
import styles from './learners.module.css'
import { Payment } from './learners-table.tsx'
import { MessageLearners } from './message-learners.tsx'
import { MoveLearner } from './move-learner.tsx'
import { SendLogInLink } from './send-log-in-link.tsx'
import { formatLastSeen, nameCohort } from './words.ts'

type Props = {
  detail: LearnerDetail
  session: AppSession
  neighbours: { before: string | null; after: string | null }
  closeUrl: string
  onChanged: () => Promise<void>
}

export function LearnerPanel({ detail, session, neighbours, closeUrl, onChanged }: Props) {
  const { learner, actions, enrolments, waitlists } = detail
  const [message, setMessage] = useState<ReactNode>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isExtending, setExtending] = useState(false)
  const hasSeat = enrolments.some(({ enrolmentId, endedAt }) => enrolmentId === learner.enrolmentId && !endedAt)
  const { as } = session
  return (
    <DetailPanel
      title={<bdi>{learner.name || learner.email}</bdi>}
      status={<AccessChip learner={learner} hasSeat={hasSeat} />}
      neighbours={{ noun: 'learner', ...neighbours }}
      closeUrl={closeUrl}
    >
      <section>
        <p className={styles.who}>
          <a href={`mailto:${learner.email}`}>{learner.email}</a>
          <small>
            Joined <When at={learner.joinedAt} zone="UTC" form="date-year" />
            {detail.timezoneId && ` · ${detail.timezoneId.replaceAll('_', ' ')}`}
          </small>
        </p>
        {hasSeat && (
          <div className={styles.buttons}>
            {actions.includes('message.send') && learner.access.state === 'open' && (
              <MessageLearners
                course={learner.course.coursePrefixCode}
                filter={{ ...EVERYBODY, person: learner.personId }}
                session={session}
              />
            )}
            {actions.includes('learner.move') && (
              <MoveLearner
                enrolmentId={learner.enrolmentId}
                name={learner.name || learner.email}
                as={as}
                datesUrl={
                  actions.includes('dates.edit')
                    ? getStudioPath(session, learner.course.coursePrefixCode, 'dates')
                    : null
                }
                onChanged={onChanged}
                onMoved={() => setMessage('The seat has moved, and the e-mail is on its way.')}
              />
            )}
            {actions.includes('learner.access') && learner.access.until && (
              <Button
                look="quiet"
                size="compact"
                aria-expanded={isExtending}
                onClick={() => {
                  setMessage(null)
                  setExtending(!isExtending)
                }}
              >
                Extend access
              </Button>
            )}
            {actions.includes('message.send') && (
              <SendLogInLink
                enrolmentId={learner.enrolmentId}
                as={as}
                onSent={() => {
                  setRefusal(null)
                  setMessage(
                    `An e-mail is on its way to ${learner.email}. Its log-in link works once, for 15 minutes, also without a password. Owners and admins get one without a link.`,
                  )
                }}
                onRefused={(error) => {
                  setMessage(null)
                  setRefusal(error)
                }}
              />
            )}
            {as === 'admin' && detail.order && (
              <EndSeat
                enrolmentId={learner.enrolmentId}
                order={detail.order}
                onEnded={async () => {
                  await onChanged()
                  setMessage('The seat has ended.')
                }}
              />
            )}
          </div>
        )}
        {refusal && <ErrorMessage>{refusal}</ErrorMessage>}
        {message && <SuccessMessage>{message}</SuccessMessage>}
        {isExtending && (
          <ExtendAccess
            learner={learner}
            as={as}
            onDone={() => {
              setExtending(false)
              setMessage('Access lasts longer now.')
            }}
          />
        )}
      </section>
      <Progress detail={detail} />
      <Sessions sessions={detail.sessions} />
      <section>
        <h3>Payment</h3>
        <p>
          <Payment {...learner} />
        </p>
        {learner.money && (
          <p>
            {detail.order ? (
              <a className={text.link} href={`/portal/orders?as=admin&open=${detail.order.orderId}`}>
                Order {learner.money.orderNumber}
              </a>
            ) : (
              `Order ${learner.money.orderNumber}`
            )}
          </p>
        )}
      </section>
      <Mails mails={detail.mails} />
      {(enrolments.length > 1 || enrolments.some(({ movedFrom }) => movedFrom) || waitlists.length > 0) && (
        <section>
          <h3>Seats and waitlists</h3>
          <ul className={styles.rows}>
            {enrolments.map((seat) => (
              <li key={seat.enrolmentId}>
                <b>{seat.cohortName}</b>
                <When at={seat.joinedAt} zone="UTC" form="date-year" />
                <small>
                  {seat.endedAt ? (
                    <>
                      Ended <When at={seat.endedAt} zone="UTC" form="date-year" />
                    </>
                  ) : (
                    'Has the seat'
                  )}
                  {seat.movedFrom && `, moved from ${seat.movedFrom}`}
                </small>
              </li>
            ))}
            {waitlists.map(({ cohortName, seats, since }) => (
              <li key={`${cohortName} ${since}`}>
                <b>{cohortName}</b>
                <When at={since} zone="UTC" form="date-year" />
                <small>On the waitlist{seats > 1 && `, for ${seats} seats`}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
      <LearnerNote key={learner.personId} detail={detail} as={as} onChanged={onChanged} />
    </DetailPanel>
  )
}

function AccessChip({ learner: { access }, hasSeat }: Pick<LearnerDetail, 'learner'> & { hasSeat: boolean }) {
  if (!hasSeat) return <Chip tone="past">Seat ended</Chip>
  if (access.state === 'locked') return <Chip tone="warn">Balance overdue</Chip>
  if (access.state === 'frozen') return <Chip tone="warn">On hold</Chip>
  if (access.state === 'over') return <Chip tone="past">Access ended</Chip>
  return null
}

function Progress({ detail: { learner, lessons } }: Pick<Props, 'detail'>) {
  const { access, attendance, cohort, course } = learner
  return (
    <section>
      <h3>
        {course.title}
        {(cohort.name || cohort.startsAt) && `, ${nameCohort(cohort)}`}
      </h3>
      <div className={styles.figures}>
        <p>
          <b>
            {learner.lessons.done} of {learner.lessons.open}
          </b>
          <span>lessons open so far</span>
          {learner.isBehind && <small className={styles.warn}> Behind</small>}
        </p>
        {attendance.length > 0 && (
          <p>
            <b>
              {attendance.filter(Boolean).length} of {attendance.length}
            </b>
            <span>sessions so far</span>
          </p>
        )}
      </div>
      <p>
        Last seen: {formatLastSeen(learner.lastSeenOn, new Date())}. Access{' '}
        {access.until ? (
          <>
            {access.state === 'over' ? 'ended' : 'until'} <When at={access.until} zone="UTC" form="date-year" />.
          </>
        ) : (
          'has no end.'
        )}
      </p>
      {lessons.length > 0 && (
        <details>
          <summary className={text.opens}>All lessons</summary>
          <ul className={styles.rows}>
            {lessons.map(({ lessonId, title, state, completedAt }) => (
              <li key={lessonId}>
                <span>{title}</span>
                {completedAt ? <When at={completedAt} zone="UTC" form="date" /> : <span>{LESSON_STATES[state]}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const LESSON_STATES = { done: 'Done', started: 'Started', open: 'Not begun', later: 'Not open yet' } as const
const SESSION_STATES = { attended: 'Attended', missed: 'Missed', ahead: 'Ahead' } as const

function Sessions({ sessions }: Pick<LearnerDetail, 'sessions'>) {
  if (sessions.length === 0) return null
  return (
    <section>
      <h3>Attendance</h3>
      <ul className={styles.rows}>
        {sessions.map(({ sessionId, title, startsAt, timezoneId, state }) => (
          <li key={sessionId}>
            <span>{title}</span>
            <span className={state === 'missed' ? styles.warn : undefined}>{SESSION_STATES[state]}</span>
            <small>
              <ClassWhen at={startsAt} zone={timezoneId} form="date" />
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mails({ mails }: Pick<LearnerDetail, 'mails'>) {
  return (
    <section>
      <h3>E-mails about this course</h3>
      {mails.length === 0 && <p className={styles.quiet}>None yet.</p>}
      <ul className={styles.rows}>
        {mails.map(({ mailId, kind, subject, at, isSent }) => (
          <li key={mailId}>
            <b>{subject}</b>
            <When at={at} zone="UTC" form="date" />
            <small>{[...(kind === subject ? [] : [kind]), ...(isSent ? [] : ['not sent'])].join(', ')}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
