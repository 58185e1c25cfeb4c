import type { ReactNode } from 'react'
import { Money } from '#ui/money.tsx'
import { When } from '#ui/when.tsx'
import type { AdminOrder, Seat } from '../wire/orders.ts'
import styles from './order-side.module.css'
import { nameOf } from './refund-effects.tsx'

export function OrderAbout({ whole: { order, courseTitle, seats, refundWaiting } }: { whole: AdminOrder }) {
  const { buyer, totals, payments } = order
  const kept = payments.filter(({ status, method }) => status === 'complete' && method !== 'none')
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
          <small>{standingOf(order)}</small>
        </p>
      </div>
      <dl className={styles.pairs}>
        <dt>Course</dt>
        <dd>
          {courseTitle}, <span className={styles.code}>{order.courseCode}</span>
        </dd>
        {seats.length > 0 && (
          <Pair name={seats.length === 1 ? 'Seat' : 'Seats'}>
            <Sitting seats={seats} />
          </Pair>
        )}
        {Number(totals.discount.amount) > 0 && (
          <Pair name="Discount">
            <Money {...totals.discount} exact /> off{order.promoCode ? ` by ${order.promoCode}` : ' for the group'}
          </Pair>
        )}
        {kept.length > 0 && (
          <>
            <dt>Paid by</dt>
            <dd>
              {kept.map(({ paymentId, method, card, amount }, at) => (
                <span key={paymentId}>
                  {at > 0 && ', '}
                  {card ? `${card.brand} ••${card.last4}` : METHODS[method]} <Money {...amount} exact />
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
        {refundWaiting && (
          <Pair name="On its way">
            −<Money {...refundWaiting} exact />, not taken by the provider yet. It is tried again by itself.
          </Pair>
        )}
      </dl>
    </section>
  )
}

const METHODS = { card: 'Card', 'gift-card': 'Gift card', credit: 'Credit', none: '' } as const

export function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function standingOf({ status, totals }: AdminOrder['order']): string {
  if (status === 'failed') return 'Nothing kept'
  if (Number(totals.due.amount) > 0) return Number(totals.paid.amount) > 0 ? 'Paid in part' : 'Not paid yet'
  return Number(totals.total.amount) === 0 ? 'Free' : 'Paid in full'
}

function Sitting({ seats }: { seats: Seat[] }) {
  return seats.map((seat) => (
    <span key={seat.seat} className={styles.seat}>
      {nameOf(seat)}
      {seat.state === 'cancelled' && ', ended'}
      {seat.state === 'unconfirmed' && ', not confirmed yet'}
    </span>
  ))
}
