/**
 * Enrols without a payment: order, line, enrolment and the job of the e-mail in one transaction, without a provider. A
 * stranger's enrolment waits for the mailed link. A repeated request of the same client returns the same enrolment and
 * sends another e-mail. docs/contract §4 and §5.
 */
import { randomUUID } from 'node:crypto'
import { getCohortForCode } from '#catalogue/catalog/cohort-on-sale.ts'
import { returnSeats } from '#catalogue/catalog/queries/seats.ts'
import { toMailbox } from '#domain/contact.ts'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { money } from '#domain/money/money.ts'
import { createSeatLines } from '#domain/money/pricing.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { Code } from '#http/schemas.ts'
import { isOfferUsable } from '#learn/enrolments/queries/offered-seats.ts'
import { endOffer } from '#learn/enrolments/queries/waitlist-offers.ts'
import { isEnrolled } from '#learn/enrolments/queries.ts'
import { getOrCreatePerson, lockPersonForShare } from '#people/accounts/queries/people.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { identifyClient } from '#sell/orders/client-key.ts'
import { createOrder } from '#sell/orders/create-order.ts'
import { activateEnrolment, cancelReplacedOrder, enrolForFree, enrolUnconfirmed } from '#sell/orders/free-enrolments.ts'
import { findUnconfirmed } from '#sell/orders/queries/enrolments.ts'
import { addCheckoutToken } from '#sell/orders/queries/orders.ts'
import { reserveCodes } from '#sell/orders/reserved-codes.ts'
import { findUsableOffer, type UsableOffer } from '#sell/waitlist/find-offer.ts'
import { type Buyer, findBuyer, refuseFriends } from '../place-order/buyer.ts'
import { refuseTypedAddresses } from '../place-order/typed-addresses.ts'
import { toOrderPrice } from '../pricing/amounts-due.ts'
import { nounFor } from '../pricing/compute-price.ts'
import { createQuote, type QuoteInput } from '../pricing/create-quote.ts'
import { isOfOtherPerson } from '../pricing/price-check.ts'
import { addInvitations } from '../queries/invitations.ts'
import { getLiveQuote } from '../queries/quotes.ts'
import { enrolmentAskedJob, enrolmentOpenedJob, orderInviteJob } from '../queue.ts'
import type { Enrolled, ZeroBody } from '../wire/enrol.ts'

type FreeEnrolment = {
  deps: Deps
  body: ZeroBody
  buyer: Buyer
  cohort: NonNullable<Awaited<ReturnType<typeof getCohortForCode>>>
  quoteId: string
  waitlistOffer: UsableOffer | null
  ip: string
  askedBy: Buffer
  mayMail: boolean
  /** The client's earlier request for a group, which this one replaces. */
  replacedOrderId: string | null
}
type Taken = { orderId: string; enrolmentId: string }

export async function enrolFree(deps: Deps, actor: Actor, body: ZeroBody, ip: string): Promise<Outcome<Enrolled>> {
  if (!body.consent.terms) return refused('TERMS_REQUIRED')
  const buyer = await findBuyer(deps, actor, body)
  if (!buyer.ok) return buyer
  const { personId, email } = buyer.value
  const badFriends = refuseFriends(body, body.seats ?? 1, buyer.value)
  if (badFriends) return badFriends
  const cohort = await getCohortForCode(deps.db, body.courseCode, deps.clock())
  if (!cohort) return refused('COURSE_NOT_FOUND')
  const { cohortCode } = cohort
  if (personId && (await isEnrolled(deps.db, cohortCode, personId))) return refused('ALREADY_ENROLLED')

  const { client: askedBy } = identifyClient(deps, actor, body.clientKey, ip)
  const begun = await findUnconfirmed(deps.db, cohortCode, email, personId ? null : askedBy)
  // The promo code belongs to the buyer, so a person who only knows the address learns nothing about the enrolment.
  const isTheirs = personId !== null || !begun?.promo_code || begun.promo_code === Code.parse(body.promoCode ?? '')
  // A repeat for a group may name other friends, so it replaces the earlier request.
  const isRepeat = isTheirs && begun?.seats === 1 && (body.seats ?? 1) === 1
  const before = isRepeat ? begun : undefined
  const replacedOrderId = isTheirs && begun && !isRepeat ? begun.order_id : null
  const quoteId = before ? '' : await quoteOver(deps, { ...body, cohortCode, ip, personId: personId ?? undefined })
  if (typeof quoteId !== 'string') return quoteId
  const limited = await refuseTypedAddresses(deps, ip, (personId ? 0 : 1) + (body.friends?.length ?? 0))
  if (limited) return limited
  // Above three e-mails an hour nothing is sent, and the response stays the same.
  const mayMail = personId !== null || !(await consumeLimit(deps.db, 'emailPerRecipient', toMailbox(email)))
  const waitlistOffer = await findUsableOffer(deps, body.waitlistToken, cohortCode)
  const freeEnrolment = {
    deps,
    body,
    buyer: buyer.value,
    cohort,
    quoteId,
    waitlistOffer,
    ip,
    askedBy,
    mayMail,
    replacedOrderId,
  }
  return inOneTransaction(deps.db, async (tx) => {
    const taken = before ? await goOnWith(deps, tx, before, cohortCode, personId) : await writeOrder(tx, freeEnrolment)
    return taken.ok ? accepted(await respondWithPayment(tx, freeEnrolment, taken.value)) : taken
  })
}

/** A signed-in person has proved the address, so the unconfirmed enrolment becomes active. */
async function goOnWith(
  deps: Deps,
  tx: Tx,
  before: { id: string; order_id: string },
  cohortCode: string,
  personId: string | null,
): Promise<Outcome<Taken>> {
  if (personId && !(await activateEnrolment(deps, tx, { orderId: before.order_id, cohortCode, personId })))
    return refused('IDEMPOTENCY_IN_FLIGHT', { retryAfter: 1, reason: 'the place has just been confirmed or lapsed' })
  return accepted({ orderId: before.order_id, enrolmentId: before.id })
}

/** Returns the quote over zero: the buyer's own while it is valid, otherwise a new one. */
async function quoteOver(deps: Deps, input: ZeroBody & QuoteInput): Promise<string | Outcome<never>> {
  const held = input.quoteId && (await getLiveQuote(deps.db, input.quoteId, input.cohortCode))
  if (held && isOfOtherPerson(held, input.personId ?? null)) return refused('PERSON_CHANGED')
  if (held && held.seats === (input.seats ?? 1)) return held.total_minor === 0 ? held.id : refused('PAYMENT_REQUIRED')
  const fresh = await createQuote(deps, input)
  if (!fresh.ok) return fresh
  const quote = await getLiveQuote(deps.db, fresh.value.quoteId, input.cohortCode)
  return quote?.total_minor === 0 ? quote.id : refused('PAYMENT_REQUIRED')
}

async function writeOrder(
  tx: Tx,
  { deps, body, buyer, cohort, quoteId, waitlistOffer, ip, askedBy, replacedOrderId }: FreeEnrolment,
): Promise<Outcome<Taken>> {
  const { cohortCode, capacity } = cohort
  const quote = await getLiveQuote(tx, quoteId, cohortCode)
  if (quote?.total_minor !== 0) return refused('PAYMENT_REQUIRED', { reason: 'the quote has just run out' })
  const timezoneId = body.timezoneId ?? body.timezone_id ?? cohort.timezoneId
  if (buyer.personId && !(await lockPersonForShare(tx, buyer.personId))) return refused('TOKEN_INVALID')
  const personId = buyer.personId ?? (await getOrCreatePerson(tx, { ...buyer, timezoneId })).id
  const returnedSeats = replacedOrderId ? await cancelReplacedOrder(tx, replacedOrderId) : 0

  const created = await createOrder(tx, {
    product: { kind: 'cohort', cohortCode, offerCode: quote.offer_code, quoteId: quote.id, seats: quote.seats },
    price: toOrderPrice(quote, 'full'),
    lines: createSeatLines({ total: money(0, quote.currency), seats: quote.seats }, nounFor(cohort)),
    payment: { kind: 'free' },
    buyer: { ...buyer, personId, timezoneId },
    acceptedTermsAt: deps.clock(),
    marketing: body.consent.marketing,
    touches: body,
  })
  if (!created) throw new Error('a complete order does not collide with an open one')
  const { order } = created
  await addInvitations(tx, order.id, body.friends)
  const isUsable = waitlistOffer && (await isOfferUsable(tx, waitlistOffer.id, { cohortCode, seats: quote.seats }))
  const offered = isUsable && (await endOffer(tx, waitlistOffer.id, 'claimed', deps.clock()))
  if (offered) await returnSeats(tx, cohortCode, offered.seats)
  const ownSeats = returnedSeats + (offered ? offered.seats : 0)
  const enrolment = { orderId: order.id, cohortCode, personId, seats: quote.seats, ownSeats }
  const taken = buyer.personId
    ? await enrolForFree(tx, enrolment)
    : await enrolUnconfirmed(tx, {
        ...enrolment,
        networkHash: deps.secrets.mac('asked-from', ip),
        clientHash: askedBy,
        hasFewSeats: capacity !== null || quote.discount_kind === 'promo',
      })
  if (!taken.ok) return taken
  if (await reserveCodes(tx, order, [])) return refused('PROMO_INVALID')
  return accepted({ orderId: order.id, ...taken.value })
}

/** Enqueues the e-mail and creates the browser's access to the order. */
async function respondWithPayment(
  tx: Tx,
  { deps, body, buyer, cohort, mayMail }: FreeEnrolment,
  taken: Taken,
): Promise<Enrolled> {
  const checkoutToken = deps.secrets.newToken()
  const isGroup = (body.seats ?? 1) > 1
  await addCheckoutToken(tx, deps.secrets.hash(checkoutToken), taken.orderId)
  const { enrolmentId } = taken
  if (buyer.personId) {
    await deps.jobs.enqueue(tx, enrolmentOpenedJob, { enrolmentId }, { key: enrolmentId })
    const { orderId } = taken
    if (isGroup) await deps.jobs.enqueue(tx, orderInviteJob, { orderId }, { key: orderId })
  } else if (mayMail) await deps.jobs.enqueue(tx, enrolmentAskedJob, { enrolmentId, askId: randomUUID() })
  return {
    ...taken,
    portalUrl: getRoomPath(cohort.courseCode),
    access: buyer.personId ? 'open' : 'confirm-email',
    checkoutToken,
  }
}
