import { useRef, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { cancelOneEnrolment } from '#sell/refunds/wire.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SelectField, TextField } from '#ui/field.tsx'
import { StudioDialog } from '../frame/studio-dialog.tsx'
import styles from './learners.module.css'

type Props = { enrolmentId: string; onEnded: () => Promise<void> }
type Refund = 'window' | 'all' | 'none'

/** For admins: ends one seat, as on the page of its order. */
export function EndSeat({ enrolmentId, onEnded }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [reason, setReason] = useState('')
  const [refund, setRefund] = useState<Refund>('window')
  const [fault, setFault] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function end() {
    if (isBusy) return
    if (reason.trim() === '') return setFault('Reason is required')
    setBusy(true)
    const response = await browserClient().call(cancelOneEnrolment, {
      auth: 'admin',
      params: { enrolmentId },
      body: { reason, refund },
    })
    setError(response.error)
    if (response.error === null) {
      await onEnded()
      dialog.current?.close()
    }
    setBusy(false)
  }

  return (
    <>
      <Button look="quiet" size="compact" onClick={() => dialog.current?.showModal()}>
        End the seat
      </Button>
      <StudioDialog
        ref={dialog}
        title="End this seat?"
        note="The seat is free for somebody else. This can’t be undone."
        cancelLabel="Keep the seat"
        isBusy={isBusy}
        actions={
          <Button look="danger" size="compact" aria-busy={isBusy} onClick={() => void end()}>
            End the seat
          </Button>
        }
      >
        <div className={styles.fields}>
          <SelectField
            idPrefix="end-seat"
            name="refund"
            label="Refund"
            value={refund}
            onChange={({ currentTarget }) => setRefund(currentTarget.value as Refund)}
          >
            <option value="window">What the refund rule gives today</option>
            <option value="all">All that was paid for the seat</option>
            <option value="none">Nothing</option>
          </SelectField>
          <TextField
            idPrefix="end-seat"
            name="reason"
            label="Reason"
            hint="Saved with the seat, and shown on the order."
            rows={2}
            maxLength={500}
            value={reason}
            error={fault ?? undefined}
            onChange={({ currentTarget }) => {
              setReason(currentTarget.value)
              setFault(null)
            }}
          />
          {error && <ErrorMessage>{error}</ErrorMessage>}
        </div>
      </StudioDialog>
    </>
  )
}
