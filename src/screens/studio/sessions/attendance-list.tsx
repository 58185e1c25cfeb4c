import { useCallback, useEffect, useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Unseen } from '#learn/lessons/parts/unseen.tsx'
import { type Attendee, listAttendance, markAttendance, type TaughtSession } from '#learn/live/wire/studio.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { When } from '#ui/local-time.tsx'
import styles from './session-editor.module.css'

type Props = { session: TaughtSession; as: SignedInAudience }
type Marked = { learner: Attendee; verdict: Attendee['verdict'] }

export function AttendanceList({ session: { sessionId, timezoneId }, as }: Props) {
  const [learners, setLearners] = useState<Attendee[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [last, setLast] = useState<Marked | null>(null)
  const load = useCallback(async () => {
    setError(null)
    const response = await browserClient().call(listAttendance, { auth: as, params: { sessionId } })
    if (response.error === null) setLearners(response.data.data.learners)
    setError(response.error)
  }, [sessionId, as])
  useEffect(() => void load(), [load])

  const mark = async (learner: Attendee, verdict: Attendee['verdict'], isUndo = false) => {
    const response = await browserClient().call(markAttendance, {
      auth: as,
      params: { sessionId },
      body: { personId: learner.personId, verdict },
    })
    setError(response.error)
    if (response.error !== null) return
    setLearners(response.data.data.learners)
    setLast(isUndo ? null : { learner, verdict })
  }

  return (
    <section className={styles.part} aria-label="Attendance">
      <h3>Attendance</h3>
      <p className={styles.quiet}>
        We see who used the join button, and not how long they stayed. Mark a learner if you know better.
      </p>
      {error && <ErrorMessage>{error}</ErrorMessage>}
      {learners === null && !error && <p role="status">Loading attendance…</p>}
      {learners === null && error && (
        <Button look="quiet" size="compact" onClick={() => void load()}>
          Try again
        </Button>
      )}
      {learners?.length === 0 && <p className={styles.quiet}>This class has no learners.</p>}
      {learners && learners.length > 0 && (
        <ul className={styles.learners}>
          {learners.map((learner) => (
            <LearnerRow key={learner.personId} learner={learner} zone={timezoneId} onMark={mark} />
          ))}
        </ul>
      )}
      <div className={styles.message}>
        <p role="status">
          {last && (
            <>
              <bdi>{last.learner.name}</bdi> is marked {last.verdict}.
            </>
          )}
        </p>
        {last && (
          <Button look="bare" size="compact" onClick={() => void mark(last.learner, last.learner.verdict, true)}>
            Undo
          </Button>
        )}
      </div>
    </section>
  )
}

type RowProps = {
  learner: Attendee
  zone: string
  onMark: (learner: Attendee, verdict: 'present' | 'absent') => Promise<void>
}

function LearnerRow({ learner, zone, onMark }: RowProps) {
  const { name, joinedAt, verdict, attended } = learner
  return (
    <li>
      <div>
        <b>{name}</b>
        <p>
          {joinedAt ? (
            <>
              Joined <When at={joinedAt} zone={zone} form="time" />
            </>
          ) : (
            'Didn’t join'
          )}
          {verdict && ` · marked ${verdict}`}
        </p>
      </div>
      <div className={styles.verdicts}>
        {(['present', 'absent'] as const).map((option) => (
          <Button
            key={option}
            look="quiet"
            size="compact"
            aria-pressed={attended === (option === 'present')}
            onClick={() => void onMark(learner, option)}
          >
            {option === 'present' ? 'Present' : 'Absent'} <Unseen>{name}</Unseen>
          </Button>
        ))}
      </div>
    </li>
  )
}
