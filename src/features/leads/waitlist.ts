/** A place in the line for a cohort that is full; where seats are free, the way to them instead. */
import { cohortStatus } from '#domain/course.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { cohortForCode, courseStanding, offerFor } from '#features/catalog/catalogue.ts'
import type { Deps } from '#http/deps.ts'
import { consumeLimit } from '#platform/limits.ts'
import { type GivenContact, readContact } from './contact.ts'
import { addToWaitlist } from './queries.ts'

export async function joinWaitlist(
  deps: Deps,
  given: { courseCode: string; partySize: number; contact: GivenContact; ip: string },
): Promise<Outcome<null>> {
  const wait = await consumeLimit(deps.db, 'mailFromHere', given.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const contact = readContact(given.contact)
  if (!contact.ok) return contact
  const now = deps.clock()
  const cohort = await cohortForCode(deps.db, given.courseCode, now)
  const course = cohort && (await courseStanding(deps, cohort.prefixCode))
  if (!cohort || !course || course.isExcluded || course.isWithdrawn) return refused('COURSE_NOT_FOUND')

  const status = cohortStatus(cohort, now)
  if (status === 'open' || status === 'few-seats') {
    const offer = await offerFor(deps.db, cohort.courseCode)
    return refused('WAITLIST_NOT_FULL', { data: { checkoutUrl: offer && `/checkout/${offer.offerCode}` } })
  }
  if (status !== 'full') return refused('ENROLMENT_CLOSED')
  await addToWaitlist(deps.db, cohort.courseCode, given.partySize, contact.value)
  return accepted(null)
}
