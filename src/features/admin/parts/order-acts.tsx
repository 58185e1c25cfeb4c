import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Done } from '#ui/field.tsx'
import type { AdminOrder } from '../wire/orders.ts'
import { EndSeatForm, seatsToEnd } from './end-seat-form.tsx'
import styles from './order-side.module.css'
import { ReceiptForm } from './receipt-form.tsx'
import { RefundForm } from './refund-form.tsx'

type Act = 'refund' | 'end-seat' | 'receipt'
type Props = { whole: AdminOrder; onChanged: () => void }

export function OrderActs({ whole, onChanged }: Props) {
  const [act, setAct] = useState<Act | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const { order, seats, hasReceipt, refundStopped } = whole
  const { disputed, totals } = order
  const isFrozen = disputed?.status === 'open'
  const gone = [totals.refunded, refundStopped, disputed?.status === 'lost' ? disputed.amount : null]
  const canRefund =
    order.status === 'complete' &&
    !isFrozen &&
    Number(totals.paid.amount) > gone.reduce((sum, amount) => sum + Number(amount?.amount ?? 0), 0)
  const canEnd = order.status === 'complete' && !isFrozen && seatsToEnd(seats).length > 0
  if (whole.refundUndecided) return null
  if (!done && !canRefund && !canEnd && !hasReceipt) return null

  const finish = (said: string) => {
    setAct(null)
    setDone(said)
    onChanged()
  }
  const toggle = (one: Act, label: string): ReactNode => (
    <Button
      look="quiet"
      size="compact"
      aria-expanded={act === one}
      onClick={() => {
        setDone(null)
        setAct(act === one ? null : one)
      }}
    >
      {label}
    </Button>
  )
  return (
    <section className={act ? styles.acting : undefined}>
      <div className={styles.acts}>
        {canRefund && toggle('refund', 'Refund')}
        {canEnd && toggle('end-seat', 'End a seat')}
        {hasReceipt && toggle('receipt', 'Send the receipt again')}
      </div>
      {done && <Done>{done}</Done>}
      {act === 'refund' && <RefundForm whole={whole} onDone={finish} />}
      {act === 'receipt' && <ReceiptForm whole={whole} onDone={finish} />}
      {act === 'end-seat' && <EndSeatForm whole={whole} onDone={finish} />}
    </section>
  )
}
