/** The reminder list. Its refusals have codes of their own, which the page keeps: specification §7 and §8. */
import { emailFault, normaliseEmail } from '#domain/contact.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { courseStanding } from '#features/catalog/catalogue.ts'
import type { Deps } from '#http/deps.ts'
import { consumeLimit } from '#platform/limits.ts'
import { type GivenContact, readContact } from './contact.ts'
import { addInterest } from './queries.ts'

type Given = Omit<GivenContact, 'email'> & {
  email?: string | undefined
  courseCode?: string | undefined
  coursePrefixCode?: string | undefined
  ip: string
}

export async function joinReminderList(deps: Deps, given: Given): Promise<Outcome<null>> {
  const wait = await consumeLimit(deps.db, 'mailFromHere', given.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const email = given.email ?? ''
  const fault = emailFault(email)
  if (fault)
    return refused(email.trim() === '' ? 'REMINDER_EMAIL_REQUIRED' : 'REMINDER_EMAIL_INVALID', {
      fields: { email: fault },
    })
  const contact = readContact({ ...given, email: normaliseEmail(email) })
  if (!contact.ok) return refused('REMINDER_PHONE_INVALID', { fields: contact.refusal.fields ?? {} })

  const code = given.courseCode ?? given.coursePrefixCode
  const course = code ? await courseStanding(deps, code) : null
  if (!course) return refused('REMINDER_COURSE_NOT_FOUND')
  if (course.isExcluded) return refused('REMINDER_COURSE_EXCLUDED')
  if (course.isWithdrawn) return refused('REMINDER_CLOSED')
  await addInterest(deps.db, 'reminder', course.prefixCode, contact.value)
  return accepted(null)
}
