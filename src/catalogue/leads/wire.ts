/** The lead forms on the static data host. docs/contract §4; a refusal has `status: "failed"`. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Attribution, Code, Email, PersonName, PhoneText, TimeZone, TOUCHES } from '#http/schemas.ts'

const Success = z.object({ status: z.literal('success') })
/** The browser sends the title of the course, which the code already names. */
const CourseName = z.string().optional().catch(undefined)

const Contact = z.object({
  email: Email,
  name: PersonName.optional(),
  phoneNumber: PhoneText.optional(),
  timezoneId: TimeZone.optional(),
  ...TOUCHES,
})

export const comingSoonNotification = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'coming-soon-notification/',
  summary: 'Ask to be notified when a course has dates',
  actor: 'anyone',
  form: true,
  body: z.object({ data: Contact, course: Code, courseName: CourseName }),
  answers: { 200: Success },
  refusals: ['FIELD_INVALID', 'TIMEZONE_INVALID', 'COURSE_NOT_FOUND', 'RATE_LIMITED'],
})

export const sendCurriculum = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'send-curriculum',
  summary: 'Request the curriculum of a course by e-mail',
  actor: 'anyone',
  form: true,
  body: z.object({ email: Email, course: Code, courseName: CourseName, timezoneId: TimeZone.optional(), ...TOUCHES }),
  answers: { 200: Success },
  refusals: ['FIELD_INVALID', 'TIMEZONE_INVALID', 'COURSE_NOT_FOUND', 'RATE_LIMITED'],
})

export const joinWaitlist = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'waitlist/',
  summary: 'Join the waitlist of a full cohort',
  actor: 'anyone',
  form: true,
  body: Contact.extend({ courseCode: Code, partySize: z.coerce.number().int().min(1).max(6).default(1) }),
  answers: { 200: Success.extend({ data: z.object({ joined: z.literal(true) }) }) },
  refusals: [
    'FIELD_INVALID',
    'TIMEZONE_INVALID',
    'COURSE_NOT_FOUND',
    'WAITLIST_NOT_FULL',
    'ENROLMENT_CLOSED',
    'RATE_LIMITED',
  ],
})

/** Its faults have their own error codes, so the verb validates its fields. */
export const courseReminderList = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'course-reminder-list',
  summary: 'Ask to be reminded of the next dates of a course',
  actor: 'anyone',
  form: true,
  body: z.object({
    courseCode: Code.optional(),
    coursePrefixCode: Code.optional(),
    email: z.string().max(1000).optional().catch(undefined),
    name: PersonName.optional(),
    phoneNumber: PhoneText.optional(),
    timezoneId: TimeZone.optional(),
    ...TOUCHES,
  }),
  answers: { 200: Success },
  refusals: [
    'FIELD_INVALID',
    'TIMEZONE_INVALID',
    'REMINDER_EMAIL_REQUIRED',
    'REMINDER_EMAIL_INVALID',
    'REMINDER_PHONE_INVALID',
    'REMINDER_COURSE_NOT_FOUND',
    'REMINDER_COURSE_EXCLUDED',
    'REMINDER_CLOSED',
    'RATE_LIMITED',
  ],
})

export const campaignVisit = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'campaign-visits',
  summary: 'Count a visit whose address names a campaign, without anything about the visitor',
  actor: 'anyone',
  body: z.object({ attribution: Attribution }),
  answers: { 200: Success },
  refusals: ['FIELD_INVALID', 'RATE_LIMITED'],
})
