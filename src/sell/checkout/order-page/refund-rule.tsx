import { NO_REFUND, nameRefund } from '#domain/orders/refund-policy.ts'
import { When } from '#ui/local-time.tsx'
import type { OrderView } from '../wire/order.ts'

type Props = { rule: NonNullable<OrderView['refundRule']>; zone: string }

/** What comes back until when. Steps that are past are left out. */
export function RefundRule({ rule: { steps }, zone }: Props) {
  const ahead = steps.filter(({ until }) => Date.parse(until) > Date.now())
  if (steps.length === 0) return `${NO_REFUND}.`
  if (ahead.length === 0)
    return 'The time for a refund is over, unless we cancel the course, or move or cancel a session.'
  return ahead.map(({ percent, until }) => (
    <span key={until}>
      {nameRefund(percent)} until <When at={until} zone={zone} form="long" />.{' '}
    </span>
  ))
}
