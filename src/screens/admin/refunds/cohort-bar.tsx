import { Armchair, Ban, CreditCard, Landmark, LockKeyhole } from 'lucide-react'
import { type FormEvent, Fragment, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { createIdempotencyKeys } from '#sell/checkout/session/idempotency-keys.ts'
import { cancelWholeCohort } from '#sell/payments/wire/cancel-cohort.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ErrorMessage, Field } from '#ui/field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import { ReasonField } from '../orders/reason-field.tsx'
import type { AdminCohort } from '../wire/cohorts.ts'
import { Effect } from './refund-effects.tsx'
import forms from './refund-form.module.css'

type Props = { cohort: AdminCohort; onChanged: () => void }

export function CohortBar({ cohort, onChanged }: Props) {
  const [isFormOpen, setFormOpen] = useState(false)
  const { title, courseCode, startsAt, seats, pending, ended } = cohort
  return (
    <Panel
      title={
        <>
          {title}, {courseCode} {ended && <Chip tone="past">Cancelled</Chip>}
        </>
      }
    >
      <p>
        {startsAt && (
          <>
            Starts <When at={startsAt} zone="UTC" form="short" />.{' '}
          </>
        )}
        {seats === 1 ? '1 seat' : `${seats} seats`} taken, {pending} in checkout, <Amounts amounts={cohort.paid} />{' '}
        kept.
        {cohort.disputed.length > 0 && (
          <>
            {' '}
            Banks dispute <Amounts amounts={cohort.disputed} />.
          </>
        )}
      </p>
      {ended ? (
        <p>
          Cancelled by {ended.by}, <When at={ended.at} zone="UTC" form="short" />: “{ended.reason}”
        </p>
      ) : (
        <Button look="quiet" size="compact" aria-expanded={isFormOpen} onClick={() => setFormOpen(!isFormOpen)}>
          Cancel these dates
        </Button>
      )}
      {isFormOpen && !ended && <CancelCohortForm cohort={cohort} onDone={onChanged} />}
    </Panel>
  )
}

function CancelCohortForm({ cohort, onDone }: { cohort: AdminCohort; onDone: () => void }) {
  const { courseCode, seats, pending } = cohort
  const [attempts] = useState(() => createIdempotencyKeys())
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const formData = new FormData(event.currentTarget)
    const [reason, confirmation] = ['reason', 'confirm'].map((name) => String(formData.get(name) ?? '').trim())
    if (!reason) return setErrorMessage('Add a reason. Learners see it on their order and in the e-mail.')
    if (confirmation?.toUpperCase() !== courseCode) return setErrorMessage(`Type ${courseCode} to cancel it.`)
    setBusy(true)
    const response = await browserClient().call(cancelWholeCohort, {
      auth: 'admin',
      params: { courseCode },
      body: { reason },
      idempotencyKey: attempts.getKey([courseCode, reason]),
    })
    attempts.handleResponse(response)
    setBusy(false)
    if (response.error !== null) return setErrorMessage(response.error)
    onDone()
  }

  return (
    <form className={forms.form} onSubmit={send} onInput={() => setErrorMessage(null)} noValidate>
      <ul className={forms.effects} aria-label="What this does">
        <Effect Icon={Ban}>
          <b>No one can enrol any more.</b> This can’t be undone.
        </Effect>
        <Effect Icon={CreditCard}>
          <b>
            <Amounts amounts={cohort.paid} /> is refunded,
          </b>{' '}
          all that we still have, regardless of the refund policy.
        </Effect>
        {cohort.disputed.length > 0 && (
          <Effect Icon={Landmark}>
            <b>
              <Amounts amounts={cohort.disputed} /> is not refunded now,
            </b>{' '}
            because banks dispute it. It goes back to the buyers if the bank decides for you.
          </Effect>
        )}
        <Effect Icon={LockKeyhole}>
          <b>{seats === 1 ? '1 seat ends' : `${seats} seats end`},</b> and we e-mail each buyer.
        </Effect>
        {pending > 0 && (
          <Effect Icon={Armchair}>
            <b>{pending} in checkout</b> are released and not charged.
          </Effect>
        )}
      </ul>
      <ReasonField label="Reason, shown to the learners" />
      <Field name="confirm" label={`Type ${courseCode} to cancel it`} autoComplete="off" autoCapitalize="characters" />
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <Button type="submit" look="danger" aria-busy={isBusy}>
        Cancel {courseCode}
        {cohort.paid.length > 0 && (
          <>
            {' '}
            and refund <Amounts amounts={cohort.paid} />
          </>
        )}
      </Button>
    </form>
  )
}

function Amounts({ amounts }: { amounts: AdminCohort['paid'] }) {
  if (amounts.length === 0) return 'nothing'
  return amounts.map((one, at) => (
    <Fragment key={one.currency}>
      {at > 0 && ' and '}
      <Money {...one} exact />
    </Fragment>
  ))
}
