import { ArrowRight } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { listMoveTargets, type MoveTarget, moveSeat } from '#sell/learner-seats/wire.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { ClassWhen } from '#ui/local-time.tsx'
import { EffectsDialog } from '../effects/effects-dialog.tsx'
import { useEffects } from '../effects/use-effects.ts'
import styles from './move-learner.module.css'
import { nameCohort } from './words.ts'

type Props = {
  enrolmentId: string
  name: string
  as: SignedInAudience
  /** The page on which dates and seats are added. Null: the role does not allow it. */
  datesUrl: string | null
  onChanged: () => Promise<void>
  onMoved: () => void
}
type Dates = { current: MoveTarget; targets: MoveTarget[] }

/** Moves a seat to other dates of its course, after the effects were read. */
export function MoveLearner({ enrolmentId, name, as, datesUrl, onChanged, onMoved }: Props) {
  const id = useId()
  const [dates, setDates] = useState<Dates | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const move = useEffects(
    (confirmation) =>
      browserClient().call(moveSeat, {
        auth: as,
        params: { enrolmentId },
        body: { cohortCode: chosen ?? '', ...confirmation },
      }),
    onChanged,
    () => {
      setDone(true)
      onMoved()
    },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice asks again
  useEffect(() => {
    move.reset()
    if (chosen !== null && !isDone) void move.preview()
  }, [chosen])

  async function open() {
    if (isLoading) return
    setLoading(true)
    const response = await browserClient().call(listMoveTargets, { auth: as, params: { enrolmentId } })
    setLoading(false)
    setError(response.error)
    if (response.error !== null) return
    setDates(response.data.data)
    setDone(false)
    setChosen(null)
    move.dialog.current?.showModal()
  }

  const target = dates?.targets.find(({ cohortCode }) => cohortCode === chosen)
  return (
    <>
      <Button look="quiet" size="compact" aria-busy={isLoading} onClick={() => void open()}>
        Move to other dates
      </Button>
      {error && <ErrorMessage>{error}</ErrorMessage>}
      <EffectsDialog
        ref={move.dialog}
        title={`Move ${name} to other dates`}
        cancelLabel={dates ? `Keep ${nameCohort(dates.current)}` : 'Cancel'}
        confirmLabel="Move and send the e-mail"
        note={target ? 'You can move the seat back later, as long as the old dates have a free seat.' : undefined}
        effects={target ? move.effects : null}
        isChanged={move.isChanged}
        error={move.failure?.error ?? null}
        isBusy={move.isBusy}
        isSaving={move.isSaving}
        onConfirm={() => void move.confirm()}
        onRetry={() => void move.preview()}
        onClose={move.onClose}
      >
        {dates && (
          <div className={styles.dates}>
            <div className={styles.change}>
              <p>
                <small>Now</small>
                <b>{nameCohort(dates.current)}</b>
                <Days dates={dates.current} />
              </p>
              <ArrowRight size={18} aria-hidden />
              <p>
                <small>Moves to</small>
                {target ? (
                  <>
                    <b>{nameCohort(target)}</b>
                    <Days dates={target} />
                  </>
                ) : (
                  <span>{dates.targets.length > 0 ? 'Choose the dates below.' : 'No other dates'}</span>
                )}
              </p>
            </div>
            {dates.targets.every(({ seatsLeft }) => seatsLeft === 0) && (
              <p>
                {dates.targets.length === 0
                  ? 'This course has no other dates that are open. Announced dates have to open first.'
                  : 'No other dates have a free seat.'}{' '}
                {datesUrl ? (
                  <Link to={datesUrl}>Add seats or dates</Link>
                ) : (
                  'Whoever made the course can add seats or dates.'
                )}
              </p>
            )}
            {dates.targets.length > 0 && (
              <fieldset className={styles.targets}>
                <legend>Other dates that are open</legend>
                {dates.targets.map((one) => (
                  <label key={one.cohortCode} className={styles.target}>
                    <input
                      type="radio"
                      name={`target-${id}`}
                      value={one.cohortCode}
                      checked={chosen === one.cohortCode}
                      disabled={one.seatsLeft === 0 || move.isSaving}
                      onChange={() => setChosen(one.cohortCode)}
                    />
                    <span>
                      <b>{nameCohort(one)}</b>
                      <Days dates={one} />
                    </span>
                    <Seats dates={one} />
                  </label>
                ))}
              </fieldset>
            )}
          </div>
        )}
      </EffectsDialog>
    </>
  )
}

function Days({ dates: { startsAt, endsAt, timezoneId, sessions } }: { dates: MoveTarget }) {
  const count = sessions === 1 ? '1 session' : `${sessions} sessions`
  if (!startsAt) return <span>No dates yet</span>
  return (
    <span>
      <ClassWhen at={startsAt} zone={timezoneId} form="date-year" />
      {endsAt && endsAt.slice(0, 10) !== startsAt.slice(0, 10) && (
        <>
          {' '}
          to <ClassWhen at={endsAt} zone={timezoneId} form="date-year" />
        </>
      )}
      , {count}
    </span>
  )
}

function Seats({ dates: { seatsLeft, isForWaitlist, capacity, waiting } }: { dates: MoveTarget }) {
  if (seatsLeft === null) return <span className={styles.seats}>No limit</span>
  return (
    <span className={styles.seats}>
      <b>
        {isForWaitlist
          ? 'Free seats are for the waitlist'
          : seatsLeft === 0
            ? 'Full'
            : seatsLeft === 1
              ? '1 seat left'
              : `${seatsLeft} seats left`}
      </b>
      <small>{seatsLeft === 0 && waiting > 0 ? `${waiting} waiting` : `of ${capacity}`}</small>
    </span>
  )
}
