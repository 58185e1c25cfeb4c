import { Suspense } from 'react'
import { VisitorRateProvider } from '../estimates/visitor-rate-provider.tsx'
import { summariseCohort } from '../session/course-summary.ts'
import { DisputedOrder, GiftReceipt } from '../session/lazy-parts.ts'
import type { FindOrderResult } from './find-order.ts'
import { OrderFrame } from './order-frame.tsx'
import { hasRefundedPurchase } from './order-outcome.ts'
import { OrderSidebar } from './order-sidebar.tsx'
import { PendingOrder, RefundedOrder, UnpaidOrder } from './order-states.tsx'
import { Receipt } from './receipt.tsx'
import { useConversion } from './use-conversion.ts'
import { usePaymentUpdates } from './use-payment-updates.ts'

type Props = {
  orderResult: Extract<FindOrderResult, { is: 'order' }>
  supportAddress: string
  /** False: the site has no mail server yet. */
  sendsMail: boolean
  onChange: () => void
}

export function FoundOrder({ orderResult, supportAddress, sendsMail, onChange }: Props) {
  const { order, course, email, auth, bankUrl, approvalUrl, isUnsent, balancePaymentId } = orderResult
  useConversion(order.gift ? null : order)
  const isPending = order.status === 'pending'
  usePaymentUpdates({ orderId: order.orderId, auth, isPending, bankUrl, balancePaymentId }, onChange)
  const about = course && order.courseCode !== null ? summariseCohort(course, order.courseCode, order.offerCode) : null
  return (
    <VisitorRateProvider>
      <OrderFrame hue={order.gift ? 'rose' : (about?.hue ?? null)}>
        {order.status === 'complete' && order.disputed && (
          <Suspense>
            <OrderSidebar order={order} courseSummary={about}>
              <DisputedOrder order={order} disputed={order.disputed} auth={auth} supportAddress={supportAddress} />
            </OrderSidebar>
          </Suspense>
        )}
        {order.status === 'complete' && !order.disputed && order.gift && (
          <Suspense>
            <GiftReceipt order={order} gift={order.gift} email={email} auth={auth} supportAddress={supportAddress} />
          </Suspense>
        )}
        {order.status === 'complete' && !order.disputed && !order.gift && (
          <Receipt
            order={order}
            courseSummary={about}
            email={email}
            auth={auth}
            supportAddress={supportAddress}
            sendsMail={sendsMail}
            isBalanceOnItsWay={balancePaymentId !== null}
          />
        )}
        {isPending && (
          <OrderSidebar order={order} courseSummary={about}>
            {hasRefundedPurchase(order) && !order.gift ? (
              <RefundedOrder order={order} courseUrl={about?.url ?? '/'} />
            ) : (
              <PendingOrder
                order={order}
                noun={order.gift ? 'gift' : (about?.noun ?? 'seat')}
                bankUrl={bankUrl}
                approvalUrl={approvalUrl}
                isUnsent={isUnsent}
                email={email}
                onCheck={onChange}
              />
            )}
          </OrderSidebar>
        )}
        {order.status === 'failed' && (
          <OrderSidebar order={order} courseSummary={about}>
            <UnpaidOrder order={order} courseUrl={order.gift ? '/gift-card' : (about?.url ?? '/')} />
          </OrderSidebar>
        )}
      </OrderFrame>
    </VisitorRateProvider>
  )
}
