/** An offer as course pages show it, and as the studio shows it before it is saved. Pure. docs/contract §4. */
import type { PricedOffer } from '#catalogue/catalog/cohort-on-sale.ts'
import type { CourseCard, CourseDefinition } from '#catalogue/catalog/wire.ts'
import { getSeatDeposit } from '#domain/money/deposit.ts'
import { subtract, toMajor, toWire } from '#domain/money/money.ts'
import { getUnitPrice } from '#domain/money/pricing.ts'

export type PresentedPrice = Pick<
  CourseCard,
  'price' | 'discountPrice' | 'discountEndsAt' | 'beforeDiscountPrice' | 'currency'
>
type Offer = Pick<PricedOffer, 'price' | 'beforePrice'>

/** Null: a course that has never had an offer. */
export function presentPrice(offer: Offer | null, now: Date): PresentedPrice {
  const unit = offer && getUnitPrice(offer.price, now)
  const isEarly = unit !== null && unit === offer?.price.discountPrice
  return {
    price: offer ? toMajor(offer.price.price) : 0,
    discountPrice: isEarly ? toMajor(unit) : null,
    discountEndsAt: isEarly ? (offer?.price.discountEndsAt?.toISOString() ?? null) : null,
    beforeDiscountPrice: offer?.beforePrice ? toMajor(offer.beforePrice) : null,
    currency: offer?.price.price.currency ?? 'USD',
  }
}

/** The deposit of one seat. Null: the offer has none now. @param startsAt the first session; null for an on-demand course */
export function presentDeposit(offer: Offer | null, startsAt: Date | null, now: Date): CourseDefinition['deposit'] {
  const deposit = offer && getSeatDeposit(offer.price, now, startsAt)
  return (
    deposit && {
      dueNow: toWire(deposit.amount),
      dueLater: toWire(subtract(getUnitPrice(offer.price, now), deposit.amount)),
      dueAt: deposit.balanceDueAt.toISOString(),
    }
  )
}
