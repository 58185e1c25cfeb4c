/** Computes from a stored quote what an order costs, how much is due now, and how much gift card and credit pay. */
import { type Money, money, subtract, zero } from '#domain/money/money.ts'
import { applyTender } from '#domain/money/tender.ts'
import { getCreditAccountId, getGiftCardAccountId } from '#sell/ledger/book.ts'
import type { OrderPrice } from '#sell/orders/create-order.ts'
import type { ReservedTender } from '#sell/orders/reserved-codes.ts'

/** The stored row. */
type Quote = OrderPrice & {
  total_minor: number
  discount_kind: 'group' | 'promo' | 'referral' | null
  deposit_minor: number | null
  gift_card_id: string | null
  gift_card_minor: number
  credit_person_id: string | null
  credit_minor: number
}

export function splitAmountsDue(quote: Quote, isDeposit: boolean): { dueNow: Money; tender: ReservedTender[] } {
  const inCurrency = (minor: number) => money(minor, quote.currency)
  const total = inCurrency(quote.total_minor)
  const later = isDeposit ? subtract(total, inCurrency(quote.deposit_minor ?? 0)) : zero(quote.currency)
  const available = { giftCard: inCurrency(quote.gift_card_minor), credit: inCurrency(quote.credit_minor) }
  const paid = applyTender({ now: subtract(total, later), later }, available)
  const { gift_card_id: card, credit_person_id: owner } = quote
  const tender: ReservedTender[] = [
    ...(card ? [{ method: 'gift-card' as const, accountId: getGiftCardAccountId(card), amount: paid.giftCard }] : []),
    ...(owner
      ? [{ method: 'credit' as const, accountId: getCreditAccountId(owner, quote.currency), amount: paid.credit }]
      : []),
  ]
  return { dueNow: paid.now, tender: tender.filter(({ amount }) => amount.minor > 0) }
}

/** The columns of an order that come from its quote, so that tax and refund rule are the shown ones. A promo code that is not the better discount does not count. */
export function toOrderPrice(quote: Quote, paymentType: 'full' | 'deposit'): OrderPrice {
  const isDeposit = paymentType === 'deposit'
  return {
    currency: quote.currency,
    subtotal_minor: quote.subtotal_minor,
    total_minor: quote.total_minor,
    tax_country: quote.tax_country,
    tax_name: quote.tax_name,
    tax_rate: quote.tax_rate,
    tax_minor: quote.tax_minor,
    refund_days_before: quote.refund_days_before,
    refund_late_percent: quote.refund_late_percent,
    refund_days_after: quote.refund_days_after,
    discount_kind: quote.discount_kind,
    promo_code: quote.discount_kind === 'promo' ? (quote.promo_code ?? null) : null,
    referral_code: quote.referral_code ?? null,
    deposit_minor: isDeposit ? quote.deposit_minor : null,
    balance_due_at: isDeposit ? (quote.balance_due_at ?? null) : null,
  }
}
