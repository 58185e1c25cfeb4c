import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { DatedCohort } from '#catalogue/dates/wire.ts'
import { plainTyped } from '#domain/typed-text.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { changeCohort } from '#sell/cohort-changes/wire.ts'
import { CheckField, ErrorMessage, Field } from '#ui/field.tsx'
import { SaveBar } from '#ui/layout/save-bar.tsx'
import text from '#ui/text.module.css'
import { EffectsDialog, labelChange } from '../effects/effects-dialog.tsx'
import { useEffects } from '../effects/use-effects.ts'
import styles from './course-dates.module.css'

type Form = { name: string; seats: string; hasNoLimit: boolean; closesAt: string; isOpen: boolean }
type Props = { cohort: DatedCohort; as: SignedInAudience }

/** Name, seats, the end of enrolment, and whether announced dates open. */
export function CohortSettings({ cohort, as }: Props) {
  const stored = toForm(cohort)
  const [edits, setEdits] = useState<Partial<Form>>({})
  const form = { ...stored, ...edits }
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [isSaved, setSaved] = useState(false)
  const { revalidate } = useRevalidator()
  const isDirty = (Object.keys(stored) as (keyof Form)[]).some((name) => form[name] !== stored[name])
  /** What is saved. More may be typed while it is on its way. */
  const sent = useRef<{ form: Form; change: ReturnType<typeof toChange> }>({ form, change: {} })
  const change = useEffects(
    (confirmation) =>
      browserClient().call(changeCohort, {
        auth: as,
        params: { cohort: cohort.cohortCode },
        body: { ...sent.current.change, ...confirmation },
      }),
    revalidate,
    () => {
      // What was typed meanwhile stays.
      const saved = sent.current.form
      setSaved(true)
      setEdits((before) =>
        Object.fromEntries(Object.entries(before).filter(([name, value]) => value !== saved[name as keyof Form])),
      )
    },
  )
  const set = (next: Partial<Form>) => {
    setEdits((before) => ({ ...before, ...next }))
    setFaults({})
    setSaved(false)
  }
  const showFields = (failure: { fields?: Record<string, string> } | null) => {
    if (!failure?.fields) return
    change.dialog.current?.close()
    setFaults(failure.fields)
  }
  const save = async () => {
    if (!form.hasNoLimit && !/^[1-9]\d{0,5}$/.test(plainTyped(form.seats)) && form.seats !== stored.seats)
      return setFaults({ seats: 'Please enter a whole number, or choose No limit' })
    sent.current = { form, change: toChange(form, stored) }
    showFields(await change.save())
  }
  const idPrefix = cohort.cohortCode
  return (
    <div className={styles.settings}>
      <div className={styles.fields}>
        <Field
          idPrefix={idPrefix}
          name="name"
          label="Name"
          maxLength={80}
          placeholder={cohort.cohortCode}
          value={form.name}
          error={faults.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <Field
          idPrefix={idPrefix}
          name="seats"
          label="Seats"
          inputMode="numeric"
          autoComplete="off"
          disabled={form.hasNoLimit}
          value={form.seats}
          error={faults.seats}
          onChange={({ currentTarget }) => set({ seats: currentTarget.value })}
        />
        <Field
          idPrefix={idPrefix}
          name="closesAt"
          label="Enrolment closes, your time"
          type="datetime-local"
          hint="Empty: when the first session starts."
          value={form.closesAt}
          error={faults.enrolClosesAt}
          onChange={({ currentTarget }) => set({ closesAt: currentTarget.value })}
        />
      </div>
      <CheckField
        name={`${idPrefix}-hasNoLimit`}
        label="No limit of seats"
        checked={form.hasNoLimit}
        onChange={({ currentTarget }) => set({ hasNoLimit: currentTarget.checked })}
      />
      {cohort.state === 'announced' && cohort.sessions.some(({ isCancelled }) => !isCancelled) && (
        <CheckField
          name={`${idPrefix}-isOpen`}
          label="Open for enrolment"
          checked={form.isOpen}
          onChange={({ currentTarget }) => set({ isOpen: currentTarget.checked })}
        />
      )}
      {change.failure && !change.failure.fields && <ErrorMessage>{change.failure.error}</ErrorMessage>}
      {isDirty && (
        <SaveBar
          isDirty
          isBusy={change.isBusy}
          onSave={() => void save()}
          onDiscard={() => {
            if (change.isSaving) return
            setEdits({})
            setFaults({})
            change.reset()
          }}
        />
      )}
      <p className={isSaved && !isDirty ? undefined : text.unseen} role="status">
        {isSaved && !isDirty && 'Saved. It counts now.'}
      </p>
      <EffectsDialog
        ref={change.dialog}
        title="Save this change?"
        cancelLabel="Back"
        confirmLabel={labelChange(change.effects, 'Save')}
        effects={change.effects}
        isChanged={change.isChanged}
        error={change.failure?.error ?? null}
        isBusy={change.isBusy}
        isSaving={change.isSaving}
        onConfirm={async () => showFields(await change.confirm())}
        onRetry={() => void change.preview()}
        onClose={change.onClose}
      />
    </div>
  )
}

function toForm({ name, capacity, state, enrolClosesAt }: DatedCohort): Form {
  return {
    name,
    seats: capacity === null ? '' : String(capacity),
    hasNoLimit: capacity === null && state === 'open',
    closesAt: enrolClosesAt ? toLocalInput(new Date(enrolClosesAt)) : '',
    isOpen: state === 'open',
  }
}

/** In the zone of the browser, as `datetime-local` has it. */
function toLocalInput(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Only what differs. */
function toChange(form: Form, stored: Form) {
  const hasSeats = form.hasNoLimit !== stored.hasNoLimit || form.seats !== stored.seats
  return {
    ...(form.name !== stored.name && { name: form.name }),
    ...(hasSeats && { seats: form.hasNoLimit ? null : Number(plainTyped(form.seats)) }),
    ...(form.closesAt !== stored.closesAt && {
      enrolClosesAt: form.closesAt === '' ? null : new Date(form.closesAt).toISOString(),
    }),
    ...(form.isOpen && !stored.isOpen && { state: 'open' as const }),
  }
}
