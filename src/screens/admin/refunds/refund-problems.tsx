import { useState } from 'react'
import { browserClient } from '#http/client.ts'
import { retryRefundsOfOrder } from '#sell/refunds/wire.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SuccessMessage } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import styles from '../orders/order-panel.module.css'
import type { AdminOrder } from '../wire/orders.ts'
import { AllocateRefundForm } from './allocate-refund-form.tsx'

type Props = { orderDetails: AdminOrder; onChanged: () => void }

export function RefundProblems({ orderDetails, onChanged }: Props) {
  const [done, setDone] = useState<string | null>(null)
  const finish = (message: string) => {
    setDone(message)
    onChanged()
  }
  return (
    <>
      {orderDetails.refundUnallocated && (
        <AllocateRefundForm
          orderDetails={orderDetails}
          amount={orderDetails.refundUnallocated}
          onDone={finish}
          onChanged={onChanged}
        />
      )}
      {orderDetails.refundOnHold && !orderDetails.refundUnallocated && (
        <RefundOnHold orderDetails={orderDetails} amount={orderDetails.refundOnHold} onDone={finish} />
      )}
      {done && !orderDetails.refundUnallocated && !orderDetails.refundOnHold && (
        <section>
          <SuccessMessage>{done}</SuccessMessage>
        </section>
      )}
    </>
  )
}

type RefundOnHoldProps = {
  orderDetails: AdminOrder
  amount: NonNullable<AdminOrder['refundOnHold']>
  onDone: (message: string) => void
}

function RefundOnHold({ orderDetails: { order }, amount, onDone }: RefundOnHoldProps) {
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function send() {
    if (isBusy) return
    setBusy(true)
    const response = await browserClient().call(retryRefundsOfOrder, {
      auth: 'admin',
      params: { orderId: order.orderId },
    })
    setBusy(false)
    if (response.error !== null) return setErrorMessage(response.error)
    onDone('We’re sending the refund again.')
  }

  return (
    <section className={styles.acting}>
      <h3>
        Refund on hold: <Money {...amount} exact />
      </h3>
      <p>
        The money is still with the provider. The bank refused it, or the refund in the provider’s dashboard was
        smaller. The card may be closed, so ask the buyer before you retry.
      </p>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <div className={styles.acts}>
        <Button look="quiet" size="compact" aria-busy={isBusy} onClick={send}>
          Retry refund
        </Button>
      </div>
    </section>
  )
}
