/** The refund rule that an order kept from its sale. docs/contract §39. */
import type { RefundFigures } from '#domain/orders/refund-policy.ts'
import type { Order } from '#sell/orders/queries/orders.ts'

export function getRefundFigures({
  refund_days_before: daysBefore,
  refund_late_percent: latePercent,
  refund_days_after: daysAfter,
}: Pick<Order, 'refund_days_before' | 'refund_late_percent' | 'refund_days_after'>): RefundFigures {
  return { daysBefore, latePercent, daysAfter }
}
