import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { reopenCourse, withdrawCourse } from '#catalogue/course-life/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, TextField } from '#ui/field.tsx'
import { EffectsDialog } from '../effects/effects-dialog.tsx'
import { useEffects } from '../effects/use-effects.ts'

type Props = { course: string; as: SignedInAudience }

/** Shows the effects before it withdraws the course. */
export function WithdrawCourse({ course, as }: Props) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const { revalidate } = useRevalidator()
  const withdrawal = useEffects(
    (confirmation) =>
      browserClient().call(withdrawCourse, { auth: as, params: { course }, body: { reason, ...confirmation } }),
    revalidate,
  )

  return (
    <>
      <Button look="quiet" size="compact" aria-busy={withdrawal.isBusy} onClick={() => void withdrawal.open()}>
        Withdraw the course
      </Button>
      <EffectsDialog
        ref={withdrawal.dialog}
        title="Withdraw this course?"
        note="You can reopen it at any time."
        cancelLabel="Keep it on sale"
        confirmLabel="Withdraw"
        isDanger
        effects={withdrawal.effects}
        isChanged={withdrawal.isChanged}
        error={withdrawal.failure?.error ?? null}
        isBusy={withdrawal.isBusy}
        isSaving={withdrawal.isSaving}
        onRetry={() => void withdrawal.preview()}
        onClose={withdrawal.onClose}
        onConfirm={() => (reason.trim() === '' ? setFault('Reason is required') : void withdrawal.confirm())}
        below={
          withdrawal.effects && (
            <TextField
              name="reason"
              idPrefix="withdraw"
              label="Reason"
              hint="Only the course’s teachers see it, in the list of versions."
              rows={2}
              maxLength={400}
              value={reason}
              error={fault ?? withdrawal.failure?.fields?.reason}
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

export function ReopenCourse({ course, as }: Props) {
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  async function reopen() {
    if (isBusy) return
    setBusy(true)
    const response = await browserClient().call(reopenCourse, { auth: as, params: { course } })
    await revalidate()
    setBusy(false)
    setError(response.error)
    if (response.error === null) document.querySelector('h1')?.focus()
  }
  return (
    <>
      {error && <ErrorMessage>{error}</ErrorMessage>}
      <Button size="compact" aria-busy={isBusy} onClick={() => void reopen()}>
        Reopen the course
      </Button>
    </>
  )
}
