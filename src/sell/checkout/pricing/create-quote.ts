/** Creates a quote for seats. The price is stored and valid for 15 minutes. No seat is held. */

import { toOfferedPrice } from '#catalogue/catalog/awaits-payments.ts'
import { getCohortAtDatabaseTime, getOfferOfCohort } from '#catalogue/catalog/cohort-on-sale.ts'
import { getLocalPrice } from '#catalogue/catalog/local-pricing.ts'
import { getCohortStatus } from '#domain/course.ts'
import { listCourseTiers } from '#domain/money/discount.ts'
import { toWire } from '#domain/money/money.ts'
import { isChargeable } from '#domain/money/smallest-charge.ts'
import { getSeatsLeft, getShownSeats } from '#domain/orders/seats.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { isEnrolled } from '#learn/enrolments/queries.ts'
import type { Gateways } from '#platform/payments/gateways.ts'
import type { Holder } from '#sell/orders/client-key.ts'
import { listHeldAmounts } from '#sell/orders/reserved-codes.ts'
import { viewTax } from '#sell/orders/view-tax.ts'
import { findUsableOffer } from '#sell/waitlist/find-offer.ts'
import { addQuote, listOwnReservations } from '../queries/quotes.ts'
import type { Quote } from '../wire/quote.ts'
import { computePrice, type Option } from './compute-price.ts'
import { findTax } from './find-tax.ts'
import { type Codes, findCodes, getOwnCredit, NO_OWN_CODES, type OwnCodes } from './promo-and-gift-card-codes.ts'

export type QuoteInput = Codes & {
  offerCode?: string | undefined
  countryCode?: string | undefined
  /** The token of a waitlist e-mail, whose offer holds the seats. */
  waitlistToken?: string | undefined
  /** The client whose open order the new one replaces. */
  holder?: Pick<Holder, 'client' | 'isKeyed'> | undefined
  /** False: what the buyer's open orders have reserved is taken. */
  replacesOwn?: boolean
}

/**
 * At most 5 statements: the cohort with the database's time, its offer, the quote, the enrolment of a signed-in person,
 * and the exchange rate. A signed-in person needs 3 more: for taxes, for the credit, and for the own open orders. A promo
 * code and a gift card need 4 more each, all by primary or unique keys. A guest's code, or too few seats, needs 1 more for
 * the own open orders; each of these has 1 more for its gift card and credit.
 */
export async function createQuote(deps: Deps, input: QuoteInput): Promise<Outcome<Quote>> {
  const onSale = await getCohortAtDatabaseTime(deps.db, input.cohortCode)
  if (!onSale) return refused('COURSE_NOT_FOUND')
  const { cohort, refund, now } = onSale
  const groupTiers = listCourseTiers(deps.config.groupTiers, onSale)
  const offer = await getOfferOfCohort(deps.db, cohort.cohortCode, input.offerCode)
  if (!offer) return refused('OFFER_NOT_FOUND')
  if (!['open', 'few-seats', 'full'].includes(getCohortStatus(cohort, now))) return refused('ENROLMENT_CLOSED')
  const held = await findUsableOffer(deps, input.waitlistToken, cohort.cohortCode)
  const free = held ? held.seats : getSeatsLeft(cohort)
  const seats = input.seats ?? 1
  const own = await loadOwnReservations(deps, cohort.cohortCode, input, free !== null && free < seats)
  const left = free !== null && free < seats && !held ? free + own.seats : free
  if (left !== null && left < seats) return refused('SEATS_TAKEN', { data: { seatsRemaining: left } })
  const { currency } = offer.price.price
  const codes = await findCodes(
    deps,
    { ...input, cohortCode: cohort.cohortCode, offerCode: offer.offerCode, seats, currency },
    own,
  )
  if (!codes.ok) return codes

  const { quote, options, row } = computePrice(
    { ...deps.config, groupTiers },
    {
      cohort,
      offer: toOfferedPrice(deps, offer.price),
      seats,
      codes: codes.value,
      tax: await findTax(deps, input),
      refund,
      now,
    },
  )
  // A free enrolment replaces no open order, so the seats and codes of that order are not free for it.
  if (quote.total.minor === 0 && (own.seats > 0 || own.promoCodes.length > 0))
    return createQuote(deps, { ...input, replacesOwn: false })
  const stored = await addQuote(deps.db, {
    cohort_code: cohort.cohortCode,
    offer_code: offer.offerCode,
    person_id: input.personId ?? null,
    ...row,
  })
  const { promo, giftCard, referral } = codes.value
  const balance = await getOwnCredit(deps, input.personId, currency, own)
  return accepted({
    quoteId: stored.id,
    expiresAt: stored.expires_at.toISOString(),
    currency,
    seats,
    seatsRemaining: getShownSeats(left),
    options: options.map((option) => onWire(option, deps.gateways)),
    groupTiers: quote.subtotal.minor > 0 ? groupTiers : [],
    referral: referral && {
      code: referral.code,
      percentOff: deps.config.referral.percent,
      isApplied: quote.discountKind === 'referral',
      problem: referral.problem,
    },
    promo: promo && { code: promo.code, label: promo.label, isApplied: quote.discountKind === 'promo' },
    giftCard: giftCard && { balance: toWire(giftCard.balance) },
    credit: balance && { balance: toWire(balance) },
    isEnrolled: input.personId ? await isEnrolled(deps.db, cohort.cohortCode, input.personId) : false,
    tax: viewTax(row),
    refund,
    localPrice: toWire(await getLocalPrice(deps, quote.total, input.countryCode)),
  })
}

/**
 * Seats, codes and amounts that the buyer's open orders of the cohort have reserved: the new order replaces them. A
 * guest's are read only when seats are short or a code is asked for. A signed-in person also sees the own credit, of which
 * the open order may have reserved all.
 */
async function loadOwnReservations(
  { db }: Pick<Deps, 'db'>,
  cohortCode: string,
  { holder, personId, promoCode, giftCardCode, credit, replacesOwn = true }: QuoteInput,
  areSeatsShort: boolean,
): Promise<OwnCodes & { seats: number }> {
  const client = holder?.isKeyed ? holder.client : null
  const isNeeded = areSeatsShort || promoCode || giftCardCode || credit || personId
  if (!replacesOwn || !isNeeded || (!client && !personId)) return { ...NO_OWN_CODES, seats: 0 }
  const reservations = await listOwnReservations(db, cohortCode, { client, personId: personId ?? null })
  const tender = new Map<string, number>()
  if (giftCardCode || personId)
    for (const { orderId } of reservations)
      for (const { account_id, amount_minor } of await listHeldAmounts(db, orderId))
        if (account_id) tender.set(account_id, (tender.get(account_id) ?? 0) + amount_minor)
  return {
    seats: reservations.reduce((sum, { seats }) => sum + seats, 0),
    promoCodes: reservations.map((order) => order.promoCode),
    tender,
  }
}

type Method = Quote['options'][number]['paymentMethods'][number]

/** A method that is not configured is not listed; nor is PayPal for a deposit. */
function listMethods({ paymentType, quote, paid }: Option, gateways: Gateways): Method[] {
  const charged = isChargeable(paid.now) ? (['card', 'paypal'] as const) : []
  const listed: Method[] = charged.filter(
    (method) => gateways.forMethod(method) !== null && (method === 'card' || paymentType === 'full'),
  )
  return quote.total.minor > 0 ? [...listed, 'gift-card'] : listed
}

function onWire(option: Option, gateways: Gateways): Quote['options'][number] {
  const { paymentType, quote, paid, balanceDueAt } = option
  return {
    paymentType,
    paymentMethods: listMethods(option, gateways),
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
