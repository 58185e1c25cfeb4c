/** Loads the frame of a course's studio page. */

import type { Client, SignedInAudience } from '#http/client.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { callTaughtCourse } from '../calls.ts'
import type { StudioCourse } from '../wire.ts'

/** Null: there is no such course, or the person does not teach it. */
export async function loadStudioCourse(
  client: Client,
  as: SignedInAudience,
  courseCode: string,
): Promise<StudioCourse | null> {
  const response = await callTaughtCourse(client, as, courseCode)
  return response.errorCode === 'COURSE_NOT_FOUND' ? null : requireBody(response).data
}
