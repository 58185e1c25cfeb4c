/**
 * Enrols by one short form, as the course stands: at once where it is free, by the checkout where it costs
 * something, in the line where it is full, on the list where nothing is open. Contract §4. Asked again by a
 * stranger it answers the same; what was typed is kept for ninety days.
 */
import { cohortStatus } from '#domain/course.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { unitPrice } from '#domain/pricing.ts'
import { seatsLeft } from '#domain/seats.ts'
import { cohortForCode, courseStanding, offerFor } from '#features/catalog/catalogue.ts'
import { isEnrolled } from '#features/enrolments/queries.ts'
import { registerInterest } from '#features/leads/interest.ts'
import { joinWaitlist } from '#features/leads/waitlist.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { consumeLimit } from '#platform/limits.ts'
import { type Buyer, buyerOf } from './buyer.ts'
import { enrolFree } from './enrol-free.ts'
import { addGeneral } from './queries/drafts.ts'
import type { General, GeneralBody } from './wire/enrol.ts'

type FoundCohort = NonNullable<Awaited<ReturnType<typeof cohortForCode>>>
type Wish = { deps: Deps; actor: Actor; body: GeneralBody; buyer: Buyer; ip: string; prefixCode: string }

export async function enrolGenerally(
  deps: Deps,
  actor: Actor,
  body: GeneralBody,
  ip: string,
): Promise<Outcome<General>> {
  if (!body.consent.terms) return refused('TERMS_REQUIRED')
  const buyer = await buyerOf(deps, actor, body)
  if (!buyer.ok) return buyer
  const course = await courseStanding(deps, body.courseCode)
  if (!course || course.isExcluded || course.isWithdrawn) return refused('COURSE_NOT_FOUND')
  const now = deps.clock()
  const cohort = await cohortForCode(deps.db, body.courseCode, now)
  const wish = { deps, actor, body, buyer: buyer.value, ip, prefixCode: course.prefixCode }

  const status = cohort && cohortStatus(cohort, now)
  if (cohort && (status === 'open' || status === 'few-seats')) return takePlace(wish, cohort, now)
  if (cohort && status === 'full') return standInLine(wish, cohort)
  return noteWish(wish, status === 'coming-soon' ? 'coming-soon' : 'reminder')
}

async function takePlace(wish: Wish, cohort: FoundCohort, now: Date): Promise<Outcome<General>> {
  const { deps, actor, body, buyer, ip } = wish
  const left = seatsLeft(cohort.capacity, cohort.taken)
  if (left !== null && left < body.seats) return refused('SEATS_TAKEN', { data: { seatsRemaining: left } })
  const offer = await offerFor(deps.db, cohort.courseCode)
  if (!offer) return noteWish(wish, 'reminder')
  if (unitPrice(offer.price, now).minor > 0) return beginCheckout(wish, cohort, offer.offerCode)
  if (body.seats > 1) return refused('FIELD_INVALID', { fields: { seats: 'Places can be taken one at a time' } })

  const enrolled = await enrolFree(deps, actor, { ...body, seats: 1, offerCode: offer.offerCode }, ip)
  // The last one went to somebody else just now.
  if (!enrolled.ok && enrolled.refusal.code === 'SEATS_TAKEN') return standInLine(wish, cohort)
  if (!enrolled.ok) return enrolled
  const { orderId, portalUrl, access } = enrolled.value
  await addGeneral(deps.db, { ...rowOf(wish), outcome: 'enrolled', course_code: cohort.courseCode, order_id: orderId })
  return accepted({ outcome: 'enrolled', orderId, portalUrl, access: buyer.personId ? 'open' : access })
}

/** A draft holds no seat: the checkout opens with it, and asks for the price anew. */
async function beginCheckout(wish: Wish, cohort: FoundCohort, offerCode: string): Promise<Outcome<General>> {
  const { deps, buyer, ip } = wish
  if (buyer.personId && (await isEnrolled(deps.db, cohort.courseCode, buyer.personId)))
    return refused('ALREADY_ENROLLED')
  const wait = await consumeLimit(deps.db, 'mailFromHere', ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const draft = { ...rowOf(wish), outcome: 'checkout' as const, course_code: cohort.courseCode, offer_code: offerCode }
  const id = await addGeneral(deps.db, draft)
  return accepted({ outcome: 'checkout', checkoutUrl: `/checkout/${offerCode}?draft=${id}` })
}

async function standInLine(wish: Wish, { courseCode }: FoundCohort): Promise<Outcome<General>> {
  const { deps, body, ip } = wish
  const partySize = Math.min(body.seats, MOST_IN_LINE)
  const joined = await joinWaitlist(deps, { courseCode, partySize, contact: contactOf(wish), ip })
  if (!joined.ok) return joined
  await addGeneral(deps.db, { ...rowOf(wish), outcome: 'waitlisted', course_code: courseCode })
  return accepted({ outcome: 'waitlisted' })
}

/** A party that the waitlist takes. */
const MOST_IN_LINE = 6

async function noteWish(wish: Wish, kind: 'coming-soon' | 'reminder'): Promise<Outcome<General>> {
  const { deps, prefixCode, ip } = wish
  const noted = await registerInterest(deps, kind, { code: prefixCode, contact: contactOf(wish), ip })
  if (!noted.ok) return noted
  await addGeneral(deps.db, { ...rowOf(wish), outcome: 'received' })
  return accepted({ outcome: 'received' })
}

function contactOf({ body, buyer }: Wish) {
  return {
    email: buyer.email,
    name: buyer.name,
    phoneNumber: buyer.phoneNumber ?? undefined,
    timezoneId: body.timezoneId ?? body.timezone_id,
    attribution: body.attribution,
  }
}

function rowOf({ deps, body, buyer, prefixCode }: Wish) {
  return {
    prefix_code: prefixCode,
    email: buyer.email,
    name: buyer.name,
    phone_number: buyer.phoneNumber,
    timezone_id: body.timezoneId ?? body.timezone_id ?? null,
    seats: body.seats,
    friends: JSON.stringify(body.friends),
    answers: JSON.stringify(body.answers),
    marketing: body.consent.marketing ?? false,
    terms_accepted_at: deps.clock(),
    attribution: JSON.stringify(body.attribution ?? {}),
  }
}
