import { CircleCheck } from 'lucide-react'
import { nameZone } from '#domain/dates/zone-name.ts'
import type { SignedInAudience } from '#http/client.ts'
import { JoinButton } from '#learn/lessons/join/join-button.tsx'
import { Countdown } from '#learn/lessons/parts/countdown.tsx'
import { Button } from '#ui/button.tsx'
import { ClassWhen, InOtherZone, When } from '#ui/local-time.tsx'
import type { SessionPage } from '../wire/learn.ts'
import styles from './join-panel.module.css'

type Props = { session: SessionPage; as: SignedInAudience; onChange: () => void }

export function JoinPanel({ session, as, onChange }: Props) {
  const { state, startsAt, endsAt, opensAt, timezoneId: zone, hasMeeting } = session
  if (state === 'cancelled') {
    return (
      <section className={styles.panel} aria-labelledby="state">
        <h2 id="state">This session was cancelled</h2>
        <p>There is nothing to join. Your other dates are in your calendar.</p>
      </section>
    )
  }
  if (state === 'ended') return null
  const hasEnded = Date.parse(endsAt) <= Date.now()
  return (
    <section className={styles.panel} aria-label="Join">
      {hasEnded ? (
        <h2>This session has ended</h2>
      ) : (
        <p className={styles.countdown}>
          <Countdown startsAt={startsAt} />
        </p>
      )}
      {state === 'early' && (
        <p>
          You can join from <When at={opensAt} zone={zone} form="class-start" />
          <InOtherZone zone={zone}>
            {' '}
            (<ClassWhen at={opensAt} zone={zone} form="time" /> {nameZone(zone)})
          </InOtherZone>
          .
        </p>
      )}
      {!hasMeeting && (
        <div role="status">
          <p>The meeting link isn’t here yet. Your teacher adds it before the start.</p>
        </div>
      )}
      {state === 'open' &&
        (hasMeeting ? (
          <WayIn session={session} as={as} onChange={onChange} />
        ) : (
          <Button look="quiet" onClick={onChange}>
            Check again
          </Button>
        ))}
    </section>
  )
}

function WayIn({ session, as, onChange }: Props) {
  const { startsAt, closesAt, joinedAt, timezoneId: zone } = session
  const isEarly = Date.parse(startsAt) > Date.now()
  return (
    <>
      {joinedAt && (
        <p className={styles.joined}>
          <CircleCheck size={20} aria-hidden /> You joined at <When at={joinedAt} zone={zone} form="time" />
        </p>
      )}
      <JoinButton session={session} as={as} look={joinedAt ? 'quiet' : 'course'} size="tall" onChange={onChange} />
      <p className={styles.note}>
        {joinedAt ? (
          'The meeting is open in another tab. Your attendance appears here after the class.'
        ) : isEarly ? (
          <>
            The meeting is open, and opens in a new tab. Attendance counts from{' '}
            <When at={startsAt} zone={zone} form="time" />.
          </>
        ) : (
          <>
            The meeting opens in a new tab, on the site that your teacher uses. You can join until{' '}
            <When at={closesAt} zone={zone} form="time" />.
          </>
        )}
      </p>
    </>
  )
}
