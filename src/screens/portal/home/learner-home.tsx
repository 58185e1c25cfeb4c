import { useRevalidator } from 'react-router'
import { useNextState } from '#learn/lessons/join/use-next-state.ts'
import { HomeHeader } from '#people/app-shell/home-header.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Poster } from '#ui/poster.tsx'
import type { LearnerHome as LearnerHomeData } from '../wire.ts'
import { ContinueCard } from './continue-card.tsx'
import { DueList, hasDueItems } from './due-list.tsx'
import styles from './learner-home.module.css'
import { getLiveGreeting, LiveNow } from './live-now.tsx'
import { MyCourses } from './my-courses.tsx'
import { NextSession } from './next-session.tsx'
import { OwnCredit } from './own-credit.tsx'
import { Waiting } from './waiting.tsx'

export function LearnerHome({ profile, learning, credit, unpaidOrders, waiting }: LearnerHomeData) {
  const { revalidate } = useRevalidator()
  const { courses, nextSession, continue: lesson } = learning
  const today = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date())
  const find = (code: string) => courses.find(({ coursePrefixCode }) => coursePrefixCode === code)
  const home = { learning, unpaidOrders }
  const live = nextSession?.state === 'open' ? nextSession : null
  const next = live ? null : nextSession
  const refresh = () => void revalidate()
  useNextState(nextSession, refresh)

  return (
    <>
      <HomeHeader
        label={today}
        greeting={live ? getLiveGreeting(live) : courses.length > 0 ? 'Good to see you' : 'Welcome'}
        name={profile.name}
      />
      <div className={styles.home}>
        {live && (
          <LiveNow key={live.sessionId} session={live} course={find(live.coursePrefixCode)} onChange={refresh} />
        )}
        {(lesson || next) && (
          <div className={lesson && next ? styles.two : undefined}>
            {lesson && <ContinueCard lesson={lesson} course={find(lesson.coursePrefixCode)} />}
            {next && <NextSession session={next} course={find(next.coursePrefixCode)} />}
          </div>
        )}
        {hasDueItems(home) && <DueList {...home} onChange={refresh} />}
        {(waiting.waitlistEntries.length > 0 || waiting.interests.length > 0) && <Waiting {...waiting} />}
        {courses.length > 0 ? <MyCourses courses={courses} /> : <NoCourses />}
        {credit && <OwnCredit credit={credit} />}
      </div>
    </>
  )
}

function NoCourses() {
  return (
    <section className={styles.empty}>
      <div className={styles.prints} aria-hidden="true">
        {POSTER_URLS.map((src) => (
          <Poster key={src} src={src} />
        ))}
      </div>
      <h2>No course yet</h2>
      <p>Pick one, and its dates and lessons appear here.</p>
      <ButtonLink href="/#courses">See all courses</ButtonLink>
    </section>
  )
}

const POSTER_URLS = ['/art/print-1.svg', '/art/print-2.svg', '/art/print-3.svg']
