/**
 * Places an order: the seat is held and a payment opened, nothing is charged yet. The order commits
 * before the provider is called, and the provider is called with a key of the payment's own, so a
 * crash anywhere between leaves something that can be taken up again.
 */
import { countryOfZone } from '#domain/country.ts'
import { money } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { readPhone } from '#domain/phone.ts'
import { type Noun, seatLines } from '#domain/pricing.ts'
import { holdPerson, personById } from '#features/accounts/queries/people.ts'
import { cohortForCode } from '#features/catalog/catalogue.ts'
import { isEnrolled } from '#features/enrolments/queries.ts'
import { holdSeats } from '#features/enrolments/seats.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { isAsQuoted } from './as-quoted.ts'
import { closeOrder, yieldOrder } from './end-order.ts'
import { openIntent } from './intent.ts'
import { type Asked, paymentOptionsFor } from './options.ts'
import { nounFor } from './price.ts'
import { addCheckoutToken, addLine, addOrder, openOrderOf } from './queries/orders.ts'
import { addPayment } from './queries/payments.ts'
import { liveQuote } from './queries/quotes.ts'
import { goOnWithOrder } from './retry.ts'
import type { CheckoutBody, Placed } from './wire.ts'

type Buyer = { email: string; name: string; phoneNumber: string | null; personId: string | null }

export async function placeOrder(deps: Deps, actor: Actor, body: CheckoutBody, ip: string): Promise<Outcome<Placed>> {
  const { gateway } = deps
  if (!gateway) return refused('METHOD_NOT_AVAILABLE')
  if (body.paymentType === 'deposit') return refused('DEPOSIT_NOT_OFFERED')
  if (!body.consent.terms) return refused('TERMS_REQUIRED')
  if (body.orderId) return goOnWithOrder(deps, gateway, actor, body.orderId)

  const buyer = await buyerOf(deps, actor, body)
  if (!buyer.ok) return buyer
  const cohort = await cohortForCode(deps.db, body.courseCode, deps.clock())
  if (!cohort) return refused('COURSE_NOT_FOUND')
  const { courseCode } = cohort
  const timezoneId = body.timezoneId ?? body.timezone_id ?? cohort.timezoneId
  if (buyer.value.personId && (await isEnrolled(deps.db, courseCode, buyer.value.personId)))
    return refused('ALREADY_ENROLLED')

  const quoted = await liveQuote(deps.db, body.quoteId, courseCode)
  const isGood = quoted && (await isAsQuoted(deps, quoted, body, buyer.value.personId))
  if (!isGood) {
    const asked = { ...body, courseCode, ip, personId: buyer.value.personId ?? undefined }
    return quoteAgain(deps, asked, quoted ? 'PRICE_CHANGED' : 'QUOTE_EXPIRED')
  }
  const before = await openOrderOf(deps.db, courseCode, buyer.value.email)
  if (before && !(await yieldOrder(deps, gateway, before.id))) return refused('PAYMENT_IN_HAND')
  const placed = await writeOrder(deps, gateway, { courseCode, timezoneId, noun: nounFor(cohort) }, buyer.value, body)
  if (!placed.ok) return placed

  const intent = await openIntent(deps, gateway, placed.value.payment)
  return accepted({
    orderId: placed.value.payment.order_id,
    paymentId: placed.value.payment.id,
    checkoutToken: placed.value.checkoutToken,
    clientSecret: intent.clientSecret,
    provider: gateway.provider,
    holdExpiresAt: placed.value.holdExpiresAt.toISOString(),
  })
}

/** Who buys: the profile where there is a bearer, else what was typed. */
async function buyerOf(deps: Deps, actor: Actor, body: CheckoutBody): Promise<Outcome<Buyer>> {
  const person = actor.kind === 'person' ? await personById(deps.db, actor.personId) : undefined
  const fields: Record<string, string> = {}
  const email = person?.email ?? body.email
  const name = person?.name ?? body.name
  const phoneNumber = body.phoneNumber
    ? readPhone(body.phoneNumber, body.countryCode ?? countryOfZone(body.timezoneId ?? body.timezone_id))
    : (person?.phone_number ?? null)
  if (!email) fields.email = 'Email is required'
  if (!name) fields.name = 'Name is required'
  if (body.phoneNumber && !phoneNumber) fields.phoneNumber = 'Please check the format of the phone number'
  if (!email || !name || Object.keys(fields).length > 0) return refused('FIELD_INVALID', { fields })
  return accepted({ email, name, phoneNumber, personId: person?.id ?? null })
}

/** One transaction: quote, seat, order, line, payment and the jobs that watch over them. */
async function writeOrder(
  deps: Deps,
  gateway: Gateway,
  { courseCode, timezoneId, noun }: { courseCode: string; timezoneId: string; noun: Noun },
  buyer: Buyer,
  body: CheckoutBody,
) {
  return inOneTransaction(deps.db, async (tx) => {
    const quote = await liveQuote(tx, body.quoteId, courseCode)
    if (!quote) return refused('QUOTE_EXPIRED')
    if (quote.total_minor === 0) return refused('METHOD_NOT_AVAILABLE', { reason: 'nothing to pay by card' })
    if (quote.seats > 1 || quote.promo_code || quote.gift_card_id || quote.credit_person_id)
      return refused('METHOD_NOT_AVAILABLE', { reason: 'one seat at its full price is all there is yet' })
    const total = money(quote.total_minor, quote.currency)

    if (buyer.personId && !(await holdPerson(tx, buyer.personId))) return refused('TOKEN_INVALID')
    const before = await openOrderOf(tx, courseCode, buyer.email)
    if (before && !(await closeOrder(tx, before.id, 'superseded'))) return refused('PAYMENT_IN_HAND')
    const order = await addOrder(tx, {
      course_code: courseCode,
      offer_code: quote.offer_code,
      quote_id: quote.id,
      payment_type: 'full',
      seats: quote.seats,
      currency: quote.currency,
      subtotal_minor: quote.subtotal_minor,
      total_minor: quote.total_minor,
      email: buyer.email,
      name: buyer.name,
      phone_number: buyer.phoneNumber,
      timezone_id: timezoneId,
      person_id: buyer.personId,
      terms_accepted_at: deps.clock(),
      marketing: body.consent.marketing ?? false,
      attribution: JSON.stringify(body.attribution ?? {}),
    })
    if (!order)
      return refused('IDEMPOTENCY_IN_FLIGHT', {
        retryAfter: 1,
        reason: 'the same buyer is placing this order right now',
      })
    const holdExpiresAt = await holdSeats(tx, { orderId: order.id, courseCode, seats: quote.seats })
    if (!holdExpiresAt) return refused('SEATS_TAKEN')

    for (const line of seatLines({ total, seats: quote.seats }, noun)) {
      await addLine(tx, {
        order_id: order.id,
        position: line.seat - 1,
        kind: line.kind,
        label: line.label,
        amount_minor: line.amount.minor,
      })
    }
    const payment = await addPayment(tx, {
      order_id: order.id,
      attempt: 1,
      method: 'card',
      provider: gateway.provider,
      amount_minor: total.minor,
      currency: quote.currency,
    })
    const checkoutToken = deps.secrets.newToken()
    await addCheckoutToken(tx, deps.secrets.hash(checkoutToken), order.id)
    await deps.jobs.enqueue(tx, 'order.lapse', { orderId: order.id }, { key: order.id, startAfter: holdExpiresAt })
    return accepted({ payment, checkoutToken, holdExpiresAt })
  })
}

/** The price as it is now, to be looked at before anything is charged. */
async function quoteAgain(deps: Deps, asked: Asked, why: 'QUOTE_EXPIRED' | 'PRICE_CHANGED'): Promise<Outcome<never>> {
  const fresh = await paymentOptionsFor(deps, asked)
  return fresh.ok ? refused(why, { data: fresh.value }) : fresh
}
