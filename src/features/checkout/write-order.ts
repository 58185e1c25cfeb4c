/** Writes an order, inside the caller's transaction: lines, seats, claims and the job that ends it in time. */
import { type Money, money } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { seatLines } from '#domain/pricing.ts'
import { holdPerson } from '#features/accounts/queries/people.ts'
import { holdSeats } from '#features/enrolments/seats.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { claim } from './claims.ts'
import { duesOf } from './dues.ts'
import { closeReplaced } from './end-order.ts'
import { heldBy, refuseHoarding } from './held-at-once.ts'
import type { Prepared } from './prepare-order.ts'
import { addInvitations } from './queries/invitations.ts'
import { addCheckoutToken, addLine, addOrder, openOrderOf } from './queries/orders.ts'
import { liveQuote } from './queries/quotes.ts'

type Written = {
  order: NonNullable<Awaited<ReturnType<typeof addOrder>>>
  /** What is left to be charged now, after gift card and credit. */
  dueNow: Money
  /** The number of the next payment. */
  nextAttempt: number
  checkoutToken: string
  holdExpiresAt: Date
}

export async function writeOrder(
  deps: Deps,
  tx: Tx,
  { body, buyer, holder, courseCode, timezoneId, noun }: Prepared,
): Promise<Outcome<Written>> {
  const quote = await liveQuote(tx, body.quoteId, courseCode)
  if (!quote) return refused('QUOTE_EXPIRED')
  if (quote.total_minor === 0) return refused('METHOD_NOT_AVAILABLE', { reason: 'there is nothing to pay' })
  const isDeposit = body.paymentType === 'deposit'
  const { dueNow, tender } = duesOf(quote, isDeposit)

  if (buyer.personId && !(await holdPerson(tx, buyer.personId))) return refused('TOKEN_INVALID')
  const before = await openOrderOf(tx, courseCode, buyer.email, holder)
  const replaced = before && (await closeReplaced(tx, before.id))
  if (replaced === false) return refused('PAYMENT_IN_HAND')
  const order = await addOrder(tx, {
    course_code: courseCode,
    offer_code: quote.offer_code,
    quote_id: quote.id,
    payment_type: body.paymentType,
    seats: quote.seats,
    currency: quote.currency,
    subtotal_minor: quote.subtotal_minor,
    total_minor: quote.total_minor,
    discount_kind: quote.discount_kind,
    promo_code: quote.discount_kind === 'promo' ? quote.promo_code : null,
    deposit_minor: isDeposit ? quote.deposit_minor : null,
    balance_due_at: isDeposit ? quote.balance_due_at : null,
    email: buyer.email,
    name: buyer.name,
    phone_number: buyer.phoneNumber,
    client: holder.client,
    limit_key: holder.limitKey,
    timezone_id: timezoneId,
    person_id: buyer.personId,
    terms_accepted_at: deps.clock(),
    marketing: body.consent.marketing ?? false,
    attribution: JSON.stringify(body.attribution ?? {}),
  })
  if (!order)
    return refused('IDEMPOTENCY_IN_FLIGHT', { retryAfter: 1, reason: 'the same buyer is placing this order right now' })
  for (const line of seatLines({ total: money(quote.total_minor, quote.currency), seats: quote.seats }, noun)) {
    await addLine(tx, {
      order_id: order.id,
      position: line.seat - 1,
      kind: line.kind,
      label: line.label,
      amount_minor: line.amount.minor,
    })
  }
  await addInvitations(tx, order.id, body.friends ?? [])
  const checkoutToken = deps.secrets.newToken()
  await addCheckoutToken(tx, deps.secrets.hash(checkoutToken), order.id)

  // The cohort's row is locked from here to the end of the transaction, and every other buyer of it waits: nothing more than must be.
  const holdExpiresAt = await holdSeats(tx, {
    ...{ orderId: order.id, courseCode, seats: quote.seats },
    ...{ from: holder.from, by: heldBy(holder), replaced: replaced?.hold },
  })
  if (!holdExpiresAt) return refused('SEATS_TAKEN')
  const tooMuch = dueNow.minor > 0 && (await refuseHoarding(tx, deps.config, order, holder))
  if (tooMuch) return tooMuch
  const missing = await claim(tx, order, tender)
  if (missing) return refused(missing === 'promo' ? 'PROMO_INVALID' : 'PRICE_CHANGED')
  await deps.jobs.enqueue(tx, 'order.lapse', { orderId: order.id }, { key: order.id, startAfter: holdExpiresAt })
  return accepted({ order, dueNow, nextAttempt: tender.length + 1, checkoutToken, holdExpiresAt })
}
