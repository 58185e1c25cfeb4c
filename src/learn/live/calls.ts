/** The browser's calls of live sessions. */
import type { Client, SignedInAudience } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import * as feed from './wire/calendar-feed.ts'
import * as learn from './wire/learn.ts'
import * as studio from './wire/studio.ts'

export const callOwnSessions = (client: Client, auth: SignedInAudience) => client.call(learn.listOwnSessions, { auth })

export const callSession = (client: Client, auth: SignedInAudience, sessionId: string) =>
  client.call(learn.readSession, { auth, params: { sessionId } })

export const callPlayRecording = (client: Client, auth: SignedInAudience, sessionId: string) =>
  client.call(learn.playRecording, { auth, params: { sessionId } })

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

export const callCalendarFeed = (client: Client, auth: SignedInAudience) => client.call(feed.readCalendarFeed, { auth })

export const callPutCalendarFeed = (client: Client, auth: SignedInAudience, renew: boolean) =>
  client.call(feed.putCalendarFeed, { auth, body: { renew } })

export const callEndCalendarFeed = (client: Client, auth: SignedInAudience) =>
  client.call(feed.endCalendarFeed, { auth })
