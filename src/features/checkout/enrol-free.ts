/**
 * Enrols where nothing is to be paid: order, line, place and the mail's job in one transaction, and no
 * provider ever hears of it. A stranger's place waits for the mailed link; asked again by the same client, it is the
 * same place and another mail. Contract §4 and §5, invariant M5.
 */
import { randomUUID } from 'node:crypto'
import { mailboxOf } from '#domain/contact.ts'
import { money } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { seatLines } from '#domain/pricing.ts'
import { holdPerson, personForEmail } from '#features/accounts/queries/people.ts'
import { cohortForCode } from '#features/catalog/catalogue.ts'
import { openPlaceOf, takePlace, takeUnconfirmed } from '#features/enrolments/free-places.ts'
import { unconfirmedOf } from '#features/enrolments/queries/unconfirmed.ts'
import { isEnrolled } from '#features/enrolments/queries.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { Code } from '#http/schemas.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { type Buyer, buyerOf } from './buyer.ts'
import { claim } from './claims.ts'
import { holderOf } from './client-of.ts'
import { type Asked, paymentOptionsFor } from './options.ts'
import { nounFor } from './price.ts'
import { addCheckoutToken, addLine, addOrder } from './queries/orders.ts'
import { addPayment } from './queries/payments.ts'
import { liveQuote } from './queries/quotes.ts'
import type { Enrolled, ZeroBody } from './wire/enrol.ts'

type Wish = {
  deps: Deps
  body: ZeroBody
  buyer: Buyer
  cohort: NonNullable<Awaited<ReturnType<typeof cohortForCode>>>
  quoteId: string
  ip: string
  askedBy: Buffer
  mayMail: boolean
}
type Taken = { orderId: string; enrolmentId: string }

export async function enrolFree(deps: Deps, actor: Actor, body: ZeroBody, ip: string): Promise<Outcome<Enrolled>> {
  if (!body.consent.terms) return refused('TERMS_REQUIRED')
  const buyer = await buyerOf(deps, actor, body)
  if (!buyer.ok) return buyer
  const { personId, email } = buyer.value
  const cohort = await cohortForCode(deps.db, body.courseCode, deps.clock())
  if (!cohort) return refused('COURSE_NOT_FOUND')
  const { courseCode } = cohort
  if (personId && (await isEnrolled(deps.db, courseCode, personId))) return refused('ALREADY_ENROLLED')

  const { client: askedBy } = holderOf(deps, actor, body.clientKey, ip)
  const begun = await unconfirmedOf(deps.db, courseCode, email, personId ? null : askedBy)
  // A code is its bearer's: whoever knows the address alone learns nothing of the place that it paid for.
  const isTheirs = personId !== null || !begun?.promo_code || begun.promo_code === Code.parse(body.promoCode ?? '')
  const before = isTheirs ? begun : undefined
  const quoteId = before ? '' : await quoteOver(deps, { ...body, courseCode, ip, personId: personId ?? undefined })
  if (typeof quoteId !== 'string') return quoteId
  const wait = personId ? null : await consumeLimit(deps.db, 'mailFromHere', ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  // Above three an hour nothing is sent, and nobody is told.
  const mayMail = personId !== null || !(await consumeLimit(deps.db, 'mailTo', mailboxOf(email)))
  const wish = { deps, body, buyer: buyer.value, cohort, quoteId, ip, askedBy, mayMail }
  return inOneTransaction(deps.db, async (tx) => {
    const taken = before ? await goOnWith(tx, before, courseCode, personId) : await writeOrder(tx, wish)
    return taken.ok ? accepted(await handOver(tx, wish, taken.value)) : taken
  })
}

/** Whoever is signed in by the address has proved it: the place that waits for a proof is theirs. */
async function goOnWith(
  tx: Tx,
  before: { id: string; order_id: string },
  courseCode: string,
  personId: string | null,
): Promise<Outcome<Taken>> {
  if (personId && !(await openPlaceOf(tx, { id: before.id, courseCode, personId })))
    return refused('IDEMPOTENCY_IN_FLIGHT', { retryAfter: 1, reason: 'the place has just been confirmed or lapsed' })
  return accepted({ orderId: before.order_id, enrolmentId: before.id })
}

/** The quote that shows that there is nothing to pay: the buyer's own while it holds, else a new one. */
async function quoteOver(deps: Deps, asked: ZeroBody & Asked): Promise<string | Outcome<never>> {
  const held = asked.quoteId && (await liveQuote(deps.db, asked.quoteId, asked.courseCode))
  if (held && held.seats === 1) return held.total_minor === 0 ? held.id : refused('PAYMENT_REQUIRED')
  const fresh = await paymentOptionsFor(deps, asked)
  if (!fresh.ok) return fresh
  const quote = await liveQuote(deps.db, fresh.value.quoteId, asked.courseCode)
  return quote?.total_minor === 0 ? quote.id : refused('PAYMENT_REQUIRED')
}

async function writeOrder(tx: Tx, { deps, body, buyer, cohort, quoteId, ip, askedBy }: Wish): Promise<Outcome<Taken>> {
  const { courseCode, capacity } = cohort
  const quote = await liveQuote(tx, quoteId, courseCode)
  if (quote?.total_minor !== 0) return refused('PAYMENT_REQUIRED', { reason: 'the quote has just run out' })
  const timezoneId = body.timezoneId ?? body.timezone_id ?? cohort.timezoneId
  if (buyer.personId && !(await holdPerson(tx, buyer.personId))) return refused('TOKEN_INVALID')
  const personId = buyer.personId ?? (await personForEmail(tx, { ...buyer, timezoneId })).id

  const order = await addOrder(tx, {
    state: 'complete',
    completed_at: deps.clock(),
    course_code: courseCode,
    offer_code: quote.offer_code,
    quote_id: quote.id,
    payment_type: 'full',
    seats: quote.seats,
    currency: quote.currency,
    subtotal_minor: quote.subtotal_minor,
    total_minor: 0,
    discount_kind: quote.discount_kind,
    promo_code: quote.discount_kind === 'promo' ? quote.promo_code : null,
    email: buyer.email,
    name: buyer.name,
    phone_number: buyer.phoneNumber,
    timezone_id: timezoneId,
    person_id: personId,
    terms_accepted_at: deps.clock(),
    marketing: body.consent.marketing ?? false,
    attribution: JSON.stringify(body.attribution ?? {}),
  })
  if (!order) throw new Error('a complete order stands in nobody’s way')
  for (const line of seatLines({ total: money(0, quote.currency), seats: quote.seats }, nounFor(cohort)))
    await addLine(tx, {
      order_id: order.id,
      position: line.seat - 1,
      kind: line.kind,
      label: line.label,
      amount_minor: 0,
    })
  await addPayment(tx, {
    order_id: order.id,
    attempt: 1,
    method: 'none',
    provider: 'none',
    state: 'complete',
    amount_minor: 0,
    currency: quote.currency,
    settled_at: deps.clock(),
  })

  const place = { orderId: order.id, courseCode, personId }
  const taken = buyer.personId
    ? await takePlace(tx, place)
    : await takeUnconfirmed(tx, {
        ...place,
        askedFrom: deps.secrets.mac('asked-from', ip),
        askedBy,
        areFew: capacity !== null || quote.discount_kind === 'promo',
      })
  if (!taken.ok) return taken
  if (await claim(tx, order, [])) return refused('PROMO_INVALID')
  return accepted({ orderId: order.id, ...taken.value })
}

/** The mail's job, and what lets this browser look at the order. */
async function handOver(tx: Tx, { deps, buyer, cohort, mayMail }: Wish, taken: Taken): Promise<Enrolled> {
  const checkoutToken = deps.secrets.newToken()
  await addCheckoutToken(tx, deps.secrets.hash(checkoutToken), taken.orderId)
  const { enrolmentId } = taken
  if (buyer.personId) await deps.jobs.enqueue(tx, 'enrolment.opened', { enrolmentId }, { key: enrolmentId })
  else if (mayMail) await deps.jobs.enqueue(tx, 'enrolment.asked', { enrolmentId, askId: randomUUID() })
  return {
    ...taken,
    portalUrl: `/portal#${cohort.courseCode}`,
    access: buyer.personId ? 'open' : 'confirm-email',
    checkoutToken,
  }
}
