import { Video } from 'lucide-react'
import { useState } from 'react'
import { getZoneCity } from '#domain/schedule.ts'
import { Countdown } from '#features/lessons/parts/countdown.tsx'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { ClassWhen, InOtherZone, When } from '#ui/local-time.tsx'
import { callJoinSession } from '../calls.ts'
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
          You can join from <When at={opensAt} zone={zone} />
          <InOtherZone zone={zone}>
            {' '}
            (<ClassWhen at={opensAt} zone={zone} form="time" /> in {getZoneCity(zone)})
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
          <JoinButton session={session} as={as} onChange={onChange} />
        ) : (
          <Button look="quiet" onClick={onChange}>
            Check again
          </Button>
        ))}
    </section>
  )
}

function JoinButton({ session, as, onChange }: Props) {
  const [message, setMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function join() {
    if (isBusy) return
    setBusy(true)
    setMessage(null)
    const response = await callJoinSession(browserClient(), as, session.sessionId)
    if (response.error === null) location.assign(response.data.data.goUrl)
    else {
      setMessage(response.error)
      if (response.status >= 400) onChange()
    }
    setBusy(false)
  }

  return (
    <>
      {message && <ErrorMessage>{message}</ErrorMessage>}
      <Button look="course" size="tall" aria-busy={isBusy} onClick={join}>
        <Video size={20} /> {isBusy ? 'Opening the meeting…' : 'Join the session'}
      </Button>
      <p className={styles.note}>The meeting opens in this tab, on the site that your teacher uses.</p>
    </>
  )
}
