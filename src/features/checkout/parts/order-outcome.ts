/** What has become of a paid order, from what the order itself says. */
import type { OrderView } from '../wire/order.ts'

type Line = OrderView['lines'][number]

/** `changed`: some of its seats ended. `ended`: none is left. `cancelled`: its dates do not take place. */
export type OrderOutcome = 'to-confirm' | 'booked' | 'changed' | 'ended' | 'cancelled'

export function outcomeOf({ lines, confirmBy, cancellation }: OrderView): OrderOutcome {
  if (cancellation) return 'cancelled'
  const ended = lines.filter(({ seatStatus }) => seatStatus === 'ended').length
  if (ended > 0) return ended === lines.length ? 'ended' : 'changed'
  return confirmBy ? 'to-confirm' : 'booked'
}

/** Nothing takes place for it any more. */
export const isOver = (order: OrderView): boolean => ['ended', 'cancelled'].includes(outcomeOf(order))

export const seatsLeft = ({ lines }: Pick<OrderView, 'lines'>): number =>
  lines.filter(({ seatStatus }) => seatStatus !== 'ended').length

export const hasRefunds = ({ refunds }: Pick<OrderView, 'refunds'>): boolean => refunds.length > 0

/** What an admin typed, as a sentence of ours; nothing without a reason. */
export function reasonOf({ cancellation }: Pick<OrderView, 'cancellation'>): string {
  const reason = cancellation?.reason
  return reason ? ` The reason: ${reason}${/[.!?…]$/.test(reason) ? '' : '.'}` : ''
}

/** Lines that are not as they were bought. */
export const changedLines = ({ lines }: Pick<OrderView, 'lines'>): Line[] =>
  lines.filter(({ seatStatus, refunded }) => seatStatus === 'ended' || Number(refunded.amount) > 0)
