/** The quote of a placed order, so that the checkout shows an order and a new quote in the same way. */
import { fromDecimal, subtract, toWire } from '#domain/money/money.ts'
import type { OrderView } from '../wire/order.ts'
import type { Quote } from '../wire/quote.ts'

export function createOrderQuote(order: OrderView, quoteId: string): Quote {
  const { subtotal, discount, total, dueNow, held } = order.totals
  return {
    quoteId,
    expiresAt: order.holdExpiresAt ?? order.placedAt,
    currency: total.currency,
    seats: order.lines.length,
    seatsRemaining: null,
    options: [
      {
        paymentType: order.paymentType,
        paymentMethods: ['card'],
        lines: order.bill.filter(isPriceLine),
        subtotal,
        discount,
        total,
        ...splitHeld(order, held),
        dueNow,
        dueLater: order.schedule,
      },
    ],
    groupTiers: [],
    promo: null,
    giftCard: null,
    credit: null,
    referral: null,
    tax: order.tax,
    refund: order.refundFigures,
    localPrice: total,
    isEnrolled: false,
  }
}

/** The reserved tender, by its method. */
function splitHeld({ payments }: OrderView, held: OrderView['totals']['held']) {
  const credit = payments.find(({ method, status }) => method === 'credit' && status === 'pending')?.amount
  const zero = { ...held, amount: '0' }
  if (!credit) return { giftCardApplied: held, creditApplied: zero }
  const giftCard = subtract(fromDecimal(held.amount, held.currency), fromDecimal(credit.amount, credit.currency))
  return { giftCardApplied: toWire(giftCard), creditApplied: credit }
}

type BillLine = OrderView['bill'][number]
type QuoteLine = BillLine & Pick<Quote['options'][number]['lines'][number], 'kind'>

const isPriceLine = (line: BillLine): line is QuoteLine =>
  line.kind === 'seats' || line.kind === 'group' || line.kind === 'promo' || line.kind === 'referral'
