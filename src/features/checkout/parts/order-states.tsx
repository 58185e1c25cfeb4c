import { Ban, CreditCard, Hourglass, Undo2 } from 'lucide-react'
import type { Credential } from '#http/client.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'
import type { OrderView } from '../wire/order.ts'
import type { Place } from './about.ts'
import { InvoiceButton } from './invoice-button.tsx'
import { reasonOf } from './order-outcome.ts'
import { refusalOf } from './outcomes.ts'
import { QuestionSheet, ReturnedGift } from './paying-sheets.tsx'
import styles from './sheet.module.css'
import { Foot, Sheet } from './sheet.tsx'

export function PendingOrder({
  order,
  place,
  bankUrl,
  isUnsent,
  email,
  onCheck,
}: {
  order: OrderView
  place: Place
  bankUrl: string | null
  isUnsent: boolean
  email: string | null
  onCheck: () => void
}) {
  if (bankUrl) return <QuestionSheet amount={order.totals.total} place={place} bankUrl={bankUrl} />
  const last = order.payments.at(-1)
  if (last?.status === 'failed') {
    return (
      <Sheet
        tone="bad"
        status="pending"
        icon={<CreditCard size={22} />}
        title={refusalOf(last.failureCode ?? '')}
        lead={place === 'gift' ? 'Nothing was charged.' : `Nothing was charged, and your ${place} is still held.`}
      >
        <Foot>
          <ButtonLink href={`${payPath(order)}?order=${order.orderId}`}>Try another card</ButtonLink>
        </Foot>
      </Sheet>
    )
  }
  if (isUnsent) {
    return (
      <Sheet
        tone="info"
        status="pending"
        icon={<CreditCard size={22} />}
        title="Not paid yet"
        lead={`No card has reached the bank for order ${order.orderNumber}, so nothing was charged.${place === 'gift' ? '' : ` Your ${place} is held meanwhile.`}`}
      >
        <Foot>
          <ButtonLink href={`${payPath(order)}?order=${order.orderId}`}>Go on to pay</ButtonLink>
        </Foot>
      </Sheet>
    )
  }
  return (
    <Sheet
      tone="info"
      status="pending"
      icon={<Hourglass size={22} />}
      title="Waiting for your bank"
      lead={
        <>
          Order {order.orderNumber} over <Money {...order.totals.total} exact /> is pending. Please do not pay again: it
          can be charged once only.
        </>
      }
    >
      <Foot>
        <p className={styles.note} role="status">
          We ask again by ourselves. You may close this page; {email ? `we write to ${email}` : 'we write to you'} when
          the payment has gone through.
        </p>
        <Button look="quiet" onClick={onCheck}>
          Check now
        </Button>
      </Foot>
    </Sheet>
  )
}

const RETURNED_TITLES: Record<string, string> = {
  SOLD_OUT_REFUNDED: 'The last seat went while you paid',
  ALREADY_ENROLLED_REFUNDED: 'You were enrolled in this already',
}

/** The money came and no seat could be given for it. It is on its way back, or it has gone. */
export function ReturnedOrder({ order, courseUrl, auth }: { order: OrderView; courseUrl: string; auth: Credential }) {
  const failure = order.payments.find(({ failureCode }) => failureCode?.endsWith('_REFUNDED'))?.failureCode ?? ''
  const isEnrolled = failure === 'ALREADY_ENROLLED_REFUNDED'
  const isBack = order.status === 'failed'
  return (
    <Sheet
      tone="warn"
      status={order.status}
      icon={<Undo2 size={22} />}
      title={
        order.cancellation ? 'These dates were cancelled' : (RETURNED_TITLES[failure] ?? 'The payment came too late')
      }
      lead={`All of your money ${isBack ? 'was sent' : 'is on its way'} back, the way it came. Order ${order.orderNumber} is closed.${reasonOf(order)}`}
    >
      <Foot>
        <ButtonLink href={isEnrolled ? '/portal' : courseUrl}>
          {isEnrolled ? 'Open the portal' : 'See other dates'}
        </ButtonLink>
        {order.invoiceUrl && <InvoiceButton order={order} auth={auth} />}
      </Foot>
    </Sheet>
  )
}

/** Money came that could not stay. */
export const isReturned = ({ payments }: OrderView): boolean =>
  payments.some((payment) => payment.purpose === 'purchase' && payment.failureCode?.endsWith('_REFUNDED'))

export function UnpaidOrder({ order, courseUrl, auth }: { order: OrderView; courseUrl: string; auth: Credential }) {
  if (isReturned(order))
    return order.gift ? <ReturnedGift /> : <ReturnedOrder order={order} courseUrl={courseUrl} auth={auth} />
  if (order.cancellation)
    return (
      <Sheet
        tone="warn"
        status="failed"
        icon={<Ban size={22} />}
        title="These dates were cancelled"
        lead={`Order ${order.orderNumber} was closed before it was paid. Nothing was charged.${reasonOf(order)}`}
      >
        <Foot>
          <ButtonLink href={courseUrl}>See other dates</ButtonLink>
        </Foot>
      </Sheet>
    )
  return (
    <Sheet
      tone="warn"
      status="failed"
      icon={<CreditCard size={22} />}
      title="This order was not paid"
      lead={`Order ${order.orderNumber} ran out before a payment went through. Nothing was charged.`}
    >
      <Foot>
        <ButtonLink href={payPath(order)}>Start again</ButtonLink>
        <ButtonLink href={courseUrl} look="quiet">
          {order.gift ? 'About gift cards' : 'Back to the course'}
        </ButtonLink>
      </Foot>
    </Sheet>
  )
}

const payPath = ({ gift, offerCode }: OrderView): string => (gift ? '/gift-card/buy' : `/checkout/${offerCode}`)
