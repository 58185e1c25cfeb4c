import { type FormEvent, useState } from 'react'
import { callDecideRefund } from '#features/checkout/calls/refund.ts'
import { openAttempts } from '#features/checkout/parts/attempt.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Told } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import type { AdminOrder } from '../wire/orders.ts'
import { Choice } from './choice.tsx'
import styles from './order-side.module.css'
import { ReasonField } from './reason-field.tsx'
import { nameOf } from './refund-effects.tsx'
import form from './refund-form.module.css'

type Which = 'waiting' | 'another'
type Props = {
  whole: AdminOrder
  amount: NonNullable<AdminOrder['refundUndecided']>
  onDone: (said: string) => void
  onChanged: () => void
}

export function RefundUndecided({
  whole: { order, seats, refundUnsent, refundBesides },
  amount,
  onDone,
  onChanged,
}: Props) {
  const [attempts] = useState(() => openAttempts())
  const [which, setWhich] = useState<Which | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const open = seats.filter(({ state }) => state === 'active')
  const isMore = refundUnsent !== null && Number(refundUnsent.amount.amount) > Number(amount.amount)
  const canEndGift = order.gift?.status === 'scheduled'
  const choices = canEndGift
    ? order.lines.map(({ lineId }) => ({ lineId, label: 'The gift card, which is not sent then' }))
    : open.map((seat) => ({ lineId: seat.lineId, label: nameOf(seat) }))

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (!reason) return setTold('Say why: it is kept with the order.')
    if (refundUnsent?.hasRoom && !which) return setTold('Say whether this was the refund that waits here.')
    const standsFor = refundUnsent && (!refundUnsent.hasRoom || which === 'waiting') ? refundUnsent.amount : null
    const body = { lines: [...chosen], reason, amount, standsFor }
    setBusy(true)
    const answer = await callDecideRefund(browserClient(), order.orderId, body, attempts.keyFor(body))
    attempts.answered(answer)
    setBusy(false)
    if (answer.error !== null) {
      if (answer.errorCode === 'REFUND_CHANGED') onChanged()
      return setTold(answer.error)
    }
    onDone(
      chosen.length > 0 ? 'It is kept with the order, and what was marked has ended.' : 'It is kept with the order.',
    )
  }

  return (
    <section className={styles.acting}>
      <h3>
        Refunded at the provider: <Money {...amount} exact />
      </h3>
      <p>
        Somebody sent this back in the provider’s own dashboard.{' '}
        {choices.length > 0 && `${canEndGift ? 'Mark what ends' : 'Mark whose seat it was for'}: it ends at once.`}
        {!refundUnsent && !refundBesides && ' No more money moves.'}
      </p>
      {refundBesides && (
        <p>
          <Money {...refundBesides} exact /> of ours waits besides, and goes out after this decision.
        </p>
      )}
      <form className={form.form} onSubmit={send} onInput={() => setTold(null)} noValidate>
        {refundUnsent?.hasRoom && (
          <fieldset className={form.how}>
            <legend>
              <Money {...refundUnsent.amount} exact /> still waits here
            </legend>
            <Choice name="which" value="waiting" is={which} on={setWhich}>
              {isMore
                ? 'This was it: what waits is not sent, and what is missing waits for you'
                : 'This was it: what waits is not sent'}
            </Choice>
            <Choice name="which" value="another" is={which} on={setWhich}>
              This was another one: what waits still goes
            </Choice>
          </fieldset>
        )}
        {refundUnsent && !refundUnsent.hasRoom && (
          <p>
            <Money {...refundUnsent.amount} exact /> still waits here, and not enough is left for both. This refund
            stands for it: what waits is not sent.{isMore && ' What is missing waits for you to send it.'}
          </p>
        )}
        {choices.length > 0 && (
          <fieldset className={form.seats}>
            <legend>{canEndGift ? 'What ends' : 'Whose seat'}</legend>
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
        {told && <Told>{told}</Told>}
        <Button type="submit" look={chosen.length > 0 ? 'danger' : 'quiet'} wide aria-busy={isBusy}>
          {chosen.length > 0
            ? canEndGift
              ? 'End the gift card'
              : seatsIn('End', chosen.length)
            : canEndGift
              ? 'Keep the gift card'
              : seatsIn('Keep', choices.length)}
        </Button>
      </form>
    </section>
  )
}

const seatsIn = (verb: 'End' | 'Keep', count: number): string =>
  count === 0
    ? 'Keep it as it is'
    : `${verb} ${count === 1 ? 'the seat' : verb === 'Keep' ? 'all seats' : `${count} seats`}`
