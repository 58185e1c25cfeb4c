import { type FormEvent, useState } from 'react'
import { callEndEnrolment } from '#features/checkout/calls/refund.ts'
import { openAttempts } from '#features/checkout/parts/attempt.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Told } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import type { AdminOrder, Seat } from '../wire/orders.ts'
import { Choice } from './choice.tsx'
import { ReasonField } from './reason-field.tsx'
import { nameOf, RefundEffects } from './refund-effects.tsx'
import styles from './refund-form.module.css'
import { usePreview } from './use-preview.ts'

type How = 'window' | 'all' | 'none'
type Props = { whole: AdminOrder; onDone: (said: string) => void }

export const seatsToEnd = (seats: Seat[]) =>
  seats.flatMap((seat) =>
    seat.state === 'active' && seat.enrolmentId ? [{ ...seat, enrolmentId: seat.enrolmentId }] : [],
  )

export function EndSeatForm({ whole: { order, seats }, onDone }: Props) {
  const open = seatsToEnd(seats)
  const [attempts] = useState(() => openAttempts())
  const [chosen, setChosen] = useState(open.length === 1 ? open[0]?.enrolmentId : undefined)
  const [how, setHow] = useState<How>('window')
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const seat = open.find(({ enrolmentId }) => enrolmentId === chosen)
  const base = usePreview(order.orderId, seat ? [{ lineId: seat.lineId }] : null)
  const all = base.view?.lines[0]?.refundable
  const isAll = how === 'all' && all && Number(all.amount) > 0
  const allOfIt = usePreview(order.orderId, seat && isAll ? [{ lineId: seat.lineId, amount: all }] : null)
  const view = how === 'all' && isAll ? allOfIt.shown : base.shown
  const shown = view && how === 'none' ? { ...view, amount: { ...view.amount, amount: '0' }, parts: [] } : view
  const amount = shown && Number(shown.amount.amount) > 0 ? shown.amount : null
  const refusal = base.told ?? allOfIt.told

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (!seat) return setTold('Choose a seat first.')
    if (!reason) return setTold('Say why: it is kept with the order.')
    const body = { reason, refund: how }
    setBusy(true)
    const answer = await callEndEnrolment(
      browserClient(),
      seat.enrolmentId,
      body,
      attempts.keyFor([seat.enrolmentId, body]),
    )
    attempts.answered(answer)
    setBusy(false)
    if (answer.error !== null) return setTold(answer.error)
    onDone(answer.data.data.refundId ? 'The seat has ended, and the refund is on its way.' : 'The seat has ended.')
  }

  return (
    <form className={styles.form} onSubmit={send} onInput={() => setTold(null)} noValidate>
      <fieldset className={styles.seats}>
        <legend>Whose seat</legend>
        {open.map((one) => (
          <label key={one.enrolmentId}>
            <input
              type="radio"
              name="seat"
              checked={one.enrolmentId === chosen}
              onChange={() => setChosen(one.enrolmentId)}
            />
            <span>{nameOf(one)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className={styles.how}>
        <legend>And the money</legend>
        <Choice name="back" value="window" is={how} on={setHow}>
          Refund policy amount{base.view ? ` (${base.view.windowPercent} %)` : ''}
        </Choice>
        <Choice name="back" value="all" is={how} on={setHow}>
          All that was paid
        </Choice>
        <Choice name="back" value="none" is={how} on={setHow}>
          Nothing
        </Choice>
      </fieldset>
      {seat && shown && (
        <RefundEffects view={shown} seats={seats} hasDiscount={Number(order.totals.discount.amount) > 0} endsAnyway />
      )}
      <ReasonField />
      {(told ?? refusal) && <Told>{told ?? refusal}</Told>}
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
