import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { addCohort, type CourseDates, type DatedCohort, planSeries, type Series } from '#catalogue/dates/wire.ts'
import { plainTyped } from '#domain/typed-text.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { createIdempotencyKeys } from '#sell/checkout/session/idempotency-keys.ts'
import { dateCohort } from '#sell/cohort-changes/wire.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, ErrorMessage, Field, SelectField } from '#ui/field.tsx'
import { focusHeading } from '#ui/focus.ts'
import { EffectsDialog } from '../effects/effects-dialog.tsx'
import { useEffects } from '../effects/use-effects.ts'
import type { StudioCourse } from '../wire.ts'
import styles from './course-dates.module.css'
import { ProSessions } from './pro-sessions.tsx'
import {
  createSeriesForm,
  getSeriesFaults,
  listProSessions,
  listSessions,
  type ProChange,
  proposeProSessions,
  type SeriesForm,
  toSeriesInput,
  WEEKDAYS,
} from './series-form.ts'
import { SeriesPlan } from './series-plan.tsx'
import { LengthOptions, ZoneOptions } from './time-options.tsx'

const PLAN_MS = 300

type Props = {
  course: StudioCourse
  dates: CourseDates
  /** The cohort that is taught again. Null: the prices of the newest one are copied. */
  copyOf: DatedCohort | null
  /** The announced cohort that gets its dates. Null: new ones are added. */
  dated: DatedCohort | null
  as: SignedInAudience
  onSaving: (isSaving: boolean) => void
  onSaved: () => void
  /** Without saving. */
  onClose: () => void
}

/** A series of sessions, planned by the server while it is typed, and saved as a cohort. */
export function NewCohortForm({ course, dates, copyOf, dated, as, onSaving, onSaved, onClose }: Props) {
  const template = dated
    ? null
    : (copyOf ?? dates.cohorts.find(({ price, state }) => price !== null && state !== 'cancelled') ?? null)
  const [form, setForm] = useState<SeriesForm>(() => ({
    ...createSeriesForm(dates, copyOf),
    ...(dated && { zone: dated.timezoneId, state: 'announced' as const }),
  }))
  const [planned, setPlanned] = useState<{ wanted: string; series: Series } | null>(null)
  const [moved, setMoved] = useState<Readonly<Record<string, string>>>({})
  const [proChanges, setProChanges] = useState<Readonly<Record<string, ProChange>>>({})
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [attempts] = useState(() => createIdempotencyKeys())
  const { revalidate } = useRevalidator()
  const mayPrice = course.actions.includes('price.edit')
  const hasLink = template?.sessions.some(({ isPro, isCancelled, hasMeeting }) => hasMeeting && !isPro && !isCancelled)
  const copied = [
    ...(copyOf ? ['days', 'seats'] : []),
    ...(template?.sessions.some(({ isPro, isCancelled }) => isPro && !isCancelled) && !form.isAnnounced
      ? ['pro sessions']
      : []),
    ...(mayPrice ? ['prices'] : []),
    ...(form.isAnnounced || !hasLink ? [] : ['meeting link']),
  ]
  const params = { course: course.coursePrefixCode }
  const series = toSeriesInput(form)
  const wanted = form.isAnnounced || series === null ? null : JSON.stringify(series)
  // The rows of the rule before stay in sight while the new ones are on their way, but nobody can save them.
  const shown = wanted === null ? null : (planned?.series ?? null)
  const plan = planned !== null && planned.wanted === wanted ? planned.series : null
  const newest = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another rule plans again
  useEffect(() => {
    const number = ++newest.current
    setMoved({})
    if (wanted === null) return setPlanned(null)
    const timer = setTimeout(async () => {
      const response = await browserClient().call(planSeries, { auth: as, params, body: JSON.parse(wanted) })
      if (number !== newest.current) return
      setPlanned(response.error === null ? { wanted, series: response.data.data } : null)
      setFaults(response.error === null ? {} : (response.fields ?? { firstDay: response.error }))
    }, PLAN_MS)
    return () => clearTimeout(timer)
  }, [wanted])

  const sessions = plan ? listSessions(plan, moved, Number(form.minutes)) : []
  const firstDay = shown?.sessions.find(({ isSkipped }) => !isSkipped)?.day
  const proposed = firstDay === undefined ? [] : proposeProSessions(dates, template, firstDay)
  const pro = listProSessions(proposed, proChanges)
  const adding = useEffects(
    async (confirmation) => {
      if (dated) {
        const { zone: timezoneId, meetingUrl, state } = form
        const { proSessions } = pro
        const series = { timezoneId, meetingUrl: meetingUrl.trim() || null, state, sessions, proSessions }
        const call = { auth: as, params: { cohort: dated.cohortCode }, body: { ...series, ...confirmation } }
        const response = await browserClient().call(dateCohort, call)
        // The dates have sessions: the answer of an earlier try was lost, or somebody else was faster.
        if (response.error !== null && response.fields?.sessions) void revalidate()
        return response
      }
      const body = {
        name: form.name,
        state: form.state,
        seats: form.hasNoLimit ? null : Number(plainTyped(form.seats)),
        timezoneId: form.zone,
        enrolClosesAt: null,
        copyOf: template?.cohortCode ?? null,
        meetingUrl: form.meetingUrl.trim() || null,
        sessions: form.isAnnounced ? [] : sessions,
        proSessions: form.isAnnounced ? [] : pro.proSessions,
        ...confirmation,
      }
      const response = await browserClient().call(addCohort, {
        auth: as,
        params,
        body,
        idempotencyKey: attempts.getKey(body),
      })
      attempts.handleResponse(response)
      return response
    },
    revalidate,
    onSaved,
  )
  const { isSaving } = adding
  useEffect(() => {
    onSaving(isSaving)
    return () => onSaving(false)
  }, [isSaving, onSaving])
  const set = (change: Partial<SeriesForm>) => {
    setForm((before) => ({ ...before, ...change }))
    setFaults({})
  }
  const save = async () => {
    const { seats, ...others } = getSeriesFaults(form, plan, moved)
    const found: Record<string, string> = {
      ...(dated || seats === undefined ? others : { ...others, seats }),
      ...(!form.isAnnounced && pro.faults),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const failure = await adding.save()
    if (failure?.fields) setFaults(toFormFaults(failure.fields, pro.proSessions))
  }
  const field = (name: 'name' | 'firstDay' | 'start' | 'everyWeeks' | 'count' | 'seats' | 'meetingUrl') => ({
    idPrefix: 'series',
    name,
    value: form[name],
    error: faults[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set({ [name]: currentTarget.value }),
    onKeyDown: ({ key, nativeEvent }: KeyboardEvent) => {
      if (key === 'Enter' && !nativeEvent.isComposing) void save()
    },
  })
  const select = (name: 'minutes' | 'zone' | 'state') => ({
    idPrefix: 'series',
    name,
    value: form[name],
    error: faults[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set({ [name]: currentTarget.value }),
  })
  return (
    <section className={styles.card} aria-labelledby="new-cohort">
      <header className={styles.head}>
        <h2 id="new-cohort" ref={focusHeading} tabIndex={-1}>
          {dated
            ? `Dates for ${dated.name || dated.cohortCode}`
            : copyOf
              ? `Same again: ${copyOf.name || copyOf.cohortCode}`
              : 'New dates'}
        </h2>
        {shown && <p>{dated?.cohortCode ?? shown.cohortCode}</p>}
      </header>
      {template && copied.length > 0 && (
        <p className={styles.quiet}>
          Copied from {template.name || template.cohortCode}: {copied.join(', ')}.{' '}
          {!mayPrice && 'The prices are set by whoever made the course.'}
        </p>
      )}
      <div className={styles.series}>
        <div className={styles.rule}>
          {!dated && (
            <CheckField
              name="series-isAnnounced"
              label="Announce without dates"
              checked={form.isAnnounced}
              onChange={({ currentTarget }) => set({ isAnnounced: currentTarget.checked })}
            />
          )}
          {form.isAnnounced ? (
            <p className={styles.quiet}>The page takes the addresses of people who want to know the dates.</p>
          ) : (
            <>
              <Field {...field('firstDay')} label="First day" type="date" />
              <fieldset className={styles.days}>
                <legend>Every</legend>
                {WEEKDAYS.map((label, index) => (
                  <label key={label}>
                    <input
                      type="checkbox"
                      checked={form.weekdays.includes(index + 1)}
                      onChange={({ currentTarget }) =>
                        set({
                          weekdays: currentTarget.checked
                            ? [...form.weekdays, index + 1].toSorted()
                            : form.weekdays.filter((weekday) => weekday !== index + 1),
                        })
                      }
                    />
                    <span>{label}</span>
                  </label>
                ))}
              </fieldset>
              {faults.weekdays && <ErrorMessage>{faults.weekdays}</ErrorMessage>}
              <div className={styles.pair}>
                <Field {...field('start')} label="Starts" type="time" />
                <SelectField {...select('minutes')} label="Length">
                  <LengthOptions current={form.minutes} />
                </SelectField>
              </div>
              <div className={styles.pair}>
                <Field {...field('count')} label="Sessions" inputMode="numeric" autoComplete="off" />
                <Field {...field('everyWeeks')} label="Weeks apart" inputMode="numeric" autoComplete="off" />
              </div>
            </>
          )}
          <SelectField {...select('zone')} label="Time zone of the class">
            <ZoneOptions current={form.zone} />
          </SelectField>
          {!dated && (
            <>
              <Field
                {...field('seats')}
                label="Seats"
                inputMode="numeric"
                autoComplete="off"
                disabled={form.hasNoLimit}
              />
              <CheckField
                name="series-hasNoLimit"
                label="No limit of seats"
                checked={form.hasNoLimit}
                onChange={({ currentTarget }) => set({ hasNoLimit: currentTarget.checked })}
              />
              <Field
                {...field('name')}
                label="Name"
                maxLength={80}
                hint="Such as “Manila evenings”. Only if you like."
              />
            </>
          )}
          {!form.isAnnounced && (
            <>
              <Field
                {...field('meetingUrl')}
                label="Meeting link for all sessions"
                type="url"
                inputMode="url"
                placeholder="https://"
                hint={
                  template && hasLink
                    ? `Empty: the link of ${template.name || template.cohortCode}.`
                    : 'You can add it later, also one for each session.'
                }
              />
              <SelectField {...select('state')} label="When you save">
                {dated?.capacity !== null && <option value="open">Open for enrolment</option>}
                <option value="announced">Announce only</option>
              </SelectField>
            </>
          )}
        </div>
        {!form.isAnnounced && (
          <div className={styles.rule}>
            <SeriesPlan
              plan={shown}
              zone={form.zone}
              moved={moved}
              onSkip={(day) => set({ skippedDays: [...form.skippedDays, day] })}
              onTeach={(day) => set({ skippedDays: form.skippedDays.filter((one) => one !== day) })}
              onMove={(localStart, to) => setMoved((before) => ({ ...before, [localStart]: to }))}
            />
            <ProSessions
              proposed={proposed}
              changes={proChanges}
              faults={faults}
              onChange={(lessonKey, change) => {
                setProChanges((before) => ({ ...before, [lessonKey]: { ...before[lessonKey], ...change } }))
                setFaults({})
              }}
            />
          </div>
        )}
      </div>
      {faults.plan && <ErrorMessage>{faults.plan}</ErrorMessage>}
      {adding.failure && <ErrorMessage>{adding.failure.error}</ErrorMessage>}
      <footer className={styles.actions}>
        <Button size="compact" aria-busy={adding.isBusy} onClick={() => void save()}>
          Save dates
        </Button>
        <Button
          look="bare"
          size="compact"
          aria-disabled={adding.isSaving}
          onClick={() => !adding.isSaving && onClose()}
        >
          Discard
        </Button>
      </footer>
      <EffectsDialog
        ref={adding.dialog}
        title="Save these dates?"
        cancelLabel="Back"
        confirmLabel="Save dates"
        effects={adding.effects}
        isChanged={adding.isChanged}
        error={adding.failure?.error ?? null}
        isBusy={adding.isBusy}
        isSaving={adding.isSaving}
        onConfirm={() => void adding.confirm()}
        onRetry={() => void adding.preview()}
        onClose={adding.onClose}
      />
    </section>
  )
}

/** A fault of a pro session's time stands at its row. */
function toFormFaults(fields: Readonly<Record<string, string>>, proSessions: readonly { lessonKey: string }[]) {
  return Object.fromEntries(
    Object.entries(fields).map(([field, fault]) => {
      const index = /^proSessions\.(\d+)/.exec(field)?.[1]
      return [index === undefined ? field : `pro-${proSessions[Number(index)]?.lessonKey}`, fault]
    }),
  )
}
