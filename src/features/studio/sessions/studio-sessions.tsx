import { getZoneCity } from '#domain/schedule.ts'
import type { TaughtSession } from '#features/live/wire/studio.ts'
import { Chip } from '#ui/chip.tsx'
import { ClassWhen, InOtherZone, When } from '#ui/local-time.tsx'
import styles from './studio-sessions.module.css'

export function StudioSessions({ sessions }: { sessions: TaughtSession[] }) {
  if (sessions.length === 0) {
    return <p className={styles.empty}>No dates yet. This course’s sessions appear here as soon as they are set.</p>
  }
  return (
    <ol className={styles.list}>
      {sessions.map((session) => (
        <SessionRow key={session.sessionId} session={session} />
      ))}
    </ol>
  )
}

function SessionRow({ session }: { session: TaughtSession }) {
  const { title, startsAt, endsAt, timezoneId: zone, cohort } = session
  return (
    <li>
      <div>
        <h2>{title}</h2>
        <p>
          <When at={startsAt} zone={zone} />–<When at={endsAt} zone={zone} form="time" /> · {cohort.name}
        </p>
        <InOtherZone zone={zone} as="div">
          <p>
            <ClassWhen at={startsAt} zone={zone} form="short" /> in {getZoneCity(zone)} (class time)
          </p>
        </InOtherZone>
      </div>
      <SessionState session={session} />
    </li>
  )
}

function SessionState({ session: { isCancelled, endsAt, meetingHost, recording } }: { session: TaughtSession }) {
  if (isCancelled) return <Chip tone="past">Cancelled</Chip>
  if (recording?.state === 'ready') return <Chip tone="good">Recording</Chip>
  if (Date.parse(endsAt) < Date.now()) return <Chip tone="past">Ended</Chip>
  return meetingHost ? <Chip tone="good">{meetingHost}</Chip> : <Chip tone="warn">No meeting link</Chip>
}
