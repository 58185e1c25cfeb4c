import { Plus } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { DatedCohort } from '#catalogue/dates/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { dateCohort } from '#sell/cohort-changes/wire.ts'
import { Button } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import { EffectsDialog, labelChange, sayDone } from '../effects/effects-dialog.tsx'
import { useEffects } from '../effects/use-effects.ts'
import { TimeFields } from './time-fields.tsx'
import { formatWallTime, toWallTime } from './wall-time.ts'

const PREVIEW_MS = 400

/** One more session of dates that have some, with what that does listed before. */
export function AddSession({ cohort, as }: { cohort: DatedCohort; as: SignedInAudience }) {
  const { cohortCode, name, timezoneId } = cohort
  const idPrefix = useId()
  const [form, setForm] = useState(() => toForm(cohort))
  const [isOpen, setOpen] = useState(false)
  const [said, say] = useState('')
  const { revalidate } = useRevalidator()
  const { day, start, minutes } = form
  const added = { localStart: `${day}T${start}`, minutes: Number(minutes) }
  const adding = useEffects(
    (confirmation) =>
      browserClient().call(dateCohort, {
        auth: as,
        params: { cohort: cohortCode },
        body: {
          timezoneId,
          meetingUrl: null,
          state: 'announced',
          isMore: true,
          sessions: [added],
          proSessions: [],
          ...confirmation,
        },
      }),
    revalidate,
    () => say(sayDone(adding.effects, 'Session added')),
  )
  const when = formatWallTime(day, start, Number(minutes))
  const wanted = isOpen && when !== null ? JSON.stringify(added) : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another time asks again
  useEffect(() => {
    adding.reset()
    if (wanted === null) return
    const timer = setTimeout(() => void adding.preview(), PREVIEW_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const fields = adding.failure?.fields ?? {}
  const faults = { localStart: fields['sessions.0.localStart'], minutes: fields['sessions.0.minutes'] }
  const isKnownFault = Object.values(faults).some((fault) => fault !== undefined)
  return (
    <>
      <Button
        look="quiet"
        size="compact"
        onClick={() => {
          say('')
          setForm(toForm(cohort))
          setOpen(true)
          adding.dialog.current?.showModal()
        }}
      >
        <Plus size={18} /> Add a session
      </Button>
      <p className={said ? undefined : text.unseen} role="status">
        {said}
      </p>
      <EffectsDialog
        ref={adding.dialog}
        title={`Add a session to ${name || cohortCode}`}
        note="It is part of the same seat, at no further price."
        cancelLabel="Cancel"
        confirmLabel={labelChange(adding.effects, 'Add the session')}
        effects={when === null ? null : adding.effects}
        isChanged={adding.isChanged}
        error={adding.failure && !isKnownFault ? (fields.sessions ?? adding.failure.error) : null}
        isBusy={adding.isBusy}
        isSaving={adding.isSaving}
        onConfirm={() => void adding.confirm()}
        onRetry={() => void adding.preview()}
        onClose={() => {
          setOpen(false)
          adding.onClose()
        }}
      >
        <TimeFields
          idPrefix={idPrefix}
          form={form}
          timezoneId={timezoneId}
          faults={faults}
          onChange={(change) => !adding.isSaving && setForm((before) => ({ ...before, ...change }))}
        />
      </EffectsDialog>
    </>
  )
}

/** The day is left to the person. Hour and length are those of the last session. */
function toForm({ sessions, timezoneId }: DatedCohort) {
  const last = sessions.findLast(({ isCancelled, isPro }) => !isCancelled && !isPro) ?? sessions.at(-1)
  if (!last) return { day: '', start: '', minutes: '60' }
  const { start } = toWallTime(last.startsAt, timezoneId)
  return { day: '', start, minutes: String((Date.parse(last.endsAt) - Date.parse(last.startsAt)) / 60_000) }
}
