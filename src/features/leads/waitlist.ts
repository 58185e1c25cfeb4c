/** Joins the waitlist of a full cohort. With seats available, the refusal links to the checkout. */
import { getCohortStatus } from '#domain/course.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { getCohortForCode, getCourseAvailability, getOfferOfCohort } from '#features/catalog/catalogue.ts'
import type { Deps } from '#http/deps.ts'
import { consumeLimit } from '#platform/limits.ts'
import { type ContactInput, parseContact } from './contact.ts'
import { addToWaitlist } from './queries.ts'

export async function joinWaitlist(
  deps: Deps,
  input: { cohortCode: string; partySize: number; contact: ContactInput; ip: string },
): Promise<Outcome<null>> {
  const retryAfter = await consumeLimit(deps.db, 'emailPerClient', input.ip)
  if (retryAfter) return refused('RATE_LIMITED', { retryAfter: retryAfter })
  const contact = parseContact(input.contact)
  if (!contact.ok) return contact
  const now = deps.clock()
  const cohort = await getCohortForCode(deps.db, input.cohortCode, now)
  const course = cohort && (await getCourseAvailability(deps, cohort.courseCode))
  if (!cohort || !course || course.isExcluded || course.isWithdrawn) return refused('COURSE_NOT_FOUND')

  const status = getCohortStatus(cohort, now)
  if (status === 'open' || status === 'few-seats') {
    const offer = await getOfferOfCohort(deps.db, cohort.cohortCode)
    return refused('WAITLIST_NOT_FULL', { data: { checkoutUrl: offer && `/checkout/${offer.offerCode}` } })
  }
  if (status !== 'full') return refused('ENROLMENT_CLOSED')
  await addToWaitlist(deps.db, cohort.cohortCode, input.partySize, contact.value)
  return accepted(null)
}
