/** All that can be said about an order before anything is written: who buys, what, and whether the price is the one shown. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Noun } from '#domain/pricing.ts'
import { cohortForCode } from '#features/catalog/catalogue.ts'
import { isEnrolled } from '#features/enrolments/queries.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { isAsQuoted } from './as-quoted.ts'
import { type Buyer, buyerOf, refuseFriends } from './buyer.ts'
import { type Holder, holderOf } from './client-of.ts'
import { yieldOrder } from './end-order.ts'
import { type Asked, paymentOptionsFor } from './options.ts'
import { nounFor } from './price.ts'
import { openOrderOf } from './queries/orders.ts'
import { liveQuote } from './queries/quotes.ts'
import type { CheckoutBody } from './wire.ts'

export type Prepared = {
  body: CheckoutBody
  buyer: Buyer
  holder: Holder
  courseCode: string
  timezoneId: string
  noun: Noun
  /** What to quote again, where that is needed. */
  asked: Asked
}

export async function prepareOrder(
  deps: Deps,
  actor: Actor,
  body: CheckoutBody,
  ip: string,
): Promise<Outcome<Prepared>> {
  if (!body.consent.terms) return refused('TERMS_REQUIRED')
  const found = await buyerOf(deps, actor, body)
  if (!found.ok) return found
  const buyer = found.value
  const cohort = await cohortForCode(deps.db, body.courseCode, deps.clock())
  if (!cohort) return refused('COURSE_NOT_FOUND')
  const { courseCode } = cohort
  if (buyer.personId && (await isEnrolled(deps.db, courseCode, buyer.personId))) return refused('ALREADY_ENROLLED')

  const asked = { ...body, courseCode, ip, personId: buyer.personId ?? undefined }
  const quote = await liveQuote(deps.db, body.quoteId, courseCode)
  if (!quote) return quoteAgain(deps, asked, 'QUOTE_EXPIRED')
  if (!(await isAsQuoted(deps, quote, body, buyer.personId))) return quoteAgain(deps, asked, 'PRICE_CHANGED')
  if (body.paymentType === 'deposit' && !(quote.balance_due_at && quote.balance_due_at > deps.clock()))
    return refused('DEPOSIT_NOT_OFFERED')
  const badFriends = refuseFriends(body, quote.seats, buyer)
  if (badFriends) return badFriends

  const holder = holderOf(deps, actor, body.clientKey, ip)
  const before = await openOrderOf(deps.db, courseCode, buyer.email, holder)
  if (before && deps.gateway && !(await yieldOrder(deps, deps.gateway, before.id))) return refused('PAYMENT_IN_HAND')
  const timezoneId = body.timezoneId ?? body.timezone_id ?? cohort.timezoneId
  return accepted({ body, buyer, holder, courseCode, timezoneId, noun: nounFor(cohort), asked })
}

/** The price as it is now, to be looked at before anything is charged. */
async function quoteAgain(deps: Deps, asked: Asked, why: 'QUOTE_EXPIRED' | 'PRICE_CHANGED'): Promise<Outcome<never>> {
  const fresh = await paymentOptionsFor(deps, asked)
  return fresh.ok ? refused(why, { data: fresh.value }) : fresh
}

/** A price that has just changed is shown before anything is charged. */
export function withFreshPrice(
  deps: Deps,
  outcome: { ok: false; refusal: ReturnType<typeof refused>['refusal'] },
  { asked }: Prepared,
): Promise<Outcome<never>> | Outcome<never> {
  const { code } = outcome.refusal
  return code === 'PRICE_CHANGED' || code === 'QUOTE_EXPIRED' ? quoteAgain(deps, asked, code) : outcome
}
