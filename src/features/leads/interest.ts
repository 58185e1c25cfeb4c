/** Stores interest in a course. A repeat and a known address get the same response as a first request. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { getCourseAvailability } from '#features/catalog/catalogue.ts'
import type { Deps } from '#http/deps.ts'
import { consumeLimit } from '#platform/limits.ts'
import { type ContactInput, parseContact } from './contact.ts'
import { addInterest, type InterestKind } from './queries.ts'

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
  await addInterest(deps.db, kind, course.courseCode, contact.value)
  return accepted(null)
}
