import { Printer } from 'lucide-react'
import type { AuthKind } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import type { OrderView } from '../wire/order.ts'
import { CreditNoteButtons, InvoiceButton } from './invoice-button.tsx'
import { hasRefunds } from './order-outcome.ts'
import styles from './receipt.module.css'
import { getRefundDestination } from './refund-status.tsx'

type Props = { order: OrderView; zone: string; auth: AuthKind }

export function ReceiptTotals({ order, zone, auth }: Props) {
  const isFree = isFreeOrder(order)
  const completedPayments = order.payments.filter(
    (payment) => payment.status === 'complete' && payment.method !== 'none',
  )
  return (
    <>
      <div className={styles.tear} aria-hidden="true" />
      <div className={styles.part}>
        <dl className={styles.sum}>
          {!isFree && <OrderPrice order={order} />}
          {order.tax && (
            <div>
              <dt>{order.tax.label}</dt>
              <dd>
                <Money {...order.tax.amount} exact />
              </dd>
            </div>
          )}
          {completedPayments.map((payment) => (
            <div key={payment.paymentId}>
              <dt>{payment.card ? `${payment.card.brand} ••${payment.card.last4}` : METHODS[payment.method]}</dt>
              <dd>
                <Money {...payment.amount} exact />
              </dd>
            </div>
          ))}
          <div className={styles.total}>
            <dt>{isFree ? 'Price' : 'Paid'}</dt>
            <dd>
              <Money {...order.totals.paid} exact label={isFree ? 'Free' : undefined} />
            </dd>
          </div>
          {hasRefunds(order) && <Refunds order={order} />}
          {order.schedule.map(({ dueAt, amount }) => (
            <div key={dueAt}>
              <dt>
                To pay by <When at={dueAt} zone={zone} form="day" />
              </dt>
              <dd>
                <Money {...amount} exact />
              </dd>
            </div>
          ))}
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

function Refunds({ order }: { order: OrderView }) {
  return (
    <>
      {order.refunds.map((refund) => (
        <div key={refund.refundId}>
          <dt>
            Refund to {getRefundDestination(refund)}
            {REFUND_PROGRESS[refund.status]}
          </dt>
          <dd>
            −<Money {...refund.amount} exact />
          </dd>
        </div>
      ))}
      <div className={styles.total} data-after-refunds="">
        <dt>After refunds</dt>
        <dd>
          <Money {...order.totals.afterRefunds} exact />
        </dd>
      </div>
    </>
  )
}

const REFUND_PROGRESS = {
  'on-its-way': ', on its way',
  waiting: ', if the bank agrees',
  sent: '',
  delayed: ', delayed',
}

/** With a discount: the price, the discount with its reason, and the total. */
export function OrderPrice({ order: { lines, totals, promoCode, discountKind, status } }: { order: OrderView }) {
  if (Number(totals.discount.amount) === 0)
    return lines.map((line) => (
      <div key={line.lineId}>
        <dt>{line.seatStatus === 'ended' && status === 'complete' ? <s>{line.label}</s> : line.label}</dt>
        <dd>
          <Money {...line.amount} exact />
        </dd>
      </div>
    ))
  return (
    <>
      <div>
        <dt>{lines.length === 1 ? lines[0]?.label : `${lines.length} ${getSeatNoun(lines)}`}</dt>
        <dd>
          <Money {...totals.subtotal} exact />
        </dd>
      </div>
      <div className={styles.off}>
        <dt>{promoCode ? `Code ${promoCode}` : discountKind === 'referral' ? 'Friend’s code' : 'Group discount'}</dt>
        <dd>
          −<Money {...totals.discount} exact />
        </dd>
      </div>
      <div className={styles.whole}>
        <dt>Total</dt>
        <dd>
          <Money {...totals.total} exact />
        </dd>
      </div>
    </>
  )
}

const getSeatNoun = ([firstLine]: OrderView['lines']): string =>
  firstLine?.label.startsWith('Place') ? 'places' : 'seats'

const METHODS = { card: 'Card', paypal: 'PayPal', 'gift-card': 'Gift card', credit: 'Credit', none: 'Free' }

export const isFreeOrder = ({ totals }: OrderView): boolean => Number(totals.total.amount) === 0
