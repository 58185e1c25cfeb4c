/** What a place costs now. The price is written down, and for 15 minutes it is what gets charged; no seat is held. */

import { toWire, zero } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { type Noun, quote, unitPrice } from '#domain/pricing.ts'
import { seatsLeft, seatsShown } from '#domain/seats.ts'
import { cohortForCode, offerFor } from '#features/catalog/catalogue.ts'
import { localPriceIn } from '#features/catalog/local-pricing.ts'
import { isEnrolled } from '#features/enrolments/queries.ts'
import type { Deps } from '#http/deps.ts'
import { addQuote, databaseNow } from './queries/quotes.ts'
import type { Quote } from './wire.ts'

export type Asked = {
  courseCode: string
  offerCode?: string | undefined
  promoCode?: string | undefined
  giftCardCode?: string | undefined
  countryCode?: string | undefined
  /** Whoever is signed in. */
  personId?: string | undefined
}

/**
 * At most 6 statements: the database's time, so that no machine's clock makes a price, the run by its
 * code, its offer, the insert, the enrolment of whoever is signed in, and the rate.
 */
export async function paymentOptionsFor(deps: Deps, asked: Asked): Promise<Outcome<Quote>> {
  const unknownCode = refuseCodes(asked)
  if (unknownCode) return unknownCode
  const now = await databaseNow(deps.db)
  const cohort = await cohortForCode(deps.db, asked.courseCode, now)
  if (!cohort) return refused('COURSE_NOT_FOUND')
  const offer = await offerFor(deps.db, cohort.courseCode, asked.offerCode)
  if (!offer) return refused('OFFER_NOT_FOUND')
  if (cohort.state !== 'open' || (cohort.enrolClosesAt && cohort.enrolClosesAt <= now))
    return refused('ENROLMENT_CLOSED')
  const left = seatsLeft(cohort.capacity, cohort.taken)
  if (left !== null && left < 1) return refused('SEATS_TAKEN')

  const priced = quote(unitPrice(offer.price, now), 1, nounFor(cohort))
  const kept = await addQuote(deps.db, cohort.courseCode, offer.offerCode, priced)
  const nothing = toWire(zero(priced.total.currency))
  return accepted({
    quoteId: kept.id,
    expiresAt: kept.expires_at.toISOString(),
    currency: priced.total.currency,
    seatsRemaining: seatsShown(left),
    options: [
      {
        paymentType: 'full',
        paymentMethods: deps.gateway && priced.dueNow.minor > 0 ? ['card'] : [],
        lines: priced.lines.map((line) => ({ ...line, amount: toWire(line.amount) })),
        subtotal: toWire(priced.subtotal),
        discount: toWire(priced.discount),
        total: toWire(priced.total),
        giftCardApplied: nothing,
        creditApplied: nothing,
        dueNow: toWire(priced.dueNow),
        dueLater: [],
      },
    ],
    groupTiers: [],
    isEnrolled: asked.personId ? await isEnrolled(deps.db, cohort.courseCode, asked.personId) : false,
    localPrice: toWire(await localPriceIn(deps, priced.total, asked.countryCode)),
  })
}

/** On demand nobody sits anywhere. */
export function nounFor({ startsAt }: { startsAt: Date | null }): Noun {
  return startsAt ? 'seat' : 'place'
}

/** None has been issued yet: a code that is typed is never passed over in silence. */
export function refuseCodes(asked: Pick<Asked, 'promoCode' | 'giftCardCode'>) {
  if (asked.promoCode) return refused('PROMO_INVALID')
  return asked.giftCardCode ? refused('GIFT_CARD_INVALID') : null
}
