/** The browser's calls of live sessions. */
import type { Client, SignedInAudience } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import * as studio from './wire/studio.ts'

export const callTaughtSessions = (client: Client, auth: SignedInAudience, course: string) =>
  client.call(studio.listTaughtSessions, { auth, params: { course } })

export const callChangeMeeting = (
  client: Client,
  auth: SignedInAudience,
  sessionId: string,
  body: RequestBody<typeof studio.changeMeeting>,
) => client.call(studio.changeMeeting, { auth, params: { sessionId }, body })

export const callAttendance = (client: Client, auth: SignedInAudience, sessionId: string) =>
  client.call(studio.listAttendance, { auth, params: { sessionId } })

export const callMarkAttendance = (
  client: Client,
  auth: SignedInAudience,
  sessionId: string,
  body: RequestBody<typeof studio.markAttendance>,
) => client.call(studio.markAttendance, { auth, params: { sessionId }, body })
