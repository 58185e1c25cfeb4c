/** The browser's calls behind the mailed links of news about a course. */
import type { Client, SignedInAudience } from '#http/client.ts'
import * as wire from './wire.ts'

export const callCourseNews = (client: Client, token: string) => client.call(wire.courseNews, { body: { token } })

export const callConfirmCourseNews = (client: Client, token: string) =>
  client.call(wire.confirmCourseNews, { body: { token } })

export const callLeaveCourseNews = (client: Client, token: string) =>
  client.call(wire.leaveCourseNews, { body: { token } })

export const callSendCourseNews = (client: Client, auth: SignedInAudience, course: string, preview: boolean) =>
  client.call(wire.sendCourseNews, { auth, params: { course }, body: { preview } })

export const callLeaveOwnNews = (client: Client, interestId: string) =>
  client.call(wire.leaveOwnNews, { auth: 'learner', params: { interestId } })
