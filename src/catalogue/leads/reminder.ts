/** The reminder list. Its refusals have their own codes, which the page relies on. */

import { getCourseAvailability } from '#catalogue/catalog/catalogue.ts'
import { emailFault, normaliseEmail } from '#domain/contact.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { consumeLimit } from '#platform/limits.ts'
import { type ContactInput, parseContact } from './contact.ts'
import { storeInterest } from './interest.ts'

type ReminderInput = Omit<ContactInput, 'email'> & {
  email?: string | undefined
  courseCode?: string | undefined
  coursePrefixCode?: string | undefined
  ip: string
}

export async function joinReminderList(deps: Deps, input: ReminderInput): Promise<Outcome<null>> {
  const retryAfter = await consumeLimit(deps.db, 'emailPerClient', input.ip)
  if (retryAfter) return refused('RATE_LIMITED', { retryAfter: retryAfter })
  const email = input.email ?? ''
  const fault = emailFault(email)
  if (fault)
    return refused(email.trim() === '' ? 'REMINDER_EMAIL_REQUIRED' : 'REMINDER_EMAIL_INVALID', {
      fields: { email: fault },
    })
  const contact = parseContact({ ...input, email: normaliseEmail(email) })
  if (!contact.ok) return refused('REMINDER_PHONE_INVALID', { fields: contact.refusal.fields ?? {} })

  const code = input.courseCode ?? input.coursePrefixCode
  const course = code ? await getCourseAvailability(deps, code) : null
  if (!course) return refused('REMINDER_COURSE_NOT_FOUND')
  if (course.isExcluded) return refused('REMINDER_COURSE_EXCLUDED')
  if (course.isWithdrawn) return refused('REMINDER_CLOSED')
  await storeInterest(deps, 'reminder', course.courseCode, contact.value)
  return accepted(null)
}
