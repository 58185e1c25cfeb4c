/** Keeps who wants to hear what. A repeat, and an address that is known, get the answer of a first time. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { courseStanding } from '#features/catalog/catalogue.ts'
import type { Deps } from '#http/deps.ts'
import { consumeLimit } from '#platform/limits.ts'
import { type GivenContact, readContact } from './contact.ts'
import { addInterest, type Kind } from './queries.ts'

export async function registerInterest(
  deps: Deps,
  kind: Kind,
  given: { code: string; contact: GivenContact; ip: string },
): Promise<Outcome<null>> {
  const wait = await consumeLimit(deps.db, 'mailFromHere', given.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const contact = readContact(given.contact)
  if (!contact.ok) return contact
  const course = await courseStanding(deps, given.code)
  if (!course || course.isExcluded || course.isWithdrawn) return refused('COURSE_NOT_FOUND')
  await addInterest(deps.db, kind, course.prefixCode, contact.value)
  return accepted(null)
}
