/** Loads the frame of a course's studio page. */

import type { Client, SignedInAudience } from '#http/client.ts'
import { getBody } from '#people/accounts/session/page-failure.ts'
import { readTaughtCourse, type StudioCourse } from '../wire.ts'

/** Null: there is no such course, or the person does not teach it. */
export async function loadStudioCourse(
  client: Client,
  as: SignedInAudience,
  courseCode: string,
): Promise<StudioCourse | null> {
  const response = await client.call(readTaughtCourse, { auth: as, params: { course: courseCode } })
  return getBody(response, 'COURSE_NOT_FOUND')?.data ?? null
}
