/** The browser's calls behind the mailed links of news about a course. */
import type { Client, SignedInAudience } from '#http/client.ts'
import * as wire from './wire.ts'

export const callSendCourseNews = (client: Client, auth: SignedInAudience, course: string, preview: boolean) =>
  client.call(wire.sendCourseNews, { auth, params: { course }, body: { preview } })
