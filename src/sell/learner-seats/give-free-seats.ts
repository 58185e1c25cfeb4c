/** Gives people free seats, one transaction each, so that each row has its own answer. docs/contract §42. */
import { getOfferOfCohort } from '#catalogue/catalog/cohort-on-sale.ts'
import { findCourseOfCohort, lockCohort } from '#catalogue/catalog/queries/edit-cohort.ts'
import { emailFault, normaliseEmail } from '#domain/contact.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { plainLine } from '#domain/typed-text.ts'
import type { Deps } from '#http/deps.ts'
import { isEnrolled } from '#learn/enrolments/queries.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { inOneTransaction, transact } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { giveSeatIn } from '#sell/checkout/free-and-friends/give-seat.ts'
import type { FreeSeatRow } from './wire.ts'
import { enqueueFreeSeatMail } from './write-free-seat-mail.ts'

type Guest = { email: string; name?: string | undefined }
type FreeSeat = { cohortCode: string; courseCode: string; offerCode: string; currency: string; timezoneId: string }

/** Also after enrolment has closed, until the dates end. Seats that fit a party of the waitlist are not given away. */
export async function giveFreeSeats(
  deps: Deps,
  person: ActingPerson,
  { cohortCode, people }: { cohortCode: string; people: readonly Guest[] },
): Promise<Outcome<{ rows: FreeSeatRow[] }>> {
  const seat = await requireCohort(deps, person, cohortCode)
  if (!seat.ok) return seat
  const wait = await consumeLimit(deps.db, 'freeSeatPerPerson', person.personId, undefined, people.length)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const rows: FreeSeatRow[] = []
  const seen = new Set<string>()
  for (const guest of people) {
    const email = normaliseEmail(guest.email)
    const isRepeated = seen.has(email)
    seen.add(email)
    if (isRepeated) rows.push({ email: guest.email, outcome: 'repeated', enrolmentId: null })
    else if (emailFault(guest.email)) rows.push({ email: guest.email, outcome: 'invalid', enrolmentId: null })
    else rows.push({ email: guest.email, ...(await give(deps, person, seat.value, { ...guest, email })) })
  }
  return accepted({ rows })
}

async function requireCohort(deps: Deps, person: ActingPerson, cohortCode: string): Promise<Outcome<FreeSeat>> {
  const courseCode = await findCourseOfCohort(deps.db, cohortCode)
  if (courseCode === null) return refused('COHORT_NOT_FOUND')
  const permitted = await requirePermission(deps.db, person, 'learner.seat', courseCode)
  if (!permitted.ok) return permitted.refusal.code === 'COURSE_NOT_FOUND' ? refused('COHORT_NOT_FOUND') : permitted
  const cohort = await transact(deps.db, (tx) => lockCohort(tx, cohortCode))
  if (!cohort || cohort.state === 'announced') return refused('COHORT_NOT_FOUND')
  if (cohort.state === 'cancelled') return refused('COHORT_CANCELLED')
  if (cohort.ends_at !== null && cohort.ends_at <= deps.clock()) return refused('COHORT_OVER')
  if (cohort.published_at === null) return refused('COURSE_NOT_PUBLISHED')
  const offer = await getOfferOfCohort(deps.db, cohortCode)
  if (!offer) return refused('OFFER_NOT_FOUND')
  const { offerCode, price } = offer
  return accepted({ cohortCode, courseCode, offerCode, currency: price.price.currency, timezoneId: cohort.timezone_id })
}

async function give(
  deps: Deps,
  by: ActingPerson,
  seat: FreeSeat,
  guest: Guest,
): Promise<Pick<FreeSeatRow, 'outcome' | 'enrolmentId'>> {
  const given = await inOneTransaction(deps.db, async (tx) => {
    const { cohortCode, courseCode } = seat
    const known = await personByEmail(tx, guest.email)
    // Before the seats are counted, which answers `full` for the person who has the last one.
    if (known && (await isEnrolled(tx, cohortCode, known.id))) return refused('ALREADY_ENROLLED')
    const name = plainLine(guest.name ?? '')
    const enrolled = await giveSeatIn(deps, tx, seat, { email: guest.email, name, timezoneId: seat.timezoneId })
    if (!enrolled.ok) return enrolled
    await enqueueFreeSeatMail(deps, tx, { ...seat, ...enrolled.value })
    await recordEvent(deps, tx, {
      actor: { kind: by.audience, id: by.personId },
      action: 'seats-given',
      object: { kind: 'enrolment', id: enrolled.value.enrolmentId },
      details: { courseCode, cohortCode },
    })
    return enrolled
  })
  if (given.ok) return { outcome: 'given', enrolmentId: given.value.enrolmentId }
  return { outcome: given.refusal.code === 'ALREADY_ENROLLED' ? 'has-seat' : 'full', enrolmentId: null }
}
