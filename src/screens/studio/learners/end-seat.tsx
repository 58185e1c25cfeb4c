import { useRef, useState } from 'react'
import { browserClient } from '#http/client.ts'
import type { LearnerDetail } from '#learn/learners/wire.ts'
import { createIdempotencyKeys } from '#sell/checkout/session/idempotency-keys.ts'
import { cancelOneEnrolment, type RefundView, refundOfOrder } from '#sell/refunds/wire.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SelectField, TextField } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import { StudioDialog } from '../frame/studio-dialog.tsx'
import styles from './learners.module.css'

type Props = { enrolmentId: string; order: NonNullable<LearnerDetail['order']>; onEnded: () => Promise<void> }
type Refund = 'window' | 'all' | 'none'

/** For admins: ends one seat, as on the page of its order. */
export function EndSeat({ enrolmentId, order, onEnded }: Props) {
  const [attempts] = useState(() => createIdempotencyKeys())
  const [sums, setSums] = useState<RefundView['lines'][number] | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const [reason, setReason] = useState('')
  const [refund, setRefund] = useState<Refund>('window')
  const [fault, setFault] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const amount = { window: sums?.withinWindow, all: sums?.refundable, none: undefined }[refund]

  async function open() {
    dialog.current?.showModal()
    const response = await browserClient().call(refundOfOrder, {
      auth: 'admin',
      params: { orderId: order.orderId },
      body: { lines: [{ lineId: order.lineId }], reason: 'Preview', preview: true },
      idempotencyKey: crypto.randomUUID(),
    })
    setSums(response.error === null ? (response.data.data.lines[0] ?? null) : null)
  }

  async function end() {
    if (isBusy) return
    if (reason.trim() === '') return setFault('Reason is required')
    setBusy(true)
    const body = { reason, refund }
    const response = await browserClient().call(cancelOneEnrolment, {
      auth: 'admin',
      params: { enrolmentId },
      body,
      idempotencyKey: attempts.getKey([enrolmentId, body]),
    })
    attempts.handleResponse(response)
    setError(response.error)
    if (response.error === null) {
      await onEnded()
      dialog.current?.close()
    }
    setBusy(false)
  }

  return (
    <>
      <Button look="quiet" size="compact" onClick={() => void open()}>
        End the seat
      </Button>
      <StudioDialog
        ref={dialog}
        title="End this seat?"
        note="The learner loses access, and somebody else can have the seat. This can’t be undone."
        cancelLabel="Keep the seat"
        isBusy={isBusy}
        actions={
          <Button look="danger" size="compact" aria-busy={isBusy} onClick={() => void end()}>
            End the seat
            {amount && Number(amount.amount) > 0 && (
              <>
                {' '}
                and refund <Money {...amount} exact />
              </>
            )}
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
            <option value="all">Everything paid for the seat</option>
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
