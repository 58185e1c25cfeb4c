import { Ban, CreditCard, Hourglass, Undo2 } from 'lucide-react'
import styles from '#people/app-shell/status-card.module.css'
import { StatusCard, StatusCardFooter } from '#people/app-shell/status-card.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'
import { BankChallengeCard, formatHeld, RefundedGiftCard } from '../frame/payment-cards.tsx'
import type { PurchaseNoun } from '../session/course-summary.ts'
import { formatDecline } from '../session/payment/format-decline.ts'
import type { OrderView } from '../wire/order.ts'
import { formatReason, hasRefundedPurchase } from './order-outcome.ts'

export function PendingOrder({
  order,
  noun,
  bankUrl,
  approvalUrl,
  isUnsent,
  email,
  onCheck,
}: {
  order: OrderView
  noun: PurchaseNoun
  bankUrl: string | null
  approvalUrl: string | null
  isUnsent: boolean
  email: string | null
  onCheck: () => void
}) {
  if (bankUrl)
    return <BankChallengeCard amount={order.totals.dueNow} noun={noun} seats={order.lines.length} bankUrl={bankUrl} />
  if (approvalUrl) return <UnapprovedOrder order={order} noun={noun} approvalUrl={approvalUrl} />
  const lastPayment = order.payments.at(-1)
  if (lastPayment?.status === 'failed') {
    return (
      <StatusCard
        tone="bad"
        status="pending"
        icon={<CreditCard size={22} />}
        title={formatDecline(lastPayment.failureCode ?? '')}
        lead={
          noun === 'gift'
            ? 'Nothing was charged.'
            : `Nothing was charged, and your ${formatHeld(noun, order.lines.length)} still held.`
        }
      >
        <StatusCardFooter>
          <ButtonLink href={`${getPaymentPath(order)}?order=${order.orderId}`}>
            {lastPayment.method === 'paypal' ? 'Choose how to pay' : 'Try another card'}
          </ButtonLink>
        </StatusCardFooter>
      </StatusCard>
    )
  }
  if (isUnsent) {
    return (
      <StatusCard
        tone="info"
        status="pending"
        icon={<CreditCard size={22} />}
        title="Not paid yet"
        lead={`The payment of order ${order.orderNumber} has not gone through yet. You can pay again: the order is only charged once.${noun === 'gift' ? '' : ` Your ${formatHeld(noun, order.lines.length)} held meanwhile.`}`}
      >
        <StatusCardFooter>
          <ButtonLink href={`${getPaymentPath(order)}?order=${order.orderId}`}>Continue to payment</ButtonLink>
        </StatusCardFooter>
      </StatusCard>
    )
  }
  return (
    <StatusCard
      tone="info"
      status="pending"
      icon={<Hourglass size={22} />}
      title={lastPayment?.method === 'paypal' ? 'PayPal is confirming your payment' : 'Waiting for your bank'}
      lead={
        <>
          Order {order.orderNumber} over <Money {...order.totals.total} exact /> is pending. Please do not pay again:
          you can only be charged once.
        </>
      }
    >
      <StatusCardFooter>
        <p className={styles.note} role="status">
          We keep checking. You can close this page; we’ll e-mail {email ? email : 'you'} when the payment has gone
          through.
        </p>
        <Button look="quiet" onClick={onCheck}>
          Check now
        </Button>
      </StatusCardFooter>
    </StatusCard>
  )
}

type UnapprovedProps = { order: OrderView; noun: PurchaseNoun; approvalUrl: string }

/** The buyer cancelled on PayPal's page, or closed it. */
function UnapprovedOrder({ order, noun, approvalUrl }: UnapprovedProps) {
  return (
    <StatusCard
      tone="info"
      status="pending"
      icon={<CreditCard size={22} />}
      title="Not approved at PayPal yet"
      lead={`You have not approved order ${order.orderNumber} at PayPal, so nothing was charged.${noun === 'gift' ? '' : ` Your ${formatHeld(noun, order.lines.length)} held meanwhile.`}`}
    >
      <StatusCardFooter>
        <ButtonLink href={approvalUrl}>Continue at PayPal</ButtonLink>
        <ButtonLink href={`${getPaymentPath(order)}?order=${order.orderId}`} look="quiet">
          Pay another way
        </ButtonLink>
      </StatusCardFooter>
    </StatusCard>
  )
}

const REFUND_TITLES: Record<string, string> = {
  SOLD_OUT_REFUNDED: 'The last seat was taken while you paid',
  ALREADY_ENROLLED_REFUNDED: 'You were already enrolled',
}

/** The payment arrived but no seat was available. It is being refunded or has been refunded. */
export function RefundedOrder({ order, courseUrl }: { order: OrderView; courseUrl: string }) {
  const failure = order.payments.find(({ failureCode }) => failureCode?.endsWith('_REFUNDED'))?.failureCode ?? ''
  const isEnrolled = failure === 'ALREADY_ENROLLED_REFUNDED'
  const isRefunded = order.status === 'failed'
  return (
    <StatusCard
      tone="warn"
      status={order.status}
      icon={<Undo2 size={22} />}
      title={
        order.cancellation ? 'These dates were cancelled' : (REFUND_TITLES[failure] ?? 'The payment came too late')
      }
      lead={`Your payment ${isRefunded ? 'was' : 'is being'} refunded in full. Order ${order.orderNumber} is closed.${formatReason(order)}`}
    >
      <StatusCardFooter>
        <ButtonLink href={isEnrolled ? '/portal' : courseUrl}>
          {isEnrolled ? 'Open the portal' : 'See other dates'}
        </ButtonLink>
      </StatusCardFooter>
    </StatusCard>
  )
}

export function UnpaidOrder({ order, courseUrl }: { order: OrderView; courseUrl: string }) {
  if (hasRefundedPurchase(order))
    return order.gift ? <RefundedGiftCard /> : <RefundedOrder order={order} courseUrl={courseUrl} />
  if (order.cancellation)
    return (
      <StatusCard
        tone="warn"
        status="failed"
        icon={<Ban size={22} />}
        title="These dates were cancelled"
        lead={`Order ${order.orderNumber} was closed before it was paid. Nothing was charged.${formatReason(order)}`}
      >
        <StatusCardFooter>
          <ButtonLink href={courseUrl}>See other dates</ButtonLink>
        </StatusCardFooter>
      </StatusCard>
    )
  const isTooLate = order.payments.some(({ failureCode }) => failureCode === 'approved_too_late')
  return (
    <StatusCard
      tone="warn"
      status="failed"
      icon={<CreditCard size={22} />}
      title="This order was not paid"
      lead={`Order ${order.orderNumber} expired before ${isTooLate ? 'you approved it at PayPal, and its seats were taken meanwhile' : 'a payment went through'}. Nothing was charged.`}
    >
      <StatusCardFooter>
        <ButtonLink href={getPaymentPath(order)}>Start again</ButtonLink>
        <ButtonLink href={courseUrl} look="quiet">
          {order.gift ? 'About gift cards' : 'Back to the course'}
        </ButtonLink>
      </StatusCardFooter>
    </StatusCard>
  )
}

const getPaymentPath = ({ gift, offerCode }: OrderView): string => (gift ? '/gift-card/buy' : `/checkout/${offerCode}`)
