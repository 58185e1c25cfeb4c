/** What seats cost now. The price is written down, and for 15 minutes it is what gets charged; no seat is held. */

import { toWire } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { seatsLeft, seatsShown } from '#domain/seats.ts'
import { isChargeable } from '#domain/smallest-charge.ts'
import { cohortForCode, offerFor } from '#features/catalog/catalogue.ts'
import { localPriceIn } from '#features/catalog/local-pricing.ts'
import { isEnrolled } from '#features/enrolments/queries.ts'
import type { Deps } from '#http/deps.ts'
import { type Codes, codesOf } from './codes.ts'
import { type Option, priceOf } from './price.ts'
import { addQuote, databaseNow } from './queries/quotes.ts'
import type { Quote } from './wire/quote.ts'

export type Asked = Codes & {
  offerCode?: string | undefined
  countryCode?: string | undefined
}

/**
 * At most 6 statements: the database's time, so that no machine's clock makes a price, the run by its
 * code, its offer, the insert, the enrolment of whoever is signed in, and the rate. A promo code, a gift
 * card and credit cost 4, 4 and 1 more, all by primary or unique keys.
 */
export async function paymentOptionsFor(deps: Deps, asked: Asked): Promise<Outcome<Quote>> {
  const now = await databaseNow(deps.db)
  const cohort = await cohortForCode(deps.db, asked.courseCode, now)
  if (!cohort) return refused('COURSE_NOT_FOUND')
  const offer = await offerFor(deps.db, cohort.courseCode, asked.offerCode)
  if (!offer) return refused('OFFER_NOT_FOUND')
  if (cohort.state !== 'open' || (cohort.enrolClosesAt && cohort.enrolClosesAt <= now))
    return refused('ENROLMENT_CLOSED')
  const left = seatsLeft(cohort.capacity, cohort.taken)
  const seats = asked.seats ?? 1
  if (left !== null && left < seats) return refused('SEATS_TAKEN', { data: { seatsRemaining: left } })
  const { currency } = offer.price.price
  const sold = { courseCode: cohort.courseCode, offerCode: offer.offerCode, seats, currency }
  const codes = await codesOf(deps, { ...asked, ...sold })
  if (!codes.ok) return codes

  const { quote, options, row } = priceOf(deps.config, { cohort, offer: offer.price, seats, codes: codes.value, now })
  const kept = await addQuote(deps.db, { course_code: cohort.courseCode, offer_code: offer.offerCode, ...row })
  const { promo, giftCard } = codes.value
  return accepted({
    quoteId: kept.id,
    expiresAt: kept.expires_at.toISOString(),
    currency,
    seats,
    seatsRemaining: seatsShown(left),
    options: options.map((option) => onWire(option, deps.gateway !== null)),
    groupTiers: quote.subtotal.minor > 0 ? [...deps.config.groupTiers] : [],
    promo: promo && { code: promo.code, label: promo.label, isApplied: quote.discountKind === 'promo' },
    giftCard: giftCard && { balance: toWire(giftCard.balance) },
    isEnrolled: asked.personId ? await isEnrolled(deps.db, cohort.courseCode, asked.personId) : false,
    localPrice: toWire(await localPriceIn(deps, quote.total, asked.countryCode)),
  })
}

function onWire({ paymentType, quote, paid, balanceDueAt }: Option, takesCards: boolean): Quote['options'][number] {
  const isCharged = takesCards && isChargeable(paid.now)
  return {
    paymentType,
    paymentMethods: [...(isCharged ? ['card' as const] : []), ...(quote.total.minor > 0 ? ['gift-card' as const] : [])],
    lines: quote.lines.map((line) => ({ ...line, amount: toWire(line.amount) })),
    subtotal: toWire(quote.subtotal),
    discount: toWire(quote.discount),
    total: toWire(quote.total),
    giftCardApplied: toWire(paid.giftCard),
    creditApplied: toWire(paid.credit),
    dueNow: toWire(paid.now),
    dueLater:
      balanceDueAt && paid.later.minor > 0 ? [{ dueAt: balanceDueAt.toISOString(), amount: toWire(paid.later) }] : [],
  }
}
