import { ChevronDown } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { nameZone } from '#domain/dates/zone-name.ts'
import type { SignedInAudience } from '#http/client.ts'
import type { TaughtSession, TaughtSessions } from '#learn/live/wire/studio.ts'
import { Chip } from '#ui/chip.tsx'
import { withSearchParams } from '#ui/list/with-search-params.ts'
import { ClassWhen, InOtherZone, When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import { SessionEditor } from './session-editor.tsx'
import styles from './studio-sessions.module.css'

type Props = { taught: TaughtSessions; mayDate: boolean; as: SignedInAudience }

export function StudioSessions({ taught, mayDate, as }: Props) {
  const { sessions } = taught
  if (sessions.length === 0) {
    return <p className={styles.empty}>No dates yet. This course’s sessions appear here as soon as they are set.</p>
  }
  const isPast = ({ endsAt }: TaughtSession) => Date.parse(endsAt) < Date.now()
  const ahead = sessions.filter((session) => !isPast(session))
  const past = sessions.filter(isPast).toReversed()
  return (
    <>
      {ahead.length > 0 && <SessionRows sessions={ahead} taught={taught} mayDate={mayDate} as={as} />}
      {past.length > 0 && (
        <details className={styles.past} open>
          <summary className={text.opens}>Past sessions ({past.length})</summary>
          <SessionRows sessions={past} taught={taught} mayDate={mayDate} as={as} />
        </details>
      )}
    </>
  )
}

function SessionRows({ sessions, taught, mayDate, as }: Props & { sessions: TaughtSession[] }) {
  const [query, setQuery] = useSearchParams()
  const openId = query.get('open')
  return (
    <ol className={styles.list}>
      {sessions.map((session) => {
        const { sessionId } = session
        const isOpen = sessionId === openId
        const toggle = () =>
          setQuery(withSearchParams(query, { open: isOpen ? null : sessionId }), {
            replace: true,
            preventScrollReset: true,
          })
        return (
          <li key={sessionId}>
            <SessionSummary session={session} isOpen={isOpen} onToggle={toggle} />
            {isOpen && (
              <div id={`session-${sessionId}`}>
                <SessionEditor session={session} recordings={taught.recordings} mayDate={mayDate} as={as} />
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

type SummaryProps = { session: TaughtSession; isOpen: boolean; onToggle: () => void }

function SessionSummary({ session, isOpen, onToggle }: SummaryProps) {
  const { sessionId, title, startsAt, endsAt, timezoneId: zone, cohort } = session
  return (
    <div className={styles.summary}>
      <div>
        <h2>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `session-${sessionId}` : undefined}
            onClick={onToggle}
          >
            {title} <ChevronDown size={18} aria-hidden />
          </button>
        </h2>
        <p>
          <When at={startsAt} end={endsAt} zone={zone} />
          {cohort.name && ` · ${cohort.name}`}
        </p>
        <InOtherZone zone={zone} as="div">
          <p>
            <ClassWhen at={startsAt} zone={zone} form="short" /> {nameZone(zone)} (class time)
          </p>
        </InOtherZone>
      </div>
      <SessionState session={session} />
    </div>
  )
}

function SessionState({ session: { isCancelled, endsAt, meetingHost, recording } }: { session: TaughtSession }) {
  if (isCancelled) return <Chip tone="past">Cancelled</Chip>
  if (recording?.state === 'ready') return <Chip tone="good">Recording</Chip>
  if (Date.parse(endsAt) < Date.now()) return <Chip tone="past">Ended</Chip>
  return meetingHost ? <Chip tone="good">{meetingHost}</Chip> : <Chip tone="warn">No meeting link</Chip>
}
