/** The browser's calls of the lesson endpoints. */
import type { Client, SignedInAudience } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import * as learners from './wire/learners.ts'

export const callLearners = (client: Client, auth: SignedInAudience, course: string, after?: string) =>
  client.call(learners.listLearners, { auth, params: { course }, query: { after } })

export const callLessonFigures = (client: Client, auth: SignedInAudience, course: string, lessonId: string) =>
  client.call(learners.readLessonFigures, { auth, params: { course, lessonId } })

export const callExtendAccess = (
  client: Client,
  auth: SignedInAudience,
  enrolmentId: string,
  body: RequestBody<typeof learners.extendLearnerAccess>,
  idempotencyKey: string,
) => client.call(learners.extendLearnerAccess, { auth, params: { enrolmentId }, body, idempotencyKey })
