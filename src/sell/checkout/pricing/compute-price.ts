/** Computes the price of an order from the offer and the buyer's codes, for the response and for the stored quote. */
import type { Config } from '#config/config.ts'
import type { TaxRate } from '#config/prices.ts'
import { getDepositTerms } from '#domain/money/deposit.ts'
import { subtract, zero } from '#domain/money/money.ts'
import {
  type ComputedPrice,
  computeQuote,
  getUnitPrice,
  type OfferPrice,
  type SeatNoun,
} from '#domain/money/pricing.ts'
import { getIncludedTax } from '#domain/money/tax.ts'
import { applyTender, getUsableTender } from '#domain/money/tender.ts'
import type { RefundFigures } from '#domain/orders/refund-policy.ts'
import type { Brought } from './promo-and-gift-card-codes.ts'

type PriceInput = {
  cohort: { startsAt: Date | null }
  offer: OfferPrice
  seats: number
  codes: Brought
  /** The tax that the price includes. Null: none is shown. */
  tax: TaxRate | null
  refund: RefundFigures
  now: Date
}

/** One payment type. `paid.now` and `paid.later` are the amounts due after gift card and credit. */
export type Option = {
  paymentType: 'full' | 'deposit'
  quote: ComputedPrice
  paid: ReturnType<typeof applyTender>
  balanceDueAt: Date | null
}

export function computePrice(
  { groupTiers, referral }: Pick<Config, 'groupTiers' | 'referral'>,
  { cohort, offer, seats, codes, tax, refund, now }: PriceInput,
) {
  const unit = getUnitPrice(offer, now)
  const quote = computeQuote({ unit, seats, noun: nounFor(cohort), groupTiers, ...getCodes(codes, referral.percent) })
  const deposit = getDepositTerms(offer, quote, now, cohort.startsAt)
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
  const most = getUsableTender(quote.total, tender)
  const row = {
    seats,
    currency: unit.currency,
    unit_minor: unit.minor,
    subtotal_minor: quote.subtotal.minor,
    total_minor: quote.total.minor,
    ...toTaxColumns(quote, tax),
    refund_days_before: refund.daysBefore,
    refund_late_percent: refund.latePercent,
    refund_days_after: refund.daysAfter,
    discount_kind: quote.discountKind,
    promo_code: codes.promo?.code ?? null,
    referral_code: codes.referral && !codes.referral.problem ? codes.referral.code : null,
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

/** A free order has no tax. */
function toTaxColumns({ total }: ComputedPrice, tax: TaxRate | null) {
  if (!tax || total.minor === 0) return { tax_country: null, tax_name: null, tax_rate: null, tax_minor: null }
  const { countryCode, name, rate } = tax
  return { tax_country: countryCode, tax_name: name, tax_rate: rate, tax_minor: getIncludedTax(total, rate).minor }
}

function getCodes({ promo, referral }: Brought, percent: number) {
  return { promo, referralPercent: referral && !referral.problem ? percent : 0 }
}

/** An on-demand cohort has places instead of seats. */
export function nounFor({ startsAt }: { startsAt: Date | null }): SeatNoun {
  return startsAt ? 'seat' : 'place'
}
