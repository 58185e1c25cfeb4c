/** Places an order by PayPal. The buyer approves it on PayPal's page, and we capture it. docs/contract §30. */

import { getCohortForCode } from '#catalogue/catalog/cohort-on-sale.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { toPaypalAnswer } from '#sell/payments/answer-opened.ts'
import type { PlacedByPaypal } from '#sell/payments/wire/answers.ts'
import { createQuote } from '../pricing/create-quote.ts'
import type { PaypalBody } from '../wire/paypal.ts'
import type { CheckoutBody } from '../wire.ts'
import { createOpenOrder } from './place-order.ts'

export async function orderByPaypal(
  deps: Deps,
  actor: Actor,
  input: PaypalBody,
  ip: string,
): Promise<Outcome<PlacedByPaypal>> {
  const gateway = deps.gateways.forMethod('paypal')
  if (!gateway) return refused('METHOD_NOT_AVAILABLE')
  if (input.paymentType === 'deposit')
    return refused('METHOD_NOT_AVAILABLE', { reason: 'a deposit is not paid by PayPal' })
  const { quoteId, discount, ...order } = input
  const promoCode = discount || input.promoCode
  const body = quoteId
    ? accepted({ ...order, quoteId, promoCode })
    : await completeMinimum(deps, actor, { ...order, promoCode }, ip)
  return body.ok ? toPaypalAnswer(await createOpenOrder(deps, gateway, actor, body.value, ip)) : body
}

/** The minimum of docs/specification.md §7 is one seat at today's price. Its log-in accepted the terms at sign-up. */
async function completeMinimum(
  deps: Deps,
  actor: Actor,
  { courseCode, promoCode, credit }: PaypalBody,
  ip: string,
): Promise<Outcome<CheckoutBody>> {
  if (actor.kind !== 'person') return refused('FIELD_INVALID', { fields: { quoteId: 'Quote is required' } })
  const cohort = await getCohortForCode(deps.db, courseCode, deps.clock())
  if (!cohort) return refused('COURSE_NOT_FOUND')
  const wanted = { cohortCode: cohort.cohortCode, promoCode, credit, personId: actor.personId, ip }
  const quote = await createQuote(deps, wanted)
  if (!quote.ok) return quote
  const { quoteId, currency } = quote.value
  if (currency !== 'USD') return refused('FIELD_INVALID', { fields: { currency: 'This course is not sold in USD' } })
  return accepted({ quoteId, courseCode, paymentType: 'full', promoCode, credit, consent: { terms: true } })
}
