/** What a quote that was kept comes to when it is charged: how much now, and how much by gift card and credit. */
import { type Money, money, subtract, zero } from '#domain/money.ts'
import { applyTender } from '#domain/tender.ts'
import { creditAccount, giftCardAccount } from '#features/ledger/book.ts'
import type { Tender } from './claims.ts'

/** As it stands in the database. */
type Quote = {
  currency: string
  total_minor: number
  deposit_minor: number | null
  gift_card_id: string | null
  gift_card_minor: number
  credit_person_id: string | null
  credit_minor: number
}

export function duesOf(quote: Quote, isDeposit: boolean): { dueNow: Money; tender: Tender[] } {
  const inCurrency = (minor: number) => money(minor, quote.currency)
  const total = inCurrency(quote.total_minor)
  const later = isDeposit ? subtract(total, inCurrency(quote.deposit_minor ?? 0)) : zero(quote.currency)
  const available = { giftCard: inCurrency(quote.gift_card_minor), credit: inCurrency(quote.credit_minor) }
  const paid = applyTender({ now: subtract(total, later), later }, available)
  const { gift_card_id: card, credit_person_id: owner } = quote
  const tender: Tender[] = [
    ...(card ? [{ method: 'gift-card' as const, accountId: giftCardAccount(card), amount: paid.giftCard }] : []),
    ...(owner
      ? [{ method: 'credit' as const, accountId: creditAccount(owner, quote.currency), amount: paid.credit }]
      : []),
  ]
  return { dueNow: paid.now, tender: tender.filter(({ amount }) => amount.minor > 0) }
}
