/** Derives the outcome of a paid order from its lines. */
import type { OrderView } from '../wire/order.ts'

type OrderLine = OrderView['lines'][number]

/** `changed`: some seats ended. `ended`: all seats ended. `cancelled`: the cohort was cancelled. */
export type OrderOutcome = 'to-confirm' | 'booked' | 'changed' | 'ended' | 'cancelled'

export function getOrderOutcome({ lines, confirmBy, cancellation }: OrderView): OrderOutcome {
  if (cancellation) return 'cancelled'
  const ended = lines.filter(({ seatStatus }) => seatStatus === 'ended').length
  if (ended > 0) return ended === lines.length ? 'ended' : 'changed'
  return confirmBy ? 'to-confirm' : 'booked'
}

/** A complete order whose balance is still to be paid. */
export const hasBalanceDue = ({
  status,
  totals,
  disputed,
}: Pick<OrderView, 'status' | 'totals' | 'disputed'>): boolean =>
  status === 'complete' && !disputed && Number(totals.due.amount) > 0

/** The buyer has paid the balance of a deposit, so that nothing is due any more. */
export const hasPaidBalance = ({ payments, totals }: Pick<OrderView, 'payments' | 'totals'>): boolean =>
  Number(totals.due.amount) === 0 &&
  payments.some(({ purpose, status }) => purpose === 'balance' && status === 'complete')

/** No seat of the order is active. */
export const isOrderOver = (order: OrderView): boolean => ['ended', 'cancelled'].includes(getOrderOutcome(order))

export const countActiveSeats = ({ lines }: Pick<OrderView, 'lines'>): number =>
  lines.filter(({ seatStatus }) => seatStatus !== 'ended').length

export const hasRefunds = ({ refunds }: Pick<OrderView, 'refunds'>): boolean => refunds.length > 0

/** The refund job of the cancelled cohort has not handled this order yet. */
export const isRefundPending = ({
  cancellation,
  refunds,
  totals,
}: Pick<OrderView, 'cancellation' | 'refunds' | 'totals'>): boolean =>
  cancellation !== null && refunds.length === 0 && Number(totals.paid.amount) > 0

/** A payment had to be refunded. */
export const hasRefundedPurchase = ({ payments }: Pick<OrderView, 'payments'>): boolean =>
  payments.some((payment) => payment.purpose === 'purchase' && payment.failureCode?.endsWith('_REFUNDED'))

/** Puts the admin's reason into a sentence. Empty without a reason. */
export function formatReason({ cancellation }: Pick<OrderView, 'cancellation'>): string {
  const reason = cancellation?.reason
  return reason ? ` Reason: ${reason}${/[.!?…]$/.test(reason) ? '' : '.'}` : ''
}

/** Lines that ended or were refunded. */
export const listChangedLines = ({ lines }: Pick<OrderView, 'lines'>): OrderLine[] =>
  lines.filter(({ seatStatus, refunded }) => seatStatus === 'ended' || Number(refunded.amount) > 0)
