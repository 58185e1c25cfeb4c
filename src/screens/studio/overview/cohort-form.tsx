import { useEffect, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { CohortChange, CourseDraft } from '#catalogue/drafts/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { changeCohort } from '#sell/cohort-changes/wire.ts'
import { CheckField, ErrorMessage, Field, SelectField } from '#ui/field.tsx'
import { SaveBar } from '#ui/layout/save-bar.tsx'
import text from '#ui/text.module.css'
import { LengthOptions, ZoneOptions } from '../dates/time-options.tsx'
import { EffectsDialog, labelChange } from '../effects/effects-dialog.tsx'
import { useEffects } from '../effects/use-effects.ts'
import {
  type FieldName,
  type CohortForm as Form,
  listChangedParts,
  type Part,
  toChange,
  toFieldName,
  toForm,
} from './cohort-fields.ts'
import { NeedRow } from './need-row.tsx'
import styles from './overview.module.css'

type Cohort = CourseDraft['cohorts'][number]
type Props = {
  cohort: Cohort
  /** The live lesson that the date is for. Null: the dates of this cohort are not edited here. */
  lessonKey: string | null
  /** The page of the dates, with these open. */
  datesPath: string
  /** False: everybody can buy it at any time. */
  hasSeats: boolean
  /** Ends the ids of the rows, where a course has several cohorts. */
  suffix: string
  mayPrice: boolean
  mayDate: boolean
  as: SignedInAudience
  onSaved: () => void
  /** Null: everything is saved. Else what saves it, with whether it is saved. */
  onDirty: (save: (() => Promise<boolean>) | null) => void
}

/** Price, first date and seats of one cohort. They count as soon as they are saved. */
export function CohortForm({ cohort, lessonKey, datesPath, hasSeats, suffix, ...props }: Props) {
  const { mayPrice, mayDate, as, onSaved, onDirty } = props
  const stored = toForm(cohort)
  const [edits, setEdits] = useState<Partial<Form>>({})
  const form = { ...stored, ...edits }
  const [faults, setFaults] = useState<Partial<Record<FieldName, string>>>({})
  const { revalidate } = useRevalidator()
  const section = useRef<HTMLDivElement>(null)
  const changed = listChangedParts(form, stored)

  const set = (change: Partial<Form>) => {
    setEdits((before) => ({ ...before, ...change }))
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))))
  }
  const show = (found: Partial<Record<FieldName, string>>) => {
    setFaults(found)
    const [first] = Object.keys(found)
    section.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const change = useRef<CohortChange>({})
  /** The save that waits for an answer in the dialog of the effects. */
  const asked = useRef<((isSaved: boolean) => void) | null>(null)
  const isMade = useRef(false)
  const saved = useEffects(
    (confirmation) =>
      browserClient().call(changeCohort, {
        auth: as,
        params: { cohort: cohort.cohortCode },
        body: { ...change.current, ...confirmation },
      }),
    revalidate,
    () => {
      // What was typed meanwhile stays.
      setEdits((before) =>
        Object.fromEntries(Object.entries(before).filter(([name, value]) => value !== form[name as FieldName])),
      )
      isMade.current = true
      onSaved()
    },
  )
  const showFields = (failure: { fields?: Record<string, string> } | null) => {
    const fields = Object.entries(failure?.fields ?? {}).map(([name, fault]) => [toFieldName(name), fault])
    if (fields.length === 0) return
    saved.dialog.current?.close()
    show(Object.fromEntries(fields))
  }
  /** Whether everything is saved now. If the change does something to people, once they have answered in its dialog. */
  const save = async (): Promise<boolean> => {
    if (saved.isBusy) return false
    const result = toChange(form, changed, lessonKey ?? '')
    if ('faults' in result) {
      show(result.faults)
      return false
    }
    change.current = result.change
    isMade.current = false
    const failure = await saved.save()
    showFields(failure)
    if (failure !== null || !saved.dialog.current?.open) return failure === null
    return new Promise((resolve) => {
      asked.current = resolve
    })
  }
  const newestSave = useRef(save)
  useEffect(() => {
    newestSave.current = save
  })
  const isDirty = changed.length > 0
  const wasDirty = useRef(false)
  useEffect(() => {
    // The button that had the focus goes with its bar.
    if (wasDirty.current && !isDirty && document.activeElement === document.body) section.current?.focus()
    wasDirty.current = isDirty
    onDirty(isDirty ? () => newestSave.current() : null)
    // The bar that comes up covers no field in which somebody types.
    if (isDirty) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [onDirty, isDirty])
  useEffect(
    () => () => {
      // The cohort is no longer edited here.
      onDirty(null)
      asked.current?.(false)
    },
    [onDirty],
  )
  const fieldOf = (name: Exclude<FieldName, 'isFree' | 'hasNoLimit'>) => ({
    name,
    idPrefix: cohort.cohortCode,
    value: form[name],
    error: faults[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set({ [name]: currentTarget.value }),
    onKeyDown: ({ key, currentTarget }: { key: string; currentTarget: HTMLElement }) => {
      if (key === 'Enter' && isDirty && currentTarget instanceof HTMLInputElement) void save()
    },
  })
  const isDone = (part: Part) => listMissingParts(cohort).every((missing) => missing !== part)
  return (
    <div ref={section} className={styles.cohort} tabIndex={-1}>
      <NeedRow title={hasSeats ? 'Price of a seat' : 'Price'} isDone={isDone('price')} id={`price${suffix}`}>
        <div className={styles.inline}>
          <Field
            {...fieldOf('price')}
            label={<span className={text.unseen}>{hasSeats ? 'Price of a seat' : 'Price'} in US dollars</span>}
            start={<i aria-hidden="true">$</i>}
            inputMode="decimal"
            autoComplete="off"
            disabled={form.isFree}
            readOnly={!mayPrice}
          />
          <CheckField
            name="isFree"
            label="Free"
            checked={form.isFree}
            disabled={!mayPrice}
            onChange={({ currentTarget }) => set({ isFree: currentTarget.checked })}
          />
        </div>
        <p className={styles.hint}>
          {mayPrice
            ? 'In US dollars. Visitors also see an estimate in their own money. Refunds and the discount for friends are on the page Price.'
            : 'Your role can’t change the price.'}
        </p>
      </NeedRow>
      {lessonKey !== null && (
        <NeedRow title="First date" isDone={isDone('date')} id={`date${suffix}`}>
          <div className={styles.pair}>
            <Field {...fieldOf('day')} label="Day" type="date" readOnly={!mayDate} />
            <Field {...fieldOf('start')} label="Starts" type="time" readOnly={!mayDate} />
            <SelectField {...fieldOf('minutes')} label="Length" disabled={!mayDate}>
              <LengthOptions current={form.minutes} />
            </SelectField>
            <SelectField {...fieldOf('zone')} label="Time zone" disabled={!mayDate}>
              <ZoneOptions current={form.zone} />
            </SelectField>
          </div>
          <p className={styles.hint}>
            Visitors see their own time beside it. More sessions, and more dates: on the page{' '}
            <Link to={datesPath}>Dates</Link>.
          </p>
        </NeedRow>
      )}
      {hasSeats && lessonKey === null && (
        <NeedRow title="Dates" isDone={isDone('date')} id={`date${suffix}`}>
          <p className={styles.value}>
            {cohort.sessions.length === 0 ? 'None yet' : `${cohort.sessions.length} sessions`}
          </p>
          <p>
            <Link to={datesPath}>{cohort.sessions.length === 0 ? 'Plan the dates' : 'Open the dates'}</Link>
          </p>
        </NeedRow>
      )}
      {hasSeats && (
        <NeedRow title="Seats" isDone={isDone('seats')} id={`seats${suffix}`}>
          <div className={styles.inline}>
            <Field
              {...fieldOf('seats')}
              label={<span className={text.unseen}>Number of seats</span>}
              inputMode="numeric"
              autoComplete="off"
              disabled={form.hasNoLimit}
              readOnly={!mayDate}
            />
            <CheckField
              name="hasNoLimit"
              label="No limit"
              checked={form.hasNoLimit}
              disabled={!mayDate}
              onChange={({ currentTarget }) => set({ hasNoLimit: currentTarget.checked })}
            />
          </div>
          <p className={styles.hint}>
            {cohort.taken > 0 && `${cohort.taken} taken. `}
            {!form.hasNoLimit && 'When all seats are sold, the page offers a waitlist.'}
          </p>
        </NeedRow>
      )}
      {saved.failure && !saved.failure.fields && <ErrorMessage>{saved.failure.error}</ErrorMessage>}
      <EffectsDialog
        ref={saved.dialog}
        title={changed.includes('date') ? 'Move this date?' : 'Save this change?'}
        cancelLabel="Back"
        confirmLabel={labelChange(saved.effects, changed.includes('date') ? 'Move' : 'Save')}
        effects={saved.effects}
        isChanged={saved.isChanged}
        error={saved.failure?.error ?? null}
        isBusy={saved.isBusy}
        isSaving={saved.isSaving}
        onConfirm={async () => showFields(await saved.confirm())}
        onClose={() => {
          asked.current?.(isMade.current)
          asked.current = null
          saved.onClose()
        }}
      />
      {changed.length > 0 && (
        <div className={styles.saveBar}>
          <SaveBar
            isDirty
            isBusy={saved.isBusy}
            onSave={() => void save()}
            onDiscard={() => {
              if (saved.isSaving) return
              setEdits({})
              setFaults({})
              saved.reset()
            }}
            unsaved={
              <>
                <b>{changed.length === 1 ? '1 thing to save' : `${changed.length} things to save`}</b>.{' '}
                {changed.length === 1 ? 'It counts' : 'They count'} as soon as you save.
              </>
            }
          />
        </div>
      )}
    </div>
  )
}

/** The parts of a cohort that are not decided yet. */
function listMissingParts({ price, sessions, capacity, state }: Cohort): Part[] {
  return [
    ...(price === null ? (['price'] as const) : []),
    ...(sessions.length === 0 ? (['date'] as const) : []),
    ...(capacity === null && state !== 'open' ? (['seats'] as const) : []),
  ]
}
