import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { nameZone } from '#domain/dates/zone-name.ts'
import { getSessionPath } from '#domain/learning/room-path.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { EmptyHome } from '#people/app-shell/empty-home.tsx'
import { getButtonClass } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ClassWhen, InOtherZone, When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import { getLearnersPath, getStudioPath, getStudioSessionPath } from '../frame/studio-path.ts'
import { NewCourseButton } from '../new-course/new-course-dialog.tsx'
import type { CalendarSession, StudioHome } from '../wire.ts'
import { CourseCards } from './course-card.tsx'
import styles from './teacher-home.module.css'

type Props = { studio: StudioHome; session: AppSession }

/** The home page of a person who teaches: what is missing, money, next sessions, new orders, courses. */
export function TeacherHome({ head, studio, session }: Props & { head: ReactNode }) {
  const { courses, courseCount, sessions, orders, money, mayCreate } = studio
  if (courseCount === 0)
    return (
      <>
        {head}
        {mayCreate && <FirstCourse session={session} />}
      </>
    )
  return (
    <>
      <div className={styles.top}>
        <div>{head}</div>
        {mayCreate && <NewCourseButton session={session} />}
      </div>
      <div className={styles.home}>
        <div className={money ? styles.two : undefined}>
          <ToDo studio={studio} session={session} />
          {money && <KeptMoney money={money} session={session} />}
        </div>
        <div className={orders ? styles.halves : undefined}>
          <NextSessions sessions={sessions} session={session} />
          {orders && <NewOrders orders={orders} session={session} />}
        </div>
        <section aria-labelledby="taught">
          <header className={styles.head}>
            <h2 id="taught">Courses you teach</h2>
            {courseCount > courses.length && <Link to={getStudioPath(session)}>All {courseCount}</Link>}
          </header>
          <CourseCards courses={courses} session={session} heading="h3" />
        </section>
      </div>
    </>
  )
}

function FirstCourse({ session }: { session: AppSession }) {
  return (
    <EmptyHome title="Make your first course">
      <p>
        A title, a sentence, a price, and a date or a video are enough. The rest can change later, and nothing is public
        until you publish.
      </p>
      <NewCourseButton session={session} />
    </EmptyHome>
  )
}

function ToDo({ studio: { drafts, withoutLink }, session }: Props) {
  const moreCount = withoutLink.count - withoutLink.sessions.length
  const toSession = (code: string, sessionId: string) => getStudioSessionPath(session, code, sessionId)
  return (
    <section aria-labelledby="to-do">
      <header className={styles.head}>
        <h2 id="to-do">To do</h2>
      </header>
      {withoutLink.count + drafts.length === 0 && <p className={styles.quiet}>Nothing is missing.</p>}
      <ul className={styles.rows}>
        {withoutLink.sessions.map(({ sessionId, title, course, startsAt, timezoneId }) => (
          <li key={sessionId} className={styles.warning}>
            <div>
              <b>“{title}” has no meeting link</b>
              <p>
                {course.title}, <When at={startsAt} zone={timezoneId} form="short" />
              </p>
            </div>
            <QuietLink to={toSession(course.coursePrefixCode, sessionId)}>Add the link</QuietLink>
          </li>
        ))}
        {moreCount > 0 && (
          <li>
            <p className={styles.quiet}>
              {moreCount === 1
                ? '1 more session has no meeting link.'
                : `${moreCount} more sessions have no meeting link.`}
            </p>
          </li>
        )}
        {drafts.map(({ coursePrefixCode, title, missingCount }) => (
          <li key={coursePrefixCode}>
            <div>
              <b>“{title}” isn’t on sale yet</b>
              <p>
                {missingCount === 0
                  ? 'Nothing is missing. Publish it when you like.'
                  : missingCount === 1
                    ? '1 thing is missing.'
                    : `${missingCount} things are missing.`}
              </p>
            </div>
            <QuietLink to={getStudioPath(session, coursePrefixCode, 'overview')}>
              {missingCount === 0 ? 'Open it' : 'Go on'}
            </QuietLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function QuietLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={getButtonClass({ look: 'quiet', size: 'compact', wide: undefined })} to={to}>
      {children}
    </Link>
  )
}

function KeptMoney({
  money: { since, kept, due },
  session,
}: {
  money: NonNullable<StudioHome['money']>
  session: AppSession
}) {
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(new Date(since))
  return (
    <section className={styles.money} aria-labelledby="kept">
      <h2 id="kept">{month} so far</h2>
      <p className={styles.sum}>
        <Money {...kept} exact />
      </p>
      <p>kept, after refunds and disputes</p>
      {Number(due.amount) > 0 && (
        <p>
          <Money {...due} exact /> is still due from deposits
        </p>
      )}
      <Link to={getLearnersPath(session)}>
        See who bought <ArrowRight size={16} />
      </Link>
    </section>
  )
}

function NextSessions({ sessions, session }: { sessions: readonly CalendarSession[]; session: AppSession }) {
  const calendar = session.hasBoth ? `/studio/calendar?as=${session.as}` : '/studio/calendar'
  return (
    <section aria-labelledby="next-sessions">
      <header className={styles.head}>
        <h2 id="next-sessions">Next sessions</h2>
        {sessions.length > 0 && <Link to={calendar}>Calendar</Link>}
      </header>
      {sessions.length === 0 && <p className={styles.quiet}>No session ahead.</p>}
      <ul className={styles.rows}>
        {sessions.map(({ sessionId, title, startsAt, timezoneId, course }) => (
          <li key={sessionId} data-hue={course.hue}>
            <div>
              <b>
                {Date.parse(startsAt) <= Date.now() ? 'Now' : <When at={startsAt} zone={timezoneId} form="short" />}
              </b>
              <InOtherZone zone={timezoneId} as="div">
                <small>
                  <ClassWhen at={startsAt} zone={timezoneId} form="short" /> {nameZone(timezoneId)}
                </small>
              </InOtherZone>
              <p>
                {title}, {course.title}
              </p>
            </div>
            <QuietLink to={getSessionPath(sessionId)}>Open</QuietLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NewOrders({ orders, session }: { orders: NonNullable<StudioHome['orders']>; session: AppSession }) {
  return (
    <section aria-labelledby="new-orders">
      <header className={styles.head}>
        <h2 id="new-orders">
          New orders {orders.count > 0 && <span className={styles.quiet}>{orders.count} in 14 days</span>}
        </h2>
        {orders.count > 0 && <Link to={getLearnersPath(session)}>Learners</Link>}
      </header>
      {orders.count === 0 && <p className={styles.quiet}>None in the last 14 days.</p>}
      <ul className={styles.rows}>
        {orders.newest.map(({ orderId, coursePrefixCode, courseTitle, seats, total, completedAt, refunded }) => (
          <li key={orderId}>
            <div>
              <b>
                <Link className={styles.plain} to={getLearnersPath(session, coursePrefixCode)}>
                  {courseTitle}
                </Link>
              </b>
              <p>
                {seats === 1 ? '1 seat' : `${seats} seats`}, <When at={completedAt} zone="UTC" form="short" />{' '}
                {refunded !== 'none' && <Chip tone="past">{refunded === 'all' ? 'Refunded' : 'Part refunded'}</Chip>}
              </p>
            </div>
            <b>{Number(total.amount) === 0 ? 'Free' : <Money {...total} exact />}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
