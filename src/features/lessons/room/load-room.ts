/** Loads the course room. Refusals that the page explains are part of the result; others replace the page. */
import { requireBody } from '#features/accounts/session/page-failure.ts'
import type { Client, SignedInAudience } from '#http/client.ts'
import { callCourseRoom } from '../calls.ts'
import type { CourseRoom } from '../wire/course.ts'

/** `unconfirmed` and `revoked`: the person has an enrolment, but does not see the outline. */
export type NoRoom = 'missing' | 'unconfirmed' | 'revoked'
export type LoadedRoom = { is: 'room'; room: CourseRoom } | { is: NoRoom }

const REASONS: Record<string, NoRoom> = {
  COURSE_NOT_FOUND: 'missing',
  ENROLMENT_UNCONFIRMED: 'unconfirmed',
  ACCESS_ENDED: 'revoked',
}

export async function loadRoom(client: Client, as: SignedInAudience, courseCode: string): Promise<LoadedRoom> {
  const response = await callCourseRoom(client, as, courseCode)
  const reason = REASONS[response.errorCode ?? '']
  return reason ? { is: reason } : { is: 'room', room: requireBody(response).data }
}
