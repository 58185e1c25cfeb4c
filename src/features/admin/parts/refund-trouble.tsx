import { type FormEvent, useState } from 'react'
import { callDecideRefund, callSendRefundsAgain } from '#features/checkout/calls/refund.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Done, Told } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import type { AdminOrder } from '../wire/orders.ts'
import styles from './order-side.module.css'
import { ReasonField } from './reason-field.tsx'
import { nameOf } from './refund-effects.tsx'
import form from './refund-form.module.css'

type Props = { whole: AdminOrder; onChanged: () => void }

export function RefundTrouble({ whole, onChanged }: Props) {
  const [done, setDone] = useState<string | null>(null)
  const finish = (said: string) => {
    setDone(said)
    onChanged()
  }
  return (
    <>
      {whole.refundUndecided && <Undecided whole={whole} amount={whole.refundUndecided} onDone={finish} />}
      {whole.refundStopped && <Stopped whole={whole} amount={whole.refundStopped} onDone={finish} />}
      {done && !whole.refundUndecided && !whole.refundStopped && (
        <section>
          <Done>{done}</Done>
        </section>
      )}
    </>
  )
}

type Trouble = {
  whole: AdminOrder
  amount: NonNullable<AdminOrder['refundUndecided']>
  onDone: (said: string) => void
}

function Undecided({ whole: { order, seats }, amount, onDone }: Trouble) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const open = seats.filter(({ state }) => state === 'active')
  const canEndGift = order.gift?.status === 'scheduled'
  const choices = canEndGift
    ? order.lines.map(({ lineId }) => ({ lineId, label: 'The gift card, which is not sent then' }))
    : open.map((seat) => ({ lineId: seat.lineId, label: nameOf(seat) }))

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (!reason) return setTold('Say why: it is kept with the order.')
    setBusy(true)
    const answer = await callDecideRefund(browserClient(), order.orderId, { lines: [...chosen], reason })
    setBusy(false)
    if (answer.error !== null) return setTold(answer.error)
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
        {canEndGift ? 'Mark what ends' : 'Mark whose seat it was for'}: it ends at once. No more money moves.
      </p>
      <form className={form.form} onSubmit={send} onInput={() => setTold(null)} noValidate>
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

function Stopped({ whole: { order }, amount, onDone }: Trouble) {
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function send() {
    if (isBusy) return
    setBusy(true)
    const answer = await callSendRefundsAgain(browserClient(), order.orderId)
    setBusy(false)
    if (answer.error !== null) return setTold(answer.error)
    onDone('It is on its way again.')
  }

  return (
    <section className={styles.acting}>
      <h3>
        Not paid back: <Money {...amount} exact />
      </h3>
      <p>
        The bank did not take it, and the money is with the provider again. The card may be closed: ask the buyer before
        you send it once more.
      </p>
      {told && <Told>{told}</Told>}
      <div className={styles.acts}>
        <Button look="quiet" size="compact" aria-busy={isBusy} onClick={send}>
          Send it again
        </Button>
      </div>
    </section>
  )
}
