/** Loads the people who wait for a course for its teachers. */

import type { Client, SignedInAudience } from '#http/client.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { callListWaiting } from '#sell/waitlist/calls.ts'
import type { CourseWaiting } from '#sell/waitlist/wire/lists.ts'

/** Null: there is no such course, or the person does not teach it. */
export async function loadWaiting(
  client: Client,
  as: SignedInAudience,
  courseCode: string,
): Promise<CourseWaiting | null> {
  const response = await callListWaiting(client, as, courseCode)
  return response.errorCode === 'COURSE_NOT_FOUND' ? null : requireBody(response).data
}
