import { type FormEvent, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { resendReceipt } from '#sell/documents/wire/receipt.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import styles from '../refunds/refund-form.module.css'
import type { AdminOrder } from '../wire/orders.ts'
import { ReasonField } from './reason-field.tsx'

type Props = { orderDetails: AdminOrder; onDone: (message: string) => void }

const REASONS = ['The buyer can’t find it', 'It wasn’t delivered', 'Needed for bookkeeping']

export function ReceiptForm({ orderDetails: { order }, onDone }: Props) {
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (!reason) return setErrorMessage('Add a reason. It is saved with the order.')
    setBusy(true)
    const response = await browserClient().call(resendReceipt, {
      auth: 'admin',
      params: { orderId: order.orderId },
      body: { reason },
    })
    setBusy(false)
    if (response.error !== null) return setErrorMessage(response.error)
    onDone(`Receipt sent to ${response.data.data.email}.`)
  }

  return (
    <form className={styles.form} onSubmit={send} onInput={() => setErrorMessage(null)} noValidate>
      <ReasonField reasons={REASONS} defaultValue="The buyer asked for it" />
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <Button type="submit" wide aria-busy={isBusy}>
        Send it to {order.buyer?.email}
      </Button>
    </form>
  )
}
