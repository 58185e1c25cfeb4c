import { UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { MOST_FREE_SEATS } from '#domain/learners/learner-list.ts'
import { formatDay } from '#domain/schedule.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { ChosenCourse } from '#learn/learners/wire.ts'
import { type FreeSeatRow, giveFreeSeats } from '#sell/learner-seats/wire.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { StudioDialog } from '../frame/studio-dialog.tsx'
import styles from './learners.module.css'
import { parsePeople } from './parse-people.ts'
import { nameCohort } from './words.ts'

const getRowKey = (index: number) => `row ${index}`

type Props = { course: ChosenCourse; as: SignedInAudience; onDone: () => Promise<void> }

const OUTCOMES: Readonly<Record<FreeSeatRow['outcome'], string>> = {
  given: 'Seat given, e-mail on its way',
  'has-seat': 'Already has a seat',
  full: 'No seat is free in these dates',
  invalid: 'Not an e-mail address',
  repeated: 'Listed twice',
}

/** Gives one person or a pasted list free seats. Each row gets its answer. */
export function FreeSeats({ course, as, onDone }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const sent = useRef({ text: '', key: '' })
  // The next dates first, and those without a day at the end.
  const open = course.cohorts.filter(({ isOpen }) => isOpen).toReversed()
  const [cohort, setCohort] = useState(() => pickDates(open)?.cohortCode ?? '')
  const [list, setList] = useState('')
  const [rows, setRows] = useState<readonly FreeSeatRow[] | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const people = parsePeople(list)

  async function give() {
    if (isBusy) return
    if (people.length === 0) return setFault('Please enter at least one address')
    if (people.length > MOST_FREE_SEATS) return setFault(`Please enter at most ${MOST_FREE_SEATS} addresses at once`)
    setBusy(true)
    setFault(null)
    const body = { people }
    const bodyText = JSON.stringify([cohort, body])
    if (sent.current.text !== bodyText) sent.current = { text: bodyText, key: crypto.randomUUID() }
    const response = await browserClient().call(giveFreeSeats, {
      auth: as,
      params: { cohort },
      body,
      idempotencyKey: sent.current.key,
    })
    if (response.error === null) {
      setRows(response.data.data.rows)
      setList('')
      sent.current = { text: '', key: '' }
      await onDone()
    } else setFault(response.fields?.people ?? response.error)
    setBusy(false)
  }

  return (
    <>
      <Button look="quiet" size="compact" onClick={() => dialog.current?.showModal()}>
        <UserPlus size={18} aria-hidden /> Free seat
      </Button>
      <StudioDialog
        ref={dialog}
        title="Give a free seat"
        note={
          open.length > 0
            ? 'Each person gets an e-mail with the dates and a link to the course. Messages to the class reach them once they have logged in by it.'
            : undefined
        }
        cancelLabel={rows ? 'Close' : 'Cancel'}
        isBusy={isBusy}
        onClose={() => {
          setRows(null)
          setFault(null)
        }}
        actions={
          open.length > 0 && (
            <Button size="compact" aria-busy={isBusy} onClick={() => void give()}>
              {people.length > 1 ? `Give ${people.length} free seats` : 'Give a free seat'}
            </Button>
          )
        }
      >
        {open.length === 0 ? (
          <p>No dates of this course are open. Publish the course and open dates first.</p>
        ) : (
          <div className={styles.fields}>
            {open.length > 1 && (
              <SelectField
                idPrefix="free-seat"
                name="cohort"
                label="Dates"
                hint="Announced dates are not here: they have to open first."
                value={cohort}
                onChange={({ currentTarget }) => setCohort(currentTarget.value)}
              >
                {open.map((one) => (
                  <option key={one.cohortCode} value={one.cohortCode}>
                    {nameCohort(one)}
                    {one.name && one.startsAt && `, from ${formatDay(new Date(one.startsAt), one.timezoneId)}`}
                    {one.isFull && ' (full)'}
                  </option>
                ))}
              </SelectField>
            )}
            <TextField
              idPrefix="free-seat"
              name="people"
              label="E-mail addresses"
              hint="One per line. A name may stand before the address: Lea Brandt, lea@example.com"
              rows={4}
              value={list}
              error={fault ?? undefined}
              onChange={({ currentTarget }) => {
                setList(currentTarget.value)
                setFault(null)
              }}
            />
          </div>
        )}
        <div aria-live="polite">
          {rows && (
            <ul className={styles.outcomes}>
              {rows.map(({ email, outcome }, index) => (
                <li key={getRowKey(index)}>
                  <bdi>{email}</bdi>
                  <span className={outcome === 'given' ? styles.good : styles.warn}>{OUTCOMES[outcome]}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </StudioDialog>
    </>
  )
}

/** The next dates with a seat, before those that have begun. */
function pickDates(open: ChosenCourse['cohorts']): ChosenCourse['cohorts'][number] | undefined {
  const withSeat = open.filter(({ isFull }) => !isFull)
  return (
    withSeat.find(({ startsAt }) => startsAt !== null && Date.parse(startsAt) > Date.now()) ?? withSeat[0] ?? open[0]
  )
}
