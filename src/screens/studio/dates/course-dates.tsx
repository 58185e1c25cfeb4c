import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CourseDates, DatedCohort } from '#catalogue/dates/wire.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import type { StudioCourse } from '../wire.ts'
import { CohortRow } from './cohort-row.tsx'
import styles from './course-dates.module.css'
import { NewCohortForm } from './new-cohort-form.tsx'

type Props = { course: StudioCourse; dates: CourseDates; session: AppSession }

export function CourseDatesView({ course, dates, session }: Props) {
  const [copyOf, setCopyOf] = useState<DatedCohort | null>(null)
  const [dated, setDated] = useState<DatedCohort | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [addedAt, setAddedAt] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const [said, say] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const close = (words: string) => {
    setAdding(false)
    say(words)
    // The button that was pressed is gone.
    heading.current?.focus()
  }
  const mayDate = course.actions.includes('dates.edit')
  if (course.deliveryType !== 'live')
    return <p className={styles.quiet}>This course has no dates: learners start when they like.</p>
  // The next dates first, and those without a day at the end.
  const current = dates.cohorts.filter((cohort) => !isOver(cohort)).toReversed()
  const past = dates.cohorts.filter(isOver)
  const add = (cohort: DatedCohort | null, announced: DatedCohort | null = null) => {
    // The form that is being saved stays until its answer is there.
    if (isSaving) return
    say('')
    setCopyOf(cohort)
    setDated(announced)
    setAdding(true)
    setAddedAt(Date.now())
  }
  const row = (cohort: DatedCohort) => (
    <CohortRow
      key={cohort.cohortCode}
      cohort={cohort}
      isOnly={dates.cohorts.length === 1}
      course={course}
      session={session}
      onCopy={mayDate ? () => add(cohort) : null}
      onDate={mayDate ? () => add(null, cohort) : null}
    />
  )
  return (
    <div className={styles.desk}>
      <section aria-labelledby="cohorts">
        <header className={styles.head}>
          <h2 id="cohorts" ref={heading} tabIndex={-1}>
            Dates ahead
          </h2>
          {mayDate && !isAdding && (
            <Button size="compact" onClick={() => add(null)}>
              <Plus size={18} /> Add dates
            </Button>
          )}
        </header>
        <p className={said ? styles.quiet : text.unseen} role="status">
          {said}
        </p>
        {current.length === 0 ? (
          <p className={styles.quiet}>No dates ahead. Add some, and people can enrol.</p>
        ) : (
          <ol className={styles.list}>{current.map(row)}</ol>
        )}
      </section>
      {isAdding && (
        <NewCohortForm
          key={addedAt}
          course={course}
          dates={dates}
          copyOf={copyOf}
          dated={dated}
          as={session.as}
          onSaving={setSaving}
          onSaved={() => close('Dates saved. They count now.')}
          onClose={() => close('')}
        />
      )}
      {past.length > 0 && (
        <details className={styles.past}>
          <summary className={text.opens}>Past and cancelled dates ({past.length})</summary>
          <ol className={styles.list}>{past.map(row)}</ol>
        </details>
      )}
    </div>
  )
}

/** Cancelled, or with nothing ahead. */
function isOver({ state, sessions }: DatedCohort): boolean {
  const remaining = sessions.filter(({ isCancelled }) => !isCancelled)
  return (
    state === 'cancelled' || (remaining.length > 0 && remaining.every(({ endsAt }) => Date.parse(endsAt) < Date.now()))
  )
}
