import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import styles from './course-dates.module.css'
import type { ProChange, ProSession } from './series-form.ts'

type Props = {
  proposed: readonly ProSession[]
  changes: Readonly<Record<string, ProChange>>
  /** By `pro-` and the key of the lesson. */
  faults: Readonly<Record<string, string>>
  onChange: (lessonKey: string, change: ProChange) => void
}

/** The pro sessions that buyers are promised: each has a day and a time, or is left out on purpose. */
export function ProSessions({ proposed, changes, faults, onChange }: Props) {
  if (proposed.length === 0) return null
  const leftOut = proposed.filter(({ lessonKey }) => changes[lessonKey]?.isLeftOut).length
  return (
    <div className={styles.plan}>
      <header>
        <h3>{proposed.length === 1 ? '1 pro session' : `${proposed.length} pro sessions`}</h3>
        <p>In class time</p>
      </header>
      <ol>
        {proposed.map((session) => {
          const { lessonKey, title, isLeftOut, day, start } = {
            isLeftOut: false,
            ...session,
            ...changes[session.lessonKey],
          }
          return (
            <li key={lessonKey} className={`${styles.pro} ${isLeftOut ? styles.skipped : ''}`}>
              <p>
                <strong>{isLeftOut ? <s>{title}</s> : title}</strong> {isLeftOut && 'Left out'}
              </p>
              <Button
                look="bare"
                size="compact"
                onClick={() => onChange(lessonKey, { isLeftOut: !isLeftOut })}
                aria-label={isLeftOut ? `Teach ${title}` : `Leave out ${title}`}
              >
                {isLeftOut ? 'Teach anyway' : 'Leave out'}
              </Button>
              {!isLeftOut && (
                <div className={styles.pair}>
                  <Field
                    idPrefix={`pro-${lessonKey}`}
                    name="day"
                    label="Day"
                    type="date"
                    value={day}
                    error={faults[`pro-${lessonKey}`]}
                    onChange={({ currentTarget }) => onChange(lessonKey, { day: currentTarget.value })}
                  />
                  <Field
                    idPrefix={`pro-${lessonKey}`}
                    name="start"
                    label="Starts"
                    type="time"
                    value={start}
                    onChange={({ currentTarget }) => onChange(lessonKey, { start: currentTarget.value })}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ol>
      {leftOut > 0 && (
        <p className={styles.quiet}>
          The course’s page promises {proposed.length === 1 ? 'this pro session' : `${proposed.length} pro sessions`} to
          everybody who buys. Take {leftOut === 1 ? 'it' : 'them'} off the curriculum if no dates have{' '}
          {leftOut === 1 ? 'it' : 'them'}.
        </p>
      )}
    </div>
  )
}
