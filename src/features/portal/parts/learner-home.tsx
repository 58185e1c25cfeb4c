import type { Profile } from '#features/accounts/wire.ts'
import { focusArrival } from '#ui/arrival.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Poster } from '#ui/poster.tsx'
import type { Audience } from './audience.ts'
import styles from './learner-home.module.css'
import type { Mine, Waiting } from './load.ts'
import { MyCourses } from './my-courses.tsx'
import { nextOf } from './next.ts'
import { NextSession } from './next-session.tsx'
import { PortalFrame } from './portal-frame.tsx'

type Props = { audience: Audience; profile: Profile; mine: Mine[]; waiting: Waiting[] }

export function LearnerHome({ audience, profile, mine, waiting }: Props) {
  const next = nextOf(mine)
  const today = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date())

  return (
    <PortalFrame name={profile.name} audience={audience} current="home">
      <header className={styles.head}>
        <p>{today}</p>
        <h1 ref={focusArrival} tabIndex={-1}>
          {mine.length > 0 ? `Good to see you, ${firstName(profile.name)}` : `Welcome, ${firstName(profile.name)}`}
        </h1>
      </header>
      <div className={styles.home}>
        {waiting.length > 0 && (
          <div className={styles.waiting}>
            {waiting.map((order) => (
              <section key={order.orderId} className={styles.due} aria-label="Order not paid yet">
                <div>
                  <b>An order is waiting for its payment</b>
                  <p>{order.title} is held for you a little longer.</p>
                </div>
                <ButtonLink href={order.resumeUrl}>Go on with it</ButtonLink>
              </section>
            ))}
          </div>
        )}
        {next && <NextSession next={next} />}
        {mine.length > 0 ? <MyCourses mine={mine} /> : <NoCourses />}
      </div>
    </PortalFrame>
  )
}

function NoCourses() {
  return (
    <section className={styles.empty}>
      <div className={styles.prints} aria-hidden="true">
        {PRINTS.map((src) => (
          <Poster key={src} src={src} />
        ))}
      </div>
      <h2>No course yet</h2>
      <p>Pick one, and its dates and lessons appear here.</p>
      <ButtonLink href="/#courses">See all courses</ButtonLink>
    </section>
  )
}

const PRINTS = ['/art/print-1.svg', '/art/print-2.svg', '/art/print-3.svg']

const firstName = (name: string): string => name.split(' ')[0] ?? name
