import { Plus } from 'lucide-react'
import { useId } from 'react'
import type { DatedCohort } from '#catalogue/dates/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { dateCohort } from '#sell/cohort-changes/wire.ts'
import { Button } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import { EffectsDialog, labelChange } from '../effects/effects-dialog.tsx'
import { TimeFields } from './time-fields.tsx'
import { useTimeDialog } from './use-time-dialog.ts'
import { toWallTime } from './wall-time.ts'

/** One more session of dates that have some, with what that does listed before. */
export function AddSession({ cohort, as }: { cohort: DatedCohort; as: SignedInAudience }) {
  const { cohortCode, name, timezoneId } = cohort
  const idPrefix = useId()
  const { change, form, set, said, open, dialog } = useTimeDialog(toForm(cohort), {
    send: (added, confirmation) =>
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
    done: 'Session added',
  })
  const fields = change.failure?.fields ?? {}
  const faults = { localStart: fields['sessions.0.localStart'], minutes: fields['sessions.0.minutes'] }
  const isKnownFault = Object.values(faults).some((fault) => fault !== undefined)
  return (
    <>
      <Button look="quiet" size="compact" onClick={open}>
        <Plus size={18} /> Add a session
      </Button>
      <p className={said ? undefined : text.unseen} role="status">
        {said}
      </p>
      <EffectsDialog
        {...dialog}
        title={`Add a session to ${name || cohortCode}`}
        note="It is part of the same seat, at no further price."
        cancelLabel="Cancel"
        confirmLabel={labelChange(change.effects, 'Add the session')}
        error={change.failure && !isKnownFault ? (fields.sessions ?? change.failure.error) : null}
      >
        <TimeFields idPrefix={idPrefix} form={form} timezoneId={timezoneId} faults={faults} onChange={set} />
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
