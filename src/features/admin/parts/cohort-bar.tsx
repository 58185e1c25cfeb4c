import { Armchair, Ban, CreditCard, LockKeyhole } from 'lucide-react'
import { type FormEvent, Fragment, useState } from 'react'
import { callCancelCohort } from '#features/checkout/calls/refund.ts'
import { openAttempts } from '#features/checkout/parts/attempt.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Field, Told } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import { When } from '#ui/when.tsx'
import type { AdminCohort } from '../wire/cohorts.ts'
import styles from './cohort-bar.module.css'
import { ReasonField } from './reason-field.tsx'
import { Effect } from './refund-effects.tsx'
import forms from './refund-form.module.css'

type Props = { cohort: AdminCohort; onChanged: () => void }

export function CohortBar({ cohort, onChanged }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { title, courseCode, startsAt, seats, pending, ended } = cohort
  return (
    <section className={styles.run} aria-labelledby="run">
      <h2 id="run">
        {title}, {courseCode} {ended && <Chip tone="past">Called off</Chip>}
      </h2>
      <p>
        {startsAt && (
          <>
            Starts <When at={startsAt} zone="UTC" form="short" />.{' '}
          </>
        )}
        {seats === 1 ? '1 seat' : `${seats} seats`} taken, {pending} in checkout, <Sum cohort={cohort} /> paid.
      </p>
      {ended ? (
        <p>
          {ended.by} called it off, <When at={ended.at} zone="UTC" form="short" />: “{ended.reason}”
        </p>
      ) : (
        <Button look="quiet" size="compact" aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
          Cancel these dates
        </Button>
      )}
      {isAsking && !ended && <EndCohort cohort={cohort} onDone={onChanged} />}
    </section>
  )
}

function EndCohort({ cohort, onDone }: { cohort: AdminCohort; onDone: () => void }) {
  const { courseCode, seats, pending } = cohort
  const [attempts] = useState(() => openAttempts())
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const given = new FormData(event.currentTarget)
    const [reason, typed] = ['reason', 'confirm'].map((name) => String(given.get(name) ?? '').trim())
    if (!reason) return setTold('Add a reason. The learners see it on their order and in the e-mail.')
    if (typed?.toUpperCase() !== courseCode) return setTold(`Type ${courseCode} to call it off.`)
    setBusy(true)
    const answer = await callCancelCohort(browserClient(), courseCode, reason, attempts.keyFor([courseCode, reason]))
    attempts.answered(answer)
    setBusy(false)
    if (answer.error !== null) return setTold(answer.error)
    onDone()
  }

  return (
    <form className={forms.form} onSubmit={send} onInput={() => setTold(null)} noValidate>
      <ul className={forms.effects} aria-label="What this does">
        <Effect Icon={Ban}>
          <b>No one can enrol any more.</b> This can’t be undone.
        </Effect>
        <Effect Icon={CreditCard}>
          <b>
            <Sum cohort={cohort} /> goes back,
          </b>{' '}
          all that was paid, whatever the refund window says.
        </Effect>
        <Effect Icon={LockKeyhole}>
          <b>{seats === 1 ? '1 seat ends' : `${seats} seats end`},</b> and each buyer is told by mail.
        </Effect>
        {pending > 0 && (
          <Effect Icon={Armchair}>
            <b>{pending} in checkout</b> are let go, and charged nothing.
          </Effect>
        )}
      </ul>
      <ReasonField label="Reason, shown to the learners" />
      <Field
        name="confirm"
        label={`Type ${courseCode} to call it off`}
        autoComplete="off"
        autoCapitalize="characters"
      />
      {told && <Told>{told}</Told>}
      <Button type="submit" look="danger" aria-busy={isBusy}>
        Call {courseCode} off
        {cohort.paid.length > 0 && (
          <>
            {' '}
            and refund <Sum cohort={cohort} />
          </>
        )}
      </Button>
    </form>
  )
}

function Sum({ cohort: { paid } }: { cohort: AdminCohort }) {
  if (paid.length === 0) return 'nothing'
  return paid.map((one, at) => (
    <Fragment key={one.currency}>
      {at > 0 && ' and '}
      <Money {...one} exact />
    </Fragment>
  ))
}
