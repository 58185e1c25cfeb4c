import { Link, useRevalidator } from 'react-router'
import { useNextState } from '#learn/lessons/join/use-next-state.ts'
import { ADMIN_LOG_IN_PATH, type AppSession, portalPath } from '#people/accounts/session/app-session.ts'
import { EmptyHome } from '#people/app-shell/empty-home.tsx'
import { HomeHeader } from '#people/app-shell/home-header.tsx'
import { ButtonLink } from '#ui/button.tsx'
import type { LearnerHome as LearnerHomeData } from '../wire.ts'
import { ContinueCard } from './continue-card.tsx'
import { DueList, hasDueItems } from './due-list.tsx'
import styles from './learner-home.module.css'
import { getLiveGreeting, LiveNow } from './live-now.tsx'
import { MyCourses } from './my-courses.tsx'
import { NextSession } from './next-session.tsx'
import { OwnCredit } from './own-credit.tsx'
import { TeacherPart } from './teacher-part.ts'
import { Waiting } from './waiting.tsx'

type Props = LearnerHomeData & { session: AppSession }

export function LearnerHome({ session, ...home }: Props) {
  const { revalidate } = useRevalidator()
  const { profile, learning, studio } = home
  const { courses, nextSession } = learning
  const today = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date())
  const live = nextSession?.state === 'open' ? nextSession : null
  const isKnown = courses.length > 0 || (studio?.courseCount ?? 0) > 0
  const refresh = () => void revalidate()
  useNextState(nextSession, refresh)
  const head = (
    <HomeHeader
      label={today}
      greeting={live ? getLiveGreeting(live) : isKnown ? 'Good to see you' : 'Welcome'}
      name={profile.name}
    >
      {profile.roles.includes('community-admin') && <AdminWay session={session} />}
    </HomeHeader>
  )
  if (!studio)
    return (
      <>
        {head}
        <Learning home={home} onChange={refresh} />
      </>
    )
  return (
    <>
      <TeacherPart head={head} studio={studio} session={session} />
      {isLearning(home) && (
        <section className={styles.learning} aria-labelledby="learning">
          <h2 id="learning">As a learner</h2>
          <Learning home={home} onChange={refresh} />
        </section>
      )}
    </>
  )
}

/** The ordinary log-in gives an admin a learner's session; an admin's begins at /login. docs/contract §3. */
function AdminWay({ session }: { session: AppSession }) {
  return (
    <p>
      You are also an admin.{' '}
      {session.hasBoth ? (
        <Link to={portalPath('', { as: 'admin', hasBoth: true })}>Open the administration</Link>
      ) : (
        <a href={ADMIN_LOG_IN_PATH}>Log in as admin</a>
      )}
    </p>
  )
}

function isLearning({ learning, unpaidOrders, waiting, credit }: LearnerHomeData): boolean {
  const { courses, nextSession, continue: lesson, due } = learning
  const { waitlistEntries, interests } = waiting
  const lists = [courses, due, unpaidOrders, waitlistEntries, interests]
  return lists.some(({ length }) => length > 0) || nextSession !== null || lesson !== null || credit !== null
}

function Learning({ home, onChange }: { home: LearnerHomeData; onChange: () => void }) {
  const { learning, unpaidOrders, waiting, credit, studio } = home
  const { courses, nextSession, continue: lesson } = learning
  const find = (code: string) => courses.find(({ coursePrefixCode }) => coursePrefixCode === code)
  const due = { learning, unpaidOrders }
  const live = nextSession?.state === 'open' ? nextSession : null
  const next = live ? null : nextSession
  return (
    <div className={styles.home}>
      {live && <LiveNow key={live.sessionId} session={live} course={find(live.coursePrefixCode)} onChange={onChange} />}
      {(lesson || next) && (
        <div className={lesson && next ? styles.two : undefined}>
          {lesson && <ContinueCard lesson={lesson} course={find(lesson.coursePrefixCode)} />}
          {next && <NextSession session={next} course={find(next.coursePrefixCode)} />}
        </div>
      )}
      {hasDueItems(due) && <DueList {...due} onChange={onChange} />}
      {(waiting.waitlistEntries.length > 0 || waiting.interests.length > 0) && <Waiting {...waiting} />}
      {courses.length > 0 && <MyCourses courses={courses} />}
      {courses.length === 0 && !studio && <NoCourses />}
      {credit && <OwnCredit credit={credit} />}
    </div>
  )
}

function NoCourses() {
  return (
    <EmptyHome title="No course yet">
      <p>Pick one, and its dates and lessons appear here.</p>
      <ButtonLink href="/#courses">See all courses</ButtonLink>
    </EmptyHome>
  )
}
