/** The one price of an order, from what is sold and what the buyer brings: as it is told, and as it is kept. */
import type { Config } from '#config.ts'
import { depositTerms } from '#domain/deposit.ts'
import { subtract, zero } from '#domain/money.ts'
import { type Noun, type OfferPrice, type Quote, quote as quoteOf, unitPrice } from '#domain/pricing.ts'
import { applyTender, usable } from '#domain/tender.ts'
import type { Brought } from './codes.ts'

type Given = {
  cohort: { startsAt: Date | null }
  offer: OfferPrice
  seats: number
  codes: Brought
  now: Date
}

/** One way to pay it. `paid.now` and `paid.later` are what is still due after gift card and credit. */
export type Option = {
  paymentType: 'full' | 'deposit'
  quote: Quote
  paid: ReturnType<typeof applyTender>
  balanceDueAt: Date | null
}

export function priceOf({ groupTiers }: Pick<Config, 'groupTiers'>, { cohort, offer, seats, codes, now }: Given) {
  const unit = unitPrice(offer, now)
  const quote = quoteOf({ unit, seats, noun: nounFor(cohort), groupTiers, promo: codes.promo })
  const deposit = depositTerms(offer, quote, now, cohort.startsAt)
  const tender = { giftCard: codes.giftCard?.balance ?? null, credit: codes.credit?.amount ?? null }
  const none = zero(unit.currency)
  const full: Option = {
    paymentType: 'full',
    quote,
    paid: applyTender({ now: quote.total, later: none }, tender),
    balanceDueAt: null,
  }
  const later = deposit && {
    paymentType: 'deposit' as const,
    quote,
    paid: applyTender({ now: deposit.amount, later: subtract(quote.total, deposit.amount) }, tender),
    balanceDueAt: deposit.balanceDueAt,
  }
  const most = usable(quote.total, tender)
  const row = {
    seats,
    currency: unit.currency,
    unit_minor: unit.minor,
    subtotal_minor: quote.subtotal.minor,
    total_minor: quote.total.minor,
    discount_kind: quote.discountKind,
    promo_code: codes.promo?.code ?? null,
    deposit_minor: deposit?.amount.minor ?? null,
    balance_due_at: deposit?.balanceDueAt ?? null,
    gift_card_id: codes.giftCard?.id ?? null,
    gift_card_minor: most.giftCard.minor,
    credit_person_id: codes.credit?.personId ?? null,
    credit_minor: most.credit.minor,
  }
  const options: Option[] = later ? [full, later] : [full]
  return { quote, options, row }
}

/** On demand nobody sits anywhere. */
export function nounFor({ startsAt }: { startsAt: Date | null }): Noun {
  return startsAt ? 'seat' : 'place'
}
