import { When } from '#ui/local-time.tsx'
import type { OrderView } from '../wire/order.ts'

type OrderRefund = OrderView['refunds'][number]

export const getRefundDestination = ({ method, card }: Pick<OrderRefund, 'method' | 'card'>): string => {
  if (card) return `${card.brand} ••${card.last4}`
  return { card: 'your card', paypal: 'your PayPal account', 'gift-card': 'your gift card', credit: 'your credit' }[
    method
  ]
}

export function RefundProgress({ refund: { status, method, at }, zone }: { refund: OrderRefund; zone: string }) {
  if (status === 'delayed') return <>is delayed: it did not arrive, and we’re looking into it.</>
  if (status === 'waiting') return <>waits until the bank has decided about your payment.</>
  if (status === 'on-its-way') return <>is on its way. Banks usually show it within 5 to 10 days.</>
  if (method !== 'card') return <>has arrived.</>
  return (
    <>
      was sent on <When at={at} zone={zone} form="day" />. Banks usually show it within 5 to 10 days.
    </>
  )
}
