import { type FormEvent, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { createIdempotencyKeys } from '#sell/checkout/session/idempotency-keys.ts'
import { allocateRefundOfOrder } from '#sell/refunds/wire.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import { Choice } from '../orders/choice.tsx'
import styles from '../orders/order-panel.module.css'
import { ReasonField } from '../orders/reason-field.tsx'
import type { AdminOrder } from '../wire/orders.ts'
import { getSeatName } from './refund-effects.tsx'
import form from './refund-form.module.css'

type PendingRefundMatch = 'waiting' | 'another'
type Props = {
  orderDetails: AdminOrder
  amount: NonNullable<AdminOrder['refundUnallocated']>
  onDone: (message: string) => void
  onChanged: () => void
}

export function AllocateRefundForm({
  orderDetails: { order, seats, refundPending, refundSeparate },
  amount,
  onDone,
  onChanged,
}: Props) {
  const [attempts] = useState(() => createIdempotencyKeys())
  const [pendingRefundMatch, setPendingRefundMatch] = useState<PendingRefundMatch | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const activeSeats = seats.filter(({ state }) => state === 'active')
  const exceedsDashboardRefund = refundPending !== null && Number(refundPending.amount.amount) > Number(amount.amount)
  const canEndGift = order.gift?.status === 'scheduled'
  const choices = canEndGift
    ? order.lines.map(({ lineId }) => ({ lineId, label: 'The gift card (it won’t be sent)' }))
    : activeSeats.map((seat) => ({ lineId: seat.lineId, label: getSeatName(seat) }))

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (!reason) return setErrorMessage('Add a reason. It is saved with the order.')
    if (refundPending?.hasRoom && !pendingRefundMatch)
      return setErrorMessage('Choose whether this was the pending refund.')
    const replacedAmount =
      refundPending && (!refundPending.hasRoom || pendingRefundMatch === 'waiting') ? refundPending.amount : null
    const body = { lines: [...chosen], reason, amount, replacedAmount: replacedAmount }
    setBusy(true)
    const response = await browserClient().call(allocateRefundOfOrder, {
      auth: 'admin',
      params: { orderId: order.orderId },
      body,
      idempotencyKey: attempts.getKey(body),
    })
    attempts.handleResponse(response)
    setBusy(false)
    if (response.error !== null) {
      if (response.errorCode === 'REFUND_CHANGED') onChanged()
      return setErrorMessage(response.error)
    }
    onDone(chosen.length > 0 ? 'Saved with the order. The selected seats have ended.' : 'Saved with the order.')
  }

  return (
    <section className={styles.acting}>
      <h3>
        Refunded at the provider: <Money {...amount} exact />
      </h3>
      <p>
        Someone refunded this in the provider’s dashboard.{' '}
        {choices.length > 0 &&
          `${canEndGift ? 'Select the gift card' : 'Select the seats it was for'} to end immediately.`}
        {!refundPending && !refundSeparate && ' No more money is sent.'}
      </p>
      {refundSeparate && (
        <p>
          Another refund of <Money {...refundSeparate} exact /> is pending. We send it after this decision.
        </p>
      )}
      <form className={form.form} onSubmit={send} onInput={() => setErrorMessage(null)} noValidate>
        {refundPending?.hasRoom && (
          <fieldset className={form.how}>
            <legend>
              A refund of <Money {...refundPending.amount} exact /> is pending
            </legend>
            <Choice name="which" value="waiting" selected={pendingRefundMatch} onSelect={setPendingRefundMatch}>
              {exceedsDashboardRefund
                ? 'This was the pending refund: cancel it and hold the difference'
                : 'This was the pending refund: cancel it'}
            </Choice>
            <Choice name="which" value="another" selected={pendingRefundMatch} onSelect={setPendingRefundMatch}>
              This was a different refund: send the pending one too
            </Choice>
          </fieldset>
        )}
        {refundPending && !refundPending.hasRoom && (
          <p>
            A refund of <Money {...refundPending.amount} exact /> is pending, but not enough is left for both. This one
            replaces it, and we cancel the pending refund.
            {exceedsDashboardRefund && ' We hold the difference until you send it.'}
          </p>
        )}
        {choices.length > 0 && (
          <fieldset className={form.seats}>
            <legend>{canEndGift ? 'What ends?' : 'Which seats?'}</legend>
            {choices.map(({ lineId, label }) => (
              <label key={lineId}>
                <input
                  type="checkbox"
                  checked={chosen.includes(lineId)}
                  onChange={({ currentTarget }) =>
                    setChosen(currentTarget.checked ? [...chosen, lineId] : chosen.filter((one) => one !== lineId))
                  }
                />
                <span>{label}</span>
              </label>
            ))}
          </fieldset>
        )}
        <ReasonField />
        {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <Button type="submit" look={chosen.length > 0 ? 'danger' : 'quiet'} wide aria-busy={isBusy}>
          {chosen.length > 0
            ? canEndGift
              ? 'End the gift card'
              : getSubmitLabel('End', chosen.length)
            : canEndGift
              ? 'Keep the gift card'
              : getSubmitLabel('Keep', choices.length)}
        </Button>
      </form>
    </section>
  )
}

const getSubmitLabel = (verb: 'End' | 'Keep', count: number): string =>
  count === 0 ? 'Save' : `${verb} ${count === 1 ? 'the seat' : verb === 'Keep' ? 'all seats' : `${count} seats`}`
