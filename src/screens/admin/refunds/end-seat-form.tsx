import { type FormEvent, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { createIdempotencyKeys } from '#sell/checkout/session/idempotency-keys.ts'
import { cancelOneEnrolment } from '#sell/refunds/wire.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import { Choice } from '../orders/choice.tsx'
import { ReasonField } from '../orders/reason-field.tsx'
import type { AdminOrder, AdminSeat } from '../wire/orders.ts'
import { describeWindow, getSeatName, RefundEffects } from './refund-effects.tsx'
import styles from './refund-form.module.css'
import { useRefundPreview } from './use-refund-preview.ts'

type RefundChoice = 'window' | 'all' | 'none'
type Props = { orderDetails: AdminOrder; onDone: (message: string) => void }

export const listActiveSeats = (seats: AdminSeat[]) =>
  seats.flatMap((seat) =>
    seat.state === 'active' && seat.enrolmentId ? [{ ...seat, enrolmentId: seat.enrolmentId }] : [],
  )

export function EndSeatForm({ orderDetails: { order, seats }, onDone }: Props) {
  const activeSeats = listActiveSeats(seats)
  const [attempts] = useState(() => createIdempotencyKeys())
  const [chosen, setChosen] = useState(activeSeats.length === 1 ? activeSeats[0]?.enrolmentId : undefined)
  const [refundChoice, setRefundChoice] = useState<RefundChoice>('window')
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const seat = activeSeats.find(({ enrolmentId }) => enrolmentId === chosen)
  const policyPreview = useRefundPreview(order.orderId, seat ? [{ lineId: seat.lineId }] : null)
  const all = policyPreview.view?.lines[0]?.refundable
  const isAll = refundChoice === 'all' && all && Number(all.amount) > 0
  const fullPreview = useRefundPreview(order.orderId, seat && isAll ? [{ lineId: seat.lineId, amount: all }] : null)
  const view = refundChoice === 'all' && isAll ? fullPreview.shown : policyPreview.shown
  const shown = view && refundChoice === 'none' ? { ...view, amount: { ...view.amount, amount: '0' }, parts: [] } : view
  const amount = shown && Number(shown.amount.amount) > 0 ? shown.amount : null
  const refusal = policyPreview.errorMessage ?? fullPreview.errorMessage

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (!seat) return setErrorMessage('Choose a seat first.')
    if (!reason) return setErrorMessage('Add a reason. It is saved with the order.')
    const body = { reason, refund: refundChoice }
    setBusy(true)
    const response = await browserClient().call(cancelOneEnrolment, {
      auth: 'admin',
      params: { enrolmentId: seat.enrolmentId },
      body,
      idempotencyKey: attempts.getKey([seat.enrolmentId, body]),
    })
    attempts.handleResponse(response)
    setBusy(false)
    if (response.error !== null) return setErrorMessage(response.error)
    onDone(response.data.data.refundId ? 'The seat has ended, and the refund is requested.' : 'The seat has ended.')
  }

  return (
    <form className={styles.form} onSubmit={send} onInput={() => setErrorMessage(null)} noValidate>
      <fieldset className={styles.seats}>
        <legend>Which seat?</legend>
        {activeSeats.map((one) => (
          <label key={one.enrolmentId}>
            <input
              type="radio"
              name="seat"
              checked={one.enrolmentId === chosen}
              onChange={() => setChosen(one.enrolmentId)}
            />
            <span>{getSeatName(one)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className={styles.how}>
        <legend>Refund</legend>
        <Choice name="back" value="window" selected={refundChoice} onSelect={setRefundChoice}>
          Refund policy amount{policyPreview.view && ` (${describeWindow(policyPreview.view)})`}
        </Choice>
        <Choice name="back" value="all" selected={refundChoice} onSelect={setRefundChoice}>
          Full amount paid
        </Choice>
        <Choice name="back" value="none" selected={refundChoice} onSelect={setRefundChoice}>
          Nothing
        </Choice>
      </fieldset>
      {seat && shown && (
        <RefundEffects view={shown} seats={seats} hasDiscount={Number(order.totals.discount.amount) > 0} endsSeats />
      )}
      <ReasonField />
      {(errorMessage ?? refusal) && <ErrorMessage>{errorMessage ?? refusal}</ErrorMessage>}
      <Button type="submit" look="danger" wide aria-busy={isBusy}>
        End the seat{' '}
        {amount && (
          <>
            and refund <Money {...amount} exact />
          </>
        )}
      </Button>
    </form>
  )
}
