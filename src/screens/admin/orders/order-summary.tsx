import { Link, useSearchParams } from 'react-router'
import { isDeletedAccountEmail } from '#domain/contact.ts'
import { CreditNoteButtons, InvoiceButton } from '#sell/checkout/order-page/invoice-button.tsx'
import { Definition, DefinitionList } from '#ui/layout/definition-list.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import { negate } from '../money/money-totals.tsx'
import { getSeatName } from '../refunds/refund-effects.tsx'
import type { AdminOrder, AdminSeat } from '../wire/orders.ts'
import styles from './order-panel.module.css'

export function OrderSummary({
  orderDetails: { order, outcome, courseTitle, seats, refundWaiting, disputeFees },
}: {
  orderDetails: AdminOrder
}) {
  const { buyer, totals, payments } = order
  const [query] = useSearchParams()
  const as = query.get('as')
  const audience: Record<string, string> = as ? { as } : {}
  const completedPayments = payments.filter(({ status, method }) => status === 'complete' && method !== 'none')
  return (
    <section>
      <div className={styles.who}>
        <p>
          <b>{buyer?.name}</b>
          <br />
          <a href={`mailto:${buyer?.email}`}>{buyer?.email}</a>
          {buyer && !isDeletedAccountEmail(buyer.email) && (
            <>
              <br />
              <Link to={`/portal/people?${new URLSearchParams({ ...audience, q: buyer.email })}`}>Open the person</Link>
            </>
          )}
        </p>
        <p className={styles.sum}>
          <Money {...totals.total} exact />
          <small>
            {refundWaiting && outcome === 'refunded' ? 'Refund on its way' : getPaymentStatus(order, outcome)}
            {outcome === 'part-refunded' && (
              <>
                , <Money {...totals.afterRefunds} exact /> kept
              </>
            )}
          </small>
        </p>
      </div>
      <DefinitionList>
        <Definition name={order.gift ? 'Bought' : 'Course'}>
          {courseTitle}
          {order.courseCode && (
            <>
              , <span className={styles.code}>{order.courseCode}</span>
            </>
          )}
        </Definition>
        {seats.length > 0 && (
          <Definition name={seats.length === 1 ? 'Seat' : 'Seats'}>
            <SeatList seats={seats} />
          </Definition>
        )}
        {Number(totals.discount.amount) > 0 && (
          <Definition name="Discount">
            <Money {...totals.discount} exact /> off{order.promoCode ? ` by ${order.promoCode}` : ' for the group'}
          </Definition>
        )}
        {order.tax && (
          <Definition name="Tax">
            {order.tax.label} ({order.tax.countryCode}): <Money {...order.tax.amount} exact />
          </Definition>
        )}
        {completedPayments.length > 0 && (
          <Definition name="Paid by">
            {completedPayments.map(({ paymentId, method, card, amount }, index) => (
              <span key={paymentId}>
                {index > 0 && ', '}
                {card ? `${card.brand} ••${card.last4}` : METHOD_LABELS[method]} <Money {...amount} exact />
              </span>
            ))}
          </Definition>
        )}
        {order.schedule.map(({ dueAt, amount }) => (
          <Definition key={dueAt} name="Balance">
            <Money {...amount} exact /> due <When at={dueAt} zone="UTC" form="date" />
          </Definition>
        ))}
        {order.status === 'complete' && order.schedule.length === 0 && Number(totals.due.amount) > 0 && (
          <Definition name="Balance">
            <Money {...totals.due} exact /> overdue
          </Definition>
        )}
        {Number(totals.refunded.amount) > 0 && (
          <Definition name="Refunded">
            −<Money {...totals.refunded} exact />
          </Definition>
        )}
        {order.disputed && (
          <Definition name={order.disputed.status === 'open' ? 'Disputed' : 'Lost to the bank'}>
            −<Money {...order.disputed.amount} exact />
          </Definition>
        )}
        {disputeFees.map((fee) => (
          <Definition key={fee.currency} name="Dispute fees">
            <Money {...negate(fee)} exact />, kept by the payment provider
          </Definition>
        ))}
        {order.invoiceNumber && (
          <Definition name="Documents">
            <span className={styles.acts}>
              {order.invoiceNumber}
              <InvoiceButton order={order} auth="admin" />
              <CreditNoteButtons order={order} auth="admin" />
            </span>
          </Definition>
        )}
        {refundWaiting && (
          <Definition name="Refund pending">
            −<Money {...refundWaiting} exact />, waiting for the provider. We retry automatically.
          </Definition>
        )}
      </DefinitionList>
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
