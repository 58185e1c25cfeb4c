/**
 * Enrols by the short form: at once in a free course, by the checkout in a paid one, on the waitlist of a full one, and
 * as an interest without open dates. A stranger gets the same response again. The typed answers are stored for ninety
 * days. docs/contract §4.
 */

import { getCourseAvailability } from '#catalogue/catalog/catalogue.ts'
import { getCohortForCode, getOfferOfCohort } from '#catalogue/catalog/cohort-on-sale.ts'
import { registerInterest } from '#catalogue/leads/interest.ts'
import { joinWaitlist } from '#catalogue/leads/waitlist.ts'
import { getCohortStatus } from '#domain/course.ts'
import { getUnitPrice } from '#domain/money/pricing.ts'
import { getSeatsLeft } from '#domain/orders/seats.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { isEnrolled } from '#learn/enrolments/queries.ts'
import { consumeLimit } from '#platform/limits.ts'
import { type Buyer, findBuyer } from '../place-order/buyer.ts'
import { addGeneral } from '../queries/drafts.ts'
import type { General, GeneralBody } from '../wire/enrol.ts'
import { enrolFree } from './enrol-free.ts'

type FoundCohort = NonNullable<Awaited<ReturnType<typeof getCohortForCode>>>
type GeneralInput = { deps: Deps; actor: Actor; body: GeneralBody; buyer: Buyer; ip: string; courseCode: string }

export async function enrolGenerally(
  deps: Deps,
  actor: Actor,
  body: GeneralBody,
  ip: string,
): Promise<Outcome<General>> {
  if (!body.consent.terms) return refused('TERMS_REQUIRED')
  const buyer = await findBuyer(deps, actor, body)
  if (!buyer.ok) return buyer
  const course = await getCourseAvailability(deps, body.courseCode)
  if (!course || course.isExcluded || course.isWithdrawn) return refused('COURSE_NOT_FOUND')
  const now = deps.clock()
  const cohort = await getCohortForCode(deps.db, body.courseCode, now)
  const input = { deps, actor, body, buyer: buyer.value, ip, courseCode: course.courseCode }

  const status = cohort && getCohortStatus(cohort, now)
  if (cohort && (status === 'open' || status === 'few-seats')) return enrolNow(input, cohort, now)
  if (cohort && status === 'full') return enterWaitlist(input, cohort)
  return addInterest(input, status === 'coming-soon' ? 'coming-soon' : 'reminder')
}

async function enrolNow(input: GeneralInput, cohort: FoundCohort, now: Date): Promise<Outcome<General>> {
  const { deps, actor, body, buyer, ip } = input
  const left = getSeatsLeft(cohort)
  if (left !== null && left < body.seats) return refused('SEATS_TAKEN', { data: { seatsRemaining: left } })
  const offer = await getOfferOfCohort(deps.db, cohort.cohortCode)
  if (!offer) return addInterest(input, 'reminder')
  if (getUnitPrice(offer.price, now).minor > 0) return startCheckout(input, cohort, offer.offerCode)

  const enrolled = await enrolFree(deps, actor, { ...body, offerCode: offer.offerCode }, ip)
  // Another buyer took the last seat a moment ago.
  if (!enrolled.ok && enrolled.refusal.code === 'SEATS_TAKEN') return enterWaitlist(input, cohort)
  if (!enrolled.ok) return enrolled
  const { orderId, portalUrl, access } = enrolled.value
  await addGeneral(deps.db, {
    ...createDraftRow(input),
    outcome: 'enrolled',
    cohort_code: cohort.cohortCode,
    order_id: orderId,
  })
  return accepted({ outcome: 'enrolled', orderId, portalUrl, access: buyer.personId ? 'open' : access })
}

/** A draft holds no seat. The checkout opens with its answers and requests a new price. */
async function startCheckout(input: GeneralInput, cohort: FoundCohort, offerCode: string): Promise<Outcome<General>> {
  const { deps, buyer, ip } = input
  if (buyer.personId && (await isEnrolled(deps.db, cohort.cohortCode, buyer.personId)))
    return refused('ALREADY_ENROLLED')
  const wait = await consumeLimit(deps.db, 'emailPerClient', ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const draft = {
    ...createDraftRow(input),
    outcome: 'checkout' as const,
    cohort_code: cohort.cohortCode,
    offer_code: offerCode,
  }
  const id = await addGeneral(deps.db, draft)
  return accepted({ outcome: 'checkout', checkoutUrl: `/checkout/${offerCode}?draft=${id}` })
}

async function enterWaitlist(input: GeneralInput, { cohortCode }: FoundCohort): Promise<Outcome<General>> {
  const { deps, body, ip } = input
  const partySize = Math.min(body.seats, MAX_PARTY_SIZE)
  const joined = await joinWaitlist(deps, { cohortCode, partySize, contact: getContact(input), ip })
  if (!joined.ok) return joined
  await addGeneral(deps.db, { ...createDraftRow(input), outcome: 'waitlisted', cohort_code: cohortCode })
  return accepted({ outcome: 'waitlisted' })
}

/** The largest party that the waitlist takes. */
const MAX_PARTY_SIZE = 6

async function addInterest(input: GeneralInput, kind: 'coming-soon' | 'reminder'): Promise<Outcome<General>> {
  const { deps, courseCode, ip } = input
  const noted = await registerInterest(deps, kind, { code: courseCode, contact: getContact(input), ip })
  if (!noted.ok) return noted
  await addGeneral(deps.db, { ...createDraftRow(input), outcome: 'received' })
  return accepted({ outcome: 'received' })
}

function getContact({ body, buyer }: GeneralInput) {
  return {
    email: buyer.email,
    name: buyer.name,
    phoneNumber: buyer.phoneNumber ?? undefined,
    timezoneId: body.timezoneId ?? body.timezone_id,
    attribution: body.attribution,
    firstTouch: body.firstTouch,
  }
}

function createDraftRow({ deps, body, buyer, courseCode }: GeneralInput) {
  return {
    course_code: courseCode,
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
