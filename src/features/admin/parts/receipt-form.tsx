import { type FormEvent, useState } from 'react'
import { callSendReceipt } from '#features/checkout/calls/refund.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Told } from '#ui/field.tsx'
import type { AdminOrder } from '../wire/orders.ts'
import { ReasonField } from './reason-field.tsx'
import styles from './refund-form.module.css'

type Props = { whole: AdminOrder; onDone: (said: string) => void }

const REASONS = ['The buyer cannot find it', 'It was not delivered', 'Needed for the books']

export function ReceiptForm({ whole: { order }, onDone }: Props) {
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (!reason) return setTold('Say why: it is kept with the order.')
    setBusy(true)
    const answer = await callSendReceipt(browserClient(), order.orderId, reason)
    setBusy(false)
    if (answer.error !== null) return setTold(answer.error)
    onDone(`The receipt is on its way to ${answer.data.data.email}.`)
  }

  return (
    <form className={styles.form} onSubmit={send} onInput={() => setTold(null)} noValidate>
      <ReasonField reasons={REASONS} />
      {told && <Told>{told}</Told>}
      <Button type="submit" wide aria-busy={isBusy}>
        Send it to {order.buyer?.email}
      </Button>
    </form>
  )
}
