/** Loads the files of a course for its teachers. */

import type { Client, SignedInAudience } from '#http/client.ts'
import type { ResponseBody } from '#http/endpoint.ts'
import { callListAssets } from '#learn/course-media/calls.ts'
import type { listAssets } from '#learn/course-media/wire/assets.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'

export type CourseMedia = ResponseBody<typeof listAssets>['data']

/** Null for a course that the person does not teach. The frame says that there is none. */
export async function loadMedia(client: Client, as: SignedInAudience, course: string): Promise<CourseMedia | null> {
  const response = await callListAssets(client, as, course)
  return response.errorCode === 'COURSE_NOT_FOUND' ? null : requireBody(response).data
}
