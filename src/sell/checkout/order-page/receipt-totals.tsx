import { Printer } from 'lucide-react'
import { isTakenOff, REFUND_PROGRESS } from '#domain/money/bill.ts'
import type { AuthKind } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import type { OrderView } from '../wire/order.ts'
import { CreditNoteButtons, InvoiceButton } from './invoice-button.tsx'
import styles from './receipt.module.css'

type Props = { order: OrderView; zone: string; auth: AuthKind }

export function ReceiptTotals({ order, zone, auth }: Props) {
  return (
    <>
      <div className={styles.tear} aria-hidden="true" />
      <div className={styles.part}>
        <dl className={styles.sum}>
          {isGivenAway(order) ? (
            <div className={styles.total}>
              <dt>Price</dt>
              <dd>
                <Money {...order.totals.total} exact label="Free" />
              </dd>
            </div>
          ) : (
            <BillLines lines={order.bill} zone={zone} />
          )}
        </dl>
        <div className={styles.row}>
          <Button look="quiet" size="compact" onClick={() => print()}>
            <Printer size={18} /> Print
          </Button>
          {order.invoiceUrl && <InvoiceButton order={order} auth={auth} />}
          <CreditNoteButtons order={order} auth={auth} />
        </div>
      </div>
    </>
  )
}

/** The price before anything is paid. */
export function OrderPrice({ order, zone }: { order: OrderView; zone: string }) {
  const end = order.bill.findIndex(({ kind }) => kind === 'total')
  return <BillLines lines={order.bill.slice(0, end + 1)} zone={zone} />
}

type BillLine = OrderView['bill'][number]

function BillLines({ lines, zone }: { lines: readonly BillLine[]; zone: string }) {
  return lines.map((line, position) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: two payments may be alike, and a bill never changes its order
      key={position}
      className={CLASSES[line.kind]}
      data-after-refunds={line.kind === 'kept' ? '' : undefined}
    >
      <dt>
        <LineLabel line={line} zone={zone} />
      </dt>
      <dd>
        {isTakenOff(line.kind) && '−'}
        <Money {...line.amount} exact />
        {line.kind === 'due' && <Estimate {...line.amount} form="below" />}
      </dd>
    </div>
  ))
}

function LineLabel({ line: { kind, label, at, card, status }, zone }: { line: BillLine; zone: string }) {
  if (kind === 'payment') return card ? `${card.brand} ••${card.last4}` : label
  if (kind === 'refund')
    return `Refund to ${card ? `${card.brand} ••${card.last4}` : label}${status ? REFUND_PROGRESS[status] : ''}`
  if (kind !== 'due' || !at) return label
  return (
    <>
      {label} by <When at={at} zone={zone} form="day" />
    </>
  )
}

const CLASSES: Partial<Record<BillLine['kind'], string | undefined>> = {
  group: styles.off,
  promo: styles.off,
  referral: styles.off,
  total: styles.whole,
  paid: styles.total,
  kept: styles.total,
}

/** Without a price, and not by a code. */
const isGivenAway = (order: OrderView): boolean => isFreeOrder(order) && Number(order.totals.discount.amount) === 0

export const isFreeOrder = ({ totals }: OrderView): boolean => Number(totals.total.amount) === 0
