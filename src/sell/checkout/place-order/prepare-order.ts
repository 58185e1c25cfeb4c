/** Checks an order before the transaction: the buyer, the cohort, and that the price is the one shown. */

import { getCohortForCode } from '#catalogue/catalog/cohort-on-sale.ts'
import type { SeatNoun } from '#domain/money/pricing.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { getHoldingOrder } from '#learn/enrolments/queries/offered-seats.ts'
import { isEnrolled } from '#learn/enrolments/queries.ts'
import { type Holder, identifyClient } from '#sell/orders/client-key.ts'
import { cancelForReplacement } from '#sell/payments/end-order.ts'
import { getReferralProblem } from '#sell/referrals/find-referral.ts'
import { findUsableOffer, type UsableOffer } from '#sell/waitlist/find-offer.ts'
import { nounFor } from '../pricing/compute-price.ts'
import { createQuote, type QuoteInput } from '../pricing/create-quote.ts'
import { isAsQuoted, isOfOtherPerson } from '../pricing/price-check.ts'
import { getQuoteWithOpenOrders } from '../queries/quotes.ts'
import type { CheckoutBody } from '../wire.ts'
import { type Buyer, findBuyer, refuseFriends } from './buyer.ts'
import { refuseTypedAddresses } from './typed-addresses.ts'

type LiveQuote = NonNullable<Awaited<ReturnType<typeof getQuoteWithOpenOrders>>>

export type Prepared = {
  body: CheckoutBody
  buyer: Buyer
  holder: Holder
  cohortCode: string
  timezoneId: string
  noun: SeatNoun
  quote: LiveQuote
  /** The open orders of the client and the person, which the new one replaces. */
  openOrderIds: readonly string[]
  /** The waitlist offer whose seats the order uses. */
  waitlistOffer: UsableOffer | null
  /** The input of a new quote, if one is needed. */
  input: QuoteInput
}

export async function prepareOrder(
  deps: Deps,
  actor: Actor,
  body: CheckoutBody,
  ip: string,
): Promise<Outcome<Prepared>> {
  if (!body.consent.terms) return refused('TERMS_REQUIRED')
  const buyerResult = await findBuyer(deps, actor, body)
  if (!buyerResult.ok) return buyerResult
  const buyer = buyerResult.value
  const cohort = await getCohortForCode(deps.db, body.courseCode, deps.clock())
  if (!cohort) return refused('COURSE_NOT_FOUND')
  const { cohortCode } = cohort
  if (buyer.personId && (await isEnrolled(deps.db, cohortCode, buyer.personId))) return refused('ALREADY_ENROLLED')

  const holder = identifyClient(deps, actor, body.clientKey, ip)
  const input = { ...body, cohortCode, ip, personId: buyer.personId ?? undefined, holder }
  const quote = await getQuoteWithOpenOrders(deps.db, body.quoteId, cohortCode, { ...holder, ...buyer })
  if (!quote) return quoteAgain(deps, input, 'QUOTE_EXPIRED')
  if (isOfOtherPerson(quote, buyer.personId)) return quoteAgain(deps, input, 'PERSON_CHANGED')
  const friend = quote.referral_code && (await getReferralProblem(deps, quote.referral_code, buyer.personId))
  if (friend) return quoteAgain(deps, input, 'PRICE_CHANGED')
  if (!(await isAsQuoted(deps, quote, body, buyer.personId))) return quoteAgain(deps, input, 'PRICE_CHANGED')
  if (spendsCreditForOthers(quote) && !(actor.kind === 'person' && actor.isSteppedUp))
    return refused('CREDIT_OWNER_UNCONFIRMED')
  if (body.paymentType === 'deposit' && !(quote.balance_due_at && quote.balance_due_at > deps.clock()))
    return refused('DEPOSIT_NOT_OFFERED')
  const badFriends = refuseFriends(body, quote.seats, buyer)
  if (badFriends) return badFriends
  const limited = await refuseTypedAddresses(deps, ip, body.friends?.length ?? 0)
  if (limited) return limited

  const waitlistOffer = await findUsableOffer(deps, body.waitlistToken, cohortCode)
  // An offer's seats serve one order at a time, also when its link is opened in another browser.
  const holdingOrderId = waitlistOffer && (await getHoldingOrder(deps.db, waitlistOffer.id))
  const openOrderIds = [...new Set([...(quote.open_order_ids ?? []), ...(holdingOrderId ? [holdingOrderId] : [])])]
  for (const openOrderId of openOrderIds) {
    const yielded = await cancelForReplacement(deps, openOrderId)
    if (!yielded.ok) return yielded
  }
  const timezoneId = body.timezoneId ?? body.timezone_id ?? cohort.timezoneId
  const noun = nounFor(cohort)
  return accepted({ body, buyer, holder, cohortCode, timezoneId, noun, quote, openOrderIds, waitlistOffer, input })
}

/** A bearer alone does not spend a person's credit for seats that other people get. docs/contract §24. */
const spendsCreditForOthers = ({ credit_minor, seats }: LiveQuote): boolean => credit_minor > 0 && seats > 1

/** Refuses with a new quote, which the buyer sees before a charge. */
async function quoteAgain(
  deps: Deps,
  input: QuoteInput,
  why: 'QUOTE_EXPIRED' | 'PRICE_CHANGED' | 'PERSON_CHANGED',
): Promise<Outcome<never>> {
  const fresh = await createQuote(deps, input)
  return fresh.ok ? refused(why, { data: fresh.value }) : fresh
}

/** Adds the new quote to a refusal because of a changed price. */
export function withFreshPrice(
  deps: Deps,
  outcome: { ok: false; refusal: ReturnType<typeof refused>['refusal'] },
  { input }: Prepared,
): Promise<Outcome<never>> | Outcome<never> {
  const { code } = outcome.refusal
  return code === 'PRICE_CHANGED' || code === 'QUOTE_EXPIRED' ? quoteAgain(deps, input, code) : outcome
}
