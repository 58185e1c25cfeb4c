/**
 * Joins the waitlist of a full cohort. The entry counts once its mailed link was opened, so a repeat sends the e-mail
 * again. With seats available, the refusal links to the checkout.
 */
import { randomUUID } from 'node:crypto'
import { getCourseAvailability } from '#catalogue/catalog/catalogue.ts'
import { getCohortForCode, getOfferOfCohort } from '#catalogue/catalog/cohort-on-sale.ts'
import { toMailbox } from '#domain/contact.ts'
import { getCohortStatus } from '#domain/course.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { type ContactInput, parseContact } from './contact.ts'
import { addToWaitlist } from './queries/waitlist.ts'
import { waitlistJoinedJob } from './queue.ts'

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
  // Above three e-mails an hour nothing is sent, and the response stays the same.
  const mayMail = !(await consumeLimit(deps.db, 'emailPerRecipient', toMailbox(contact.value.email)))
  await transact(deps.db, async (tx) => {
    const entry = await addToWaitlist(tx, cohort.cohortCode, input.partySize, contact.value)
    if (entry.confirmed_at || !mayMail) return
    await deps.jobs.enqueue(tx, waitlistJoinedJob, { entryId: entry.id, mailId: randomUUID() })
  })
  return accepted(null)
}
