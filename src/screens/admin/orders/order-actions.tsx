import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { SuccessMessage } from '#ui/field.tsx'
import { EndSeatForm, listActiveSeats } from '../refunds/end-seat-form.tsx'
import { RefundForm } from '../refunds/refund-form.tsx'
import type { AdminOrder } from '../wire/orders.ts'
import styles from './order-panel.module.css'
import { ReceiptForm } from './receipt-form.tsx'

type OrderAction = 'refund' | 'end-seat' | 'receipt'
type Props = { orderDetails: AdminOrder; onChanged: () => void }

export function OrderActions({ orderDetails, onChanged }: Props) {
  const [openAction, setOpenAction] = useState<OrderAction | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const { order, seats, hasReceipt, refundOnHold } = orderDetails
  const { disputed, totals, gift } = order
  const isFrozen = disputed?.status === 'open'
  const deductedAmounts = [totals.refunded, refundOnHold, disputed?.status === 'lost' ? disputed.amount : null]
  const hasLeft =
    order.status === 'complete' &&
    !isFrozen &&
    Number(totals.paid.amount) > deductedAmounts.reduce((sum, amount) => sum + Number(amount?.amount ?? 0), 0)
  const isSentGift = gift?.status === 'sent'
  const canRefund = hasLeft && !isSentGift
  const canEnd = order.status === 'complete' && !isFrozen && listActiveSeats(seats).length > 0
  if (orderDetails.refundUnallocated) return null
  if (!done && !hasLeft && !canEnd && !hasReceipt) return null

  const finish = (message: string) => {
    setOpenAction(null)
    setDone(message)
    onChanged()
  }
  const toggle = (action: OrderAction, label: string): ReactNode => (
    <Button
      look="quiet"
      size="compact"
      aria-expanded={openAction === action}
      onClick={() => {
        setDone(null)
        setOpenAction(openAction === action ? null : action)
      }}
    >
      {label}
    </Button>
  )
  return (
    <section className={openAction ? styles.acting : undefined}>
      <div className={styles.acts}>
        {canRefund && toggle('refund', 'Refund')}
        {canEnd && toggle('end-seat', 'End a seat')}
        {hasReceipt && toggle('receipt', 'Resend receipt')}
      </div>
      {hasLeft && isSentGift && (
        <p>
          This gift card has been sent. Whoever has its code can spend it, so it can’t be refunded here. A refund in
          your payment provider’s dashboard gives the money back, but doesn’t stop the code.
        </p>
      )}
      {done && <SuccessMessage>{done}</SuccessMessage>}
      {openAction === 'refund' && <RefundForm orderDetails={orderDetails} onDone={finish} />}
      {openAction === 'receipt' && <ReceiptForm orderDetails={orderDetails} onDone={finish} />}
      {openAction === 'end-seat' && <EndSeatForm orderDetails={orderDetails} onDone={finish} />}
    </section>
  )
}
