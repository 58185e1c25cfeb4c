import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { UNDO_SECONDS } from '#domain/messages/broadcast.ts'
import { browserClient } from '#http/client.ts'
import { type MessageSummary, sendMessageNow, undoMessage } from '#learn/messages/wire.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import { getStudioPath } from '../frame/studio-path.ts'
import { usePolling } from '../media/use-polling.ts'
import { countPeople, formatWait } from './message-words.ts'
import styles from './messages.module.css'

const POLLED_SECONDS = 90

type Props = { message: MessageSummary; course: string; session: AppSession }

/** A message that waits: for the 30 seconds of an undo, or for its time. */
export function SendingNow({ message, course, session }: Props) {
  const { messageId, subject, sendAt, readerCount, to } = message
  const seconds = useSecondsLeft(message)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const wait = formatWait(seconds)
  const isPlanned = seconds > 60
  const people = readerCount ? countPeople(readerCount) : 'the portal only'
  // Its state will change by itself soon.
  usePolling(seconds < POLLED_SECONDS, () => void revalidate())
  const call = { auth: session.as, params: { course, messageId }, body: {} }

  async function run(endpoint: typeof undoMessage | typeof sendMessageNow): Promise<void> {
    if (isBusy) return
    setBusy(true)
    const response = await browserClient().call(endpoint, call)
    setBusy(false)
    setError(response.error)
    if (endpoint === undoMessage && response.error === null)
      await navigate(getStudioPath(session, course, `messages/${messageId}`))
    await revalidate()
  }

  return (
    <section className={styles.sending} aria-label={`Sending “${subject}”`}>
      {!isPlanned && <Ring seconds={Math.max(0, seconds)} />}
      <div>
        <h2>
          {isPlanned ? (
            <>
              Scheduled for <When at={sendAt!} zone="UTC" form="long" />, to {people}
            </>
          ) : (
            `Sending to ${people} ${wait ? `in ${wait}` : 'now…'}`
          )}
        </h2>
        <p>
          “<bdi>{subject}</bdi>”, {to}
        </p>
        <p className={text.unseen} role="status">
          {isPlanned ? 'Planned.' : `Sending in ${UNDO_SECONDS} seconds. You can undo until then.`}
        </p>
        {error && <ErrorMessage>{error}</ErrorMessage>}
      </div>
      <div className={styles.ways}>
        <Button aria-busy={isBusy} aria-disabled={seconds <= 0} onClick={() => void run(undoMessage)}>
          <Undo2 size={18} /> {isPlanned ? 'Take it back' : 'Undo'}
        </Button>
        <button
          type="button"
          className={styles.now}
          aria-disabled={isBusy || seconds <= 0}
          onClick={() => void run(sendMessageNow)}
        >
          Send now
        </button>
      </div>
    </section>
  )
}

function Ring({ seconds }: { seconds: number }) {
  return (
    <span className={styles.ring} aria-hidden="true">
      <svg viewBox="0 0 36 36" role="presentation">
        <circle cx="18" cy="18" r="15" />
        <circle
          className={styles.left}
          cx="18"
          cy="18"
          r="15"
          pathLength={UNDO_SECONDS}
          strokeDasharray={`${Math.min(seconds, UNDO_SECONDS)} ${UNDO_SECONDS}`}
        />
      </svg>
      <b>{Math.min(seconds, UNDO_SECONDS)}</b>
    </span>
  )
}

/** Counted from the answer of the server: the clock of the browser may be wrong. */
function useSecondsLeft({ startsIn, messageId, sendAt }: MessageSummary): number {
  const start = startsIn ?? 0
  const [seconds, setSeconds] = useState(start)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message or another time counts anew
  useEffect(() => {
    const loadedAt = performance.now()
    const count = () => setSeconds(start - Math.floor((performance.now() - loadedAt) / 1000))
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [start, messageId, sendAt])
  return seconds
}
