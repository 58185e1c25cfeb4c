import side from '#people/app-shell/detail-panel.module.css'
import { CreditNoteButtons, InvoiceButton } from '#sell/checkout/order-page/invoice-button.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import { Pair } from '../parts/pair.tsx'
import { getSeatName } from '../refunds/refund-effects.tsx'
import type { AdminOrder, AdminSeat } from '../wire/orders.ts'
import styles from './order-panel.module.css'

export function OrderSummary({
  orderDetails: { order, outcome, courseTitle, seats, refundWaiting },
}: {
  orderDetails: AdminOrder
}) {
  const { buyer, totals, payments } = order
  const completedPayments = payments.filter(({ status, method }) => status === 'complete' && method !== 'none')
  return (
    <section>
      <div className={styles.who}>
        <p>
          <b>{buyer?.name}</b>
          <br />
          <a href={`mailto:${buyer?.email}`}>{buyer?.email}</a>
        </p>
        <p className={styles.sum}>
          <Money {...totals.total} exact />
          <small>{getPaymentStatus(order, outcome)}</small>
        </p>
      </div>
      <dl className={side.pairs}>
        <dt>Course</dt>
        <dd>
          {courseTitle}, <span className={styles.code}>{order.courseCode}</span>
        </dd>
        {seats.length > 0 && (
          <Pair name={seats.length === 1 ? 'Seat' : 'Seats'}>
            <SeatList seats={seats} />
          </Pair>
        )}
        {Number(totals.discount.amount) > 0 && (
          <Pair name="Discount">
            <Money {...totals.discount} exact /> off{order.promoCode ? ` by ${order.promoCode}` : ' for the group'}
          </Pair>
        )}
        {order.tax && (
          <Pair name="Tax">
            {order.tax.label} ({order.tax.countryCode}): <Money {...order.tax.amount} exact />
          </Pair>
        )}
        {completedPayments.length > 0 && (
          <>
            <dt>Paid by</dt>
            <dd>
              {completedPayments.map(({ paymentId, method, card, amount }, index) => (
                <span key={paymentId}>
                  {index > 0 && ', '}
                  {card ? `${card.brand} ••${card.last4}` : METHOD_LABELS[method]} <Money {...amount} exact />
                </span>
              ))}
            </dd>
          </>
        )}
        {order.schedule.map(({ dueAt, amount }) => (
          <Pair key={dueAt} name="Balance">
            <Money {...amount} exact /> due <When at={dueAt} zone="UTC" form="date" />
          </Pair>
        ))}
        {Number(totals.refunded.amount) > 0 && (
          <Pair name="Refunded">
            −<Money {...totals.refunded} exact />
          </Pair>
        )}
        {order.disputed && (
          <Pair name={order.disputed.status === 'open' ? 'Disputed' : 'Lost to the bank'}>
            −<Money {...order.disputed.amount} exact />
          </Pair>
        )}
        {order.invoiceNumber && (
          <Pair name="Documents">
            <span className={styles.documents}>
              {order.invoiceNumber}
              <InvoiceButton order={order} auth="admin" />
              <CreditNoteButtons order={order} auth="admin" />
            </span>
          </Pair>
        )}
        {refundWaiting && (
          <Pair name="Refund pending">
            −<Money {...refundWaiting} exact />, waiting for the provider. We retry automatically.
          </Pair>
        )}
      </dl>
    </section>
  )
}

const OUTCOMES = {
  'part-refunded': 'Partly refunded',
  refunded: 'Refunded in full',
  disputed: 'Disputed by the bank',
  lost: 'Lost to a dispute',
} as const

const METHOD_LABELS = { card: 'Card', paypal: 'PayPal', 'gift-card': 'Gift card', credit: 'Credit', none: '' } as const

function getPaymentStatus({ status, totals }: AdminOrder['order'], outcome: AdminOrder['outcome']): string {
  if (status === 'failed') return 'No payment kept'
  if (outcome && outcome !== 'complete') return OUTCOMES[outcome]
  if (Number(totals.due.amount) > 0) return Number(totals.paid.amount) > 0 ? 'Partly paid' : 'Not paid yet'
  return Number(totals.total.amount) === 0 ? 'Free' : 'Paid in full'
}

function SeatList({ seats }: { seats: AdminSeat[] }) {
  return seats.map((seat) => (
    <span key={seat.seat} className={styles.seat}>
      {getSeatName(seat)}
      {seat.state === 'cancelled' && ', ended'}
      {seat.state === 'unconfirmed' && ', not confirmed'}
    </span>
  ))
}
