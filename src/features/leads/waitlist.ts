/** A place in the line for a run that is full; where seats are free, the way to them instead. */
import { cohortStatus } from '#domain/course.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { cohortForCode, courseStanding, offerFor } from '#features/catalog/catalogue.ts'
import type { Deps } from '#http/deps.ts'
import { spend } from '#platform/limits.ts'
import { type GivenContact, readContact } from './contact.ts'
import { addToWaitlist } from './queries.ts'

export async function joinWaitlist(
  deps: Deps,
  given: { courseCode: string; partySize: number; contact: GivenContact; ip: string },
): Promise<Outcome<null>> {
  const wait = await spend(deps.db, 'mailFromHere', given.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const contact = readContact(given.contact)
  if (!contact.ok) return contact
  const now = deps.clock()
  const run = await cohortForCode(deps.db, given.courseCode, now)
  const course = run && (await courseStanding(deps, run.prefixCode))
  if (!run || !course || course.isExcluded || course.isWithdrawn) return refused('COURSE_NOT_FOUND')

  const status = cohortStatus(run, now)
  if (status === 'open' || status === 'few-seats') {
    const offer = await offerFor(deps.db, run.courseCode)
    return refused('WAITLIST_NOT_FULL', { data: { checkoutUrl: offer && `/checkout/${offer.offerCode}` } })
  }
  if (status !== 'full') return refused('ENROLMENT_CLOSED')
  await addToWaitlist(deps.db, run.courseCode, given.partySize, contact.value)
  return accepted(null)
}
