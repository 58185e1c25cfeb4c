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
        lines: createQuoteLines(order),
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

function createQuoteLines({
  lines,
  promoCode,
  discountKind,
  totals: { subtotal, discount },
}: OrderView): Quote['options'][number]['lines'] {
  const seats = { kind: 'seats' as const, label: formatSeats(lines), amount: subtotal }
  if (Number(discount.amount) === 0) return [seats]
  return [
    seats,
    discountKind === 'referral'
      ? { kind: discountKind, label: 'Friend’s code', amount: discount }
      : promoCode
        ? { kind: 'promo', label: `Promo code ${promoCode}`, amount: discount }
        : { kind: 'group', label: `Group of ${lines.length}`, amount: discount },
  ]
}

function formatSeats(lines: OrderView['lines']): string {
  return lines.length === 1
    ? (lines[0]?.label ?? '1 seat')
    : `${lines.length} ${/^Place/.test(lines[0]?.label ?? '') ? 'places' : 'seats'}`
}
