/** The calls behind the mailed links of news about a course. docs/contract §25. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Code } from '#http/schemas.ts'

const Body = z.object({ token: z.string().max(200) })

const CourseNews = z
  .object({
    courseCode: z.string(),
    title: z.string(),
    kind: z.enum(['coming-soon', 'reminder']),
    email: z.string(),
    /** `closed`: the course will not run again. */
    state: z.enum(['unconfirmed', 'on', 'off', 'closed']),
  })
  .meta({ id: 'CourseNews' })
export type CourseNews = z.infer<typeof CourseNews>

const ANSWERS = { 200: z.object({ data: CourseNews }) }

export const readCourseNews = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'course-news',
  summary: 'The news about a course that a person asked for, by the link of an e-mail',
  actor: 'anyone',
  body: Body,
  answers: ANSWERS,
  refusals: ['VERIFICATION_INVALID', 'RATE_LIMITED'],
})

export const confirmCourseNews = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'course-news/confirm',
  summary: 'Confirm the address for news about a course, or turn the news on again',
  actor: 'anyone',
  body: Body,
  answers: ANSWERS,
  refusals: ['VERIFICATION_INVALID', 'RATE_LIMITED'],
})

/** The address in the header List-Unsubscribe. A mail client posts a form to it, without cookies. RFC 8058. */
export const leaveCourseNewsByOneClick = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'course-news/one-click/:token',
  summary: 'Turn the news about a course off by the button of a mail client',
  actor: 'anyone',
  ignoresForm: true,
  params: z.object({ token: z.string().max(200) }),
  answers: { 200: z.object({ data: z.object({ isOff: z.literal(true) }) }) },
  refusals: ['VERIFICATION_INVALID', 'RATE_LIMITED'],
})

/** For teachers. docs/contract §33. */
export const sendCourseNews = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/news',
  summary: 'Send news about the next dates to everybody who confirmed, or count them',
  actor: 'person',
  params: z.object({ course: Code }),
  body: z.object({
    /** Only counts the people. */
    preview: z.boolean(),
  }),
  answers: { 200: z.object({ data: z.object({ courseCode: z.string(), count: z.number() }) }) },
  refusals: ['FIELD_INVALID', 'ENROLMENT_CLOSED', 'COURSE_NOT_FOUND', 'ROLE_NEEDED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const leaveCourseNews = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'course-news/leave',
  summary: 'Turn the news about a course off',
  actor: 'anyone',
  body: Body,
  answers: ANSWERS,
  refusals: ['VERIFICATION_INVALID', 'RATE_LIMITED'],
})

export const OwnNews = z.object({
  interestId: z.string(),
  courseCode: z.string(),
  title: z.string(),
  kind: z.enum(['coming-soon', 'reminder']),
  state: z.enum(['unconfirmed', 'on']),
})
export type OwnNews = z.infer<typeof OwnNews>

export const leaveOwnNews = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'course-news/own/:interestId/leave',
  summary: 'Turn off news about a course for the logged-in person',
  actor: 'learner',
  params: z.object({ interestId: z.uuid() }),
  answers: { 200: z.object({ data: z.object({ isOff: z.literal(true) }) }) },
  refusals: ['FIELD_INVALID', 'WAITING_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
