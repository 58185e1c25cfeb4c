import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { DatedCohort } from '#catalogue/dates/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { cancelTaughtCohort } from '#sell/cohort-changes/wire.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { EffectsDialog } from '../effects/effects-dialog.tsx'
import { useEffects } from '../effects/use-effects.ts'

type Props = {
  cohort: Pick<DatedCohort, 'cohortCode' | 'name' | 'taken'>
  /** The course was never published: nobody has seen the dates, so they are deleted. */
  isUnseen: boolean
  as: SignedInAudience
}

/** Cancels all sessions of a cohort and refunds its orders, after the effects were read. */
export function CancelCohort({ cohort: { cohortCode, name, taken }, isUnseen, as }: Props) {
  const isDeletion = isUnseen && taken === 0
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const { revalidate } = useRevalidator()
  const cancellation = useEffects(
    (confirmation) =>
      browserClient().call(cancelTaughtCohort, {
        auth: as,
        params: { cohort: cohortCode },
        body: { reason, ...confirmation },
      }),
    revalidate,
  )
  return (
    <>
      <Button look="quiet" size="compact" aria-busy={cancellation.isBusy} onClick={() => void cancellation.open()}>
        {isDeletion ? 'Delete these dates' : 'Cancel these dates'}
      </Button>
      <EffectsDialog
        ref={cancellation.dialog}
        title={`${isDeletion ? 'Delete' : 'Cancel'} ${name || cohortCode}?`}
        cancelLabel="Keep the dates"
        confirmLabel={isDeletion ? 'Delete the dates' : 'Cancel the dates'}
        isDanger
        effects={cancellation.effects}
        isChanged={cancellation.isChanged}
        error={cancellation.failure?.error ?? null}
        isBusy={cancellation.isBusy}
        isSaving={cancellation.isSaving}
        onRetry={() => void cancellation.preview()}
        onClose={cancellation.onClose}
        onConfirm={() =>
          !isDeletion && reason.trim() === '' ? setFault('Reason is required') : void cancellation.confirm()
        }
        below={
          cancellation.effects &&
          (!isDeletion || cancellation.failure?.fields?.reason) && (
            <TextField
              name="reason"
              idPrefix={`cancel-${cohortCode}`}
              label="Reason"
              hint="Learners see it on their order and in the e-mail."
              rows={2}
              maxLength={500}
              value={reason}
              error={fault ?? cancellation.failure?.fields?.reason}
              onChange={({ currentTarget }) => {
                setReason(currentTarget.value)
                setFault(undefined)
              }}
            />
          )
        }
      />
    </>
  )
}
