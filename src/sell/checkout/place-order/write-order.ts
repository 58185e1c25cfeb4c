/**
 * Writes an order inside the caller's transaction: lines, seats, reserved codes and the job that ends the order in
 * time.
 */
import { type Money, money } from '#domain/money/money.ts'
import { createSeatLines } from '#domain/money/pricing.ts'
import { isChargeable } from '#domain/money/smallest-charge.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { holdSeats } from '#learn/enrolments/hold-and-release-seats.ts'
import { isEnrolled } from '#learn/enrolments/queries.ts'
import { lockPersonForShare } from '#people/accounts/queries/people.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import type { ChargedPayment } from '#sell/orders/create-intent.ts'
import { createOrder } from '#sell/orders/create-order.ts'
import type { Order } from '#sell/orders/queries/orders.ts'
import { reserveCodes } from '#sell/orders/reserved-codes.ts'
import { closeReplaced } from '#sell/payments/end-order.ts'
import { noteCardConsents } from '#sell/payments/saved-cards/note-card-consents.ts'
import { splitAmountsDue, toOrderPrice } from '../pricing/amounts-due.ts'
import { addInvitations } from '../queries/invitations.ts'
import { orderExpireJob } from '../queue.ts'
import { heldBy, refuseHoarding } from './hold-limit.ts'
import type { Prepared } from './prepare-order.ts'

type Written = {
  order: Order
  /** The attempt at the provider. Null without a charge. */
  payment: ChargedPayment | null
  /** The amount to charge now, after gift card and credit. */
  dueNow: Money
  checkoutToken: string
  holdExpiresAt: Date
}

/** `provider` charges the amount due now. Null if gift card and credit have to cover it. */
export async function writeOrder(
  deps: Deps,
  tx: Tx,
  { body, buyer, holder, cohortCode, timezoneId, noun, quote, openOrderIds, waitlistOffer }: Prepared,
  provider: Gateway['provider'] | null,
): Promise<Outcome<Written>> {
  if (quote.total_minor === 0) return refused('METHOD_NOT_AVAILABLE', { reason: 'there is nothing to pay' })
  const { dueNow, tender } = splitAmountsDue(quote, body.paymentType === 'deposit')
  if (provider && !isChargeable(dueNow))
    return refused('METHOD_NOT_AVAILABLE', { reason: 'no provider charges so little' })

  if (buyer.personId && !(await lockPersonForShare(tx, buyer.personId))) return refused('TOKEN_INVALID')
  // An order that the client placed in the meantime is not closed: the new one is refused, here or by the hold limit.
  const replaced = await closeReplaced(tx, openOrderIds)
  if (!replaced) return refused('PAYMENT_IN_HAND')
  const checkoutToken = deps.secrets.newToken()
  const created = await createOrder(tx, {
    product: { kind: 'cohort', cohortCode, offerCode: quote.offer_code, quoteId: quote.id, seats: quote.seats },
    price: toOrderPrice(quote, body.paymentType),
    lines: createSeatLines({ total: money(quote.total_minor, quote.currency), seats: quote.seats }, noun),
    // Gift card and credit are the earlier attempts.
    payment: provider ? { kind: 'charge', provider, amount: dueNow, attempt: tender.length + 1 } : { kind: 'later' },
    buyer: { ...buyer, timezoneId },
    client: holder,
    acceptedTermsAt: deps.clock(),
    marketing: body.consent.marketing,
    touches: body,
    checkoutTokenHash: deps.secrets.hash(checkoutToken),
  })
  if (!created)
    return refused('IDEMPOTENCY_IN_FLIGHT', { retryAfter: 1, reason: 'the same buyer is placing this order right now' })
  const { order, payment } = created
  await addInvitations(tx, order.id, body.friends ?? [])
  if (payment && provider) {
    const attempt = { ...payment, provider, personId: buyer.personId }
    payment.isPlain = !(await noteCardConsents(deps, tx, body, attempt))
  }

  // The cohort's row stays locked until the end of the transaction, so the rest of it is short.
  const holdExpiresAt = await holdSeats(tx, {
    orderId: order.id,
    cohortCode,
    seats: quote.seats,
    networkHash: holder.from,
    clientHash: heldBy(holder),
    replacedHold: replaced.hold,
    waitlistOfferId: waitlistOffer?.id,
    ownSeats: replaced.seats,
  })
  if (!holdExpiresAt) return refused('SEATS_TAKEN')
  // Another order of the same buyer may have been paid since `prepareOrder` checked. A kept card is charged at once.
  if (buyer.personId && (await isEnrolled(tx, cohortCode, buyer.personId))) return refused('ALREADY_ENROLLED')
  const ordered = { cohortCode, email: order.email, seats: order.seats }
  // The offer holds the seats already, so the order keeps them from nobody.
  const tooMuch = dueNow.minor > 0 && !waitlistOffer && (await refuseHoarding(tx, deps.config, ordered, holder))
  if (tooMuch) return tooMuch
  const missing = await reserveCodes(tx, order, tender)
  if (missing) return refused(missing === 'promo' ? 'PROMO_INVALID' : 'PRICE_CHANGED')
  await deps.jobs.enqueue(tx, orderExpireJob, { orderId: order.id }, { key: order.id, startAfter: holdExpiresAt })
  return accepted({ order, payment, dueNow, checkoutToken, holdExpiresAt })
}
