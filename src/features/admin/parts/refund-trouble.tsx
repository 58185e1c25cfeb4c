import { useState } from 'react'
import { callSendRefundsAgain } from '#features/checkout/calls/refund.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Done, Told } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import type { AdminOrder } from '../wire/orders.ts'
import styles from './order-side.module.css'
import { RefundUndecided } from './refund-undecided.tsx'

type Props = { whole: AdminOrder; onChanged: () => void }

export function RefundTrouble({ whole, onChanged }: Props) {
  const [done, setDone] = useState<string | null>(null)
  const finish = (said: string) => {
    setDone(said)
    onChanged()
  }
  return (
    <>
      {whole.refundUndecided && (
        <RefundUndecided whole={whole} amount={whole.refundUndecided} onDone={finish} onChanged={onChanged} />
      )}
      {whole.refundStopped && !whole.refundUndecided && (
        <Stopped whole={whole} amount={whole.refundStopped} onDone={finish} />
      )}
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
  amount: NonNullable<AdminOrder['refundStopped']>
  onDone: (said: string) => void
}

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
        The money is with the provider: the bank did not take it, or less than this went back at the provider’s
        dashboard. The card may be closed: ask the buyer before you send it.
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
