import { Clock, TriangleAlert } from 'lucide-react'
import type { PlannedSession, Series } from '#catalogue/dates/wire.ts'
import { isSameZone, nameZone } from '#domain/dates/zone-name.ts'
import { Button } from '#ui/button.tsx'
import { formatTime } from '#ui/format-time.ts'
import styles from './course-dates.module.css'
import { formatWallTime, toWallTime } from './wall-time.ts'

type Props = {
  plan: Series | null
  /** Of the class. */
  zone: string
  moved: Readonly<Record<string, string>>
  onSkip: (day: string) => void
  onTeach: (day: string) => void
  onMove: (localStart: string, to: string) => void
}

/** Each session with the class's time and the visitor's, before it is saved. */
export function SeriesPlan({ plan, zone, moved, onSkip, onTeach, onMove }: Props) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (!plan) return <p className={styles.quiet}>Choose the first day and the time to see the sessions.</p>
  const taught = plan.sessions.filter(({ isSkipped }) => !isSkipped)
  const hasOwn = !isSameZone(own, zone)
  return (
    <div className={styles.plan} aria-live="polite">
      <header>
        <h3>{taught.length === 1 ? '1 session' : `${taught.length} sessions`}</h3>
        <p>{hasOwn ? `${nameZone(zone)}, then your time` : nameZone(zone)}</p>
      </header>
      <ol>
        {plan.sessions.map((session) => {
          const { day, isSkipped, localStart, title } = session
          if (isSkipped)
            return (
              <li key={day} className={styles.skipped}>
                <b aria-hidden="true">–</b>
                <p>
                  <s>{formatDay(day)}</s> Left out
                </p>
                <Button
                  look="bare"
                  size="compact"
                  onClick={() => onTeach(day)}
                  aria-label={`Teach on ${formatDay(day)}`}
                >
                  Teach anyway
                </Button>
              </li>
            )
          const number = taught.indexOf(session) + 1
          const change = hasOwn ? describeChange(session, taught[number - 2], own) : null
          const start = (moved[localStart] ?? localStart).slice(11)
          return (
            <li key={day}>
              {change && (
                <p className={styles.clocks}>
                  <Clock size={18} aria-hidden />
                  <span>
                    <b>The clocks change before this session.</b> The class stays at {localStart.slice(11)}. {change}
                  </span>
                </p>
              )}
              <b>{number}</b>
              <p>
                <strong>{formatDay(day)}</strong> {title}
              </p>
              <p className={styles.hours}>
                {start}
                {hasOwn && session.startsAt && !moved[localStart] && (
                  <small data-shifted={change ? true : undefined}>
                    {formatOwn(session.startsAt, day, own)} your time
                  </small>
                )}
              </p>
              <Button look="bare" size="compact" onClick={() => onSkip(day)} aria-label={`Leave out ${formatDay(day)}`}>
                Leave out
              </Button>
              <RowWarning session={session} isMoved={moved[localStart] !== undefined} onMove={onMove} />
            </li>
          )
        })}
      </ol>
      {plan.newLessons.length > 0 && (
        <p className={styles.quiet}>
          The curriculum gets{' '}
          {plan.newLessons.length === 1 ? '1 live lesson' : `${plan.newLessons.length} live lessons`}:{' '}
          {plan.newLessons[0]}
          {plan.newLessons.length > 1 && ` to ${plan.newLessons.at(-1)}`}. You can rename them there.
        </p>
      )}
    </div>
  )
}

type WarningProps = { session: PlannedSession; isMoved: boolean; onMove: Props['onMove'] }

function RowWarning({ session: { fault, nearest, localStart, overlap }, isMoved, onMove }: WarningProps) {
  if (fault === 'past') return <Warning>This time is past. Please leave it out, or choose a later first day.</Warning>
  if (fault && !isMoved)
    return (
      <Warning>
        {fault === 'skipped'
          ? 'The clocks skip this hour on that day.'
          : 'The clocks have this hour twice on that day.'}{' '}
        {nearest.map((time) => (
          <Button key={time} look="bare" size="compact" onClick={() => onMove(localStart, time)}>
            Use {time.slice(11)}
          </Button>
        ))}
      </Warning>
    )
  return overlap ? <Warning>At the same time as {overlap}.</Warning> : null
}

function Warning({ children }: { children: React.ReactNode }) {
  return (
    <div className={styles.warning}>
      <TriangleAlert size={16} aria-hidden /> <span>{children}</span>
    </div>
  )
}

/** Where the visitor's hour is another one than at the session before. */
function describeChange(session: PlannedSession, before: PlannedSession | undefined, own: string): string | null {
  if (!session.startsAt || !before?.startsAt) return null
  const [now, then] = [session, before].map(({ startsAt }) => formatTime(startsAt!, own, 'time'))
  return now === then ? null : `Your time moves from ${then} to ${now}.`
}

/** With its day where that is another one than the class's. */
function formatOwn(at: string, day: string, own: string): string {
  return formatTime(at, own, toWallTime(at, own).day === day ? 'time' : 'short')
}

const formatDay = (day: string) => formatWallTime(day, '12:00', 0)!.split(',')[0]!
