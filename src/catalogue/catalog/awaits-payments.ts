/**
 * A site without a payment provider sells nothing for money. Its courses that cost something are shown as coming soon, and
 * take interest, until a provider is configured. Free courses are open all the same.
 */
import { toMajor } from '#domain/money/money.ts'
import { getUnitPrice, type OfferPrice } from '#domain/money/pricing.ts'
import type { Gateways } from '#platform/payments/gateways.ts'
import type { PricedOffer } from './cohort-on-sale.ts'
import type { CourseCard, CourseDate, CourseDefinition } from './wire.ts'

export type Site = { gateways: Pick<Gateways, 'forMethod'> }
type Status = CourseDefinition['cohorts'][number]['status']

export function takesPayments({ gateways }: Site): boolean {
  return gateways.forMethod('card') !== null || gateways.forMethod('paypal') !== null
}

/** @param price in major units, as it is charged */
export function isPayable(site: Site, price: number): boolean {
  return price === 0 || takesPayments(site)
}

/** The price as this site offers it. Only a card pays a deposit, so a site that takes none offers none. */
export function toOfferedPrice({ gateways }: Site, price: OfferPrice): OfferPrice {
  return gateways.forMethod('card') === null ? { ...price, deposit: null } : price
}

/** Whether an offer can be bought now. Also true without an offer. */
export function isOfferPayable(site: Site, offer: PricedOffer | null, now: Date): boolean {
  return offer === null || isPayable(site, toMajor(getUnitPrice(offer.price, now)))
}

/** The card as this site offers the course. */
export function toOfferedCard<Card extends CourseCard>(site: Site, card: Card): Card {
  if (card.state.callToAction !== 'enrol' || isPayable(site, card.discountPrice ?? card.price)) return card
  const state = { code: 'coming-soon', callToAction: 'notify-me', awaitsPayments: true } as const
  return { ...card, state, nextDate: toOfferedDate(card.nextDate) }
}

/** The same for a whole course: none of its dates can be chosen. A site that takes no cards offers no deposit. */
export function toOfferedCourse(site: Site, course: CourseDefinition): CourseDefinition {
  const offered = toOfferedCard(site, course)
  if (!offered.state.awaitsPayments)
    return site.gateways.forMethod('card') === null ? { ...offered, deposit: null } : offered
  const cohorts = offered.cohorts.map((cohort) => ({ ...cohort, status: toOfferedStatus(cohort.status) }))
  return { ...offered, cohorts, deposit: null }
}

const toOfferedDate = (date: CourseDate | null): CourseDate | null =>
  date && { ...date, status: toOfferedStatus(date.status) }

export function toOfferedStatus<Shown extends Status | 'on-demand'>(status: Shown): Shown | 'coming-soon' {
  return status === 'open' || status === 'few-seats' || status === 'on-demand' ? 'coming-soon' : status
}
