import { ArrowRight } from 'lucide-react'
import { useId } from 'react'
import { useRevalidator } from 'react-router'
import { nameZone } from '#domain/dates/zone-name.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { cancelSession, moveSession } from '#sell/cohort-changes/wire.ts'
import { Button } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import { EffectsDialog, labelChange, sayDone } from '../effects/effects-dialog.tsx'
import { useEffects } from '../effects/use-effects.ts'
import styles from './move-session.module.css'
import { TimeFields } from './time-fields.tsx'
import { useTimeDialog } from './use-time-dialog.ts'
import { formatWallTime, toWallTime } from './wall-time.ts'

export type MovableSession = { sessionId: string; title: string; startsAt: string; endsAt: string; timezoneId: string }
type Props = { session: MovableSession; as: SignedInAudience }

/** Moves one session, with what that does listed before. */
export function MoveSession({ session, as }: Props) {
  const { sessionId, title, timezoneId } = session
  const idPrefix = useId()
  const stored = toForm(session)
  const { change, form, set, when, said, open, dialog } = useTimeDialog(stored, {
    send: (time, confirmation) =>
      browserClient().call(moveSession, { auth: as, params: { sessionId }, body: { ...time, ...confirmation } }),
    done: 'Moved',
    isChosen: ({ day, start, minutes }) => day !== stored.day || start !== stored.start || minutes !== stored.minutes,
  })
  const fault: Record<string, string | undefined> = change.failure?.fields ?? {}
  return (
    <>
      <Button look="quiet" size="compact" onClick={open}>
        Move
      </Button>
      <span className={said ? undefined : text.unseen} role="status">
        {said}
      </span>
      <EffectsDialog
        {...dialog}
        title={`Move “${title}”`}
        cancelLabel="Cancel"
        confirmLabel={labelChange(change.effects, 'Move')}
        error={change.failure && !fault.localStart && !fault.minutes ? change.failure.error : null}
      >
        <TimeFields idPrefix={idPrefix} form={form} timezoneId={timezoneId} faults={fault} onChange={set} />
        <div className={styles.change}>
          <p>
            <small>Now</small>
            <b>{formatWallTime(stored.day, stored.start, Number(stored.minutes))}</b>
            <span>{nameZone(timezoneId)}</span>
          </p>
          <ArrowRight size={18} aria-hidden />
          <p>
            <small>Afterwards</small>
            {when ? (
              <>
                <b>{when}</b>
                <span>{nameZone(timezoneId)}</span>
              </>
            ) : (
              <span>Choose another day or time.</span>
            )}
          </p>
        </div>
      </EffectsDialog>
    </>
  )
}

function toForm({ startsAt, endsAt, timezoneId }: MovableSession) {
  return { ...toWallTime(startsAt, timezoneId), minutes: String((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000) }
}

/** Cancels one session. The cohort keeps the others. */
export function CancelSession({
  session: { sessionId, title },
  as,
  onDone,
}: Props & { onDone: (words: string) => void }) {
  const { revalidate } = useRevalidator()
  const cancellation = useEffects(
    (confirmation) => browserClient().call(cancelSession, { auth: as, params: { sessionId }, body: confirmation }),
    revalidate,
    // The row has no button any more that could say it.
    () => onDone(sayDone(cancellation.effects, `“${title}” cancelled`)),
  )
  return (
    <>
      <Button look="quiet" size="compact" aria-busy={cancellation.isBusy} onClick={() => void cancellation.open()}>
        Cancel the session
      </Button>
      <EffectsDialog
        ref={cancellation.dialog}
        title={`Cancel “${title}”?`}
        note={cancellation.effects && 'The other sessions stay. This can’t be undone.'}
        cancelLabel="Keep it"
        confirmLabel={labelChange(cancellation.effects, 'Cancel the session')}
        isDanger
        effects={cancellation.effects}
        isChanged={cancellation.isChanged}
        error={cancellation.failure?.error ?? null}
        isBusy={cancellation.isBusy}
        isSaving={cancellation.isSaving}
        onConfirm={() => void cancellation.confirm()}
        onRetry={() => void cancellation.preview()}
        onClose={cancellation.onClose}
      />
    </>
  )
}
