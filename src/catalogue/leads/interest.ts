/**
 * Stores interest in a course. A repeat and a known address get the same response as a first request. News needs a
 * confirmed address, so a repeat sends the confirmation again until then. Each request for a curriculum sends it.
 */
import { randomUUID } from 'node:crypto'
import { getCourseAvailability } from '#catalogue/catalog/catalogue.ts'
import { toMailbox } from '#domain/contact.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { type ContactInput, parseContact } from './contact.ts'
import { addInterest } from './queries/interests.ts'
import type { InterestKind, LeadContact } from './queries.ts'
import { curriculumRequestedJob, interestRequestedJob } from './queue.ts'

export async function registerInterest(
  deps: Deps,
  kind: InterestKind,
  input: { code: string; contact: ContactInput; ip: string },
): Promise<Outcome<null>> {
  const retryAfter = await consumeLimit(deps.db, 'emailPerClient', input.ip)
  if (retryAfter) return refused('RATE_LIMITED', { retryAfter: retryAfter })
  const contact = parseContact(input.contact)
  if (!contact.ok) return contact
  const course = await getCourseAvailability(deps, input.code)
  if (!course || course.isExcluded || course.isWithdrawn) return refused('COURSE_NOT_FOUND')
  await storeInterest(deps, kind, course.courseCode, contact.value)
  return accepted(null)
}

/** Above three e-mails an hour to one address nothing is sent, and the response stays the same. */
export async function storeInterest(
  deps: Deps,
  kind: InterestKind,
  courseCode: string,
  contact: LeadContact,
): Promise<void> {
  const mayMail = !(await consumeLimit(deps.db, 'emailPerRecipient', toMailbox(contact.email)))
  await transact(deps.db, async (tx) => {
    const interest = await addInterest(tx, kind, courseCode, contact)
    if (interest.confirmed_at || !mayMail) return
    const job = kind === 'curriculum' ? curriculumRequestedJob : interestRequestedJob
    await deps.jobs.enqueue(tx, job, { interestId: interest.id, mailId: randomUUID() })
  })
}
