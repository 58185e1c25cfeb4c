/** Loads the sessions of a course for its teachers. */

import type { Client, SignedInAudience } from '#http/client.ts'
import { callTaughtSessions } from '#learn/live/calls.ts'
import type { TaughtSessions } from '#learn/live/wire/studio.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'

/** Null for a course that the person does not teach. The frame says that there is none. */
export async function loadSessions(
  client: Client,
  as: SignedInAudience,
  courseCode: string,
): Promise<TaughtSessions | null> {
  const response = await callTaughtSessions(client, as, courseCode)
  return response.errorCode === 'COURSE_NOT_FOUND' ? null : requireBody(response).data
}
