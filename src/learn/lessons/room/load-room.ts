/** Loads the course room. Refusals that the page explains are part of the result; others replace the page. */
import { readCourse } from '#catalogue/catalog/wire.ts'
import type { Client, SignedInAudience } from '#http/client.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { type CourseRoom, courseRoom } from '../wire/course.ts'

/** `unconfirmed` and `revoked`: the person has an enrolment, but does not see the outline. */
export type NoRoom = 'missing' | 'unconfirmed' | 'revoked'
/** A course that everybody may see. */
export type OfferedCourse = { title: string; url: string }
/** `course`: the one at this address, if the person has no seat in it. */
export type LoadedRoom = { is: 'room'; room: CourseRoom } | { is: NoRoom; course: OfferedCourse | null }

const REASONS: Record<string, NoRoom> = {
  COURSE_NOT_FOUND: 'missing',
  ENROLMENT_UNCONFIRMED: 'unconfirmed',
  ACCESS_ENDED: 'revoked',
}

export async function loadRoom(client: Client, as: SignedInAudience, courseCode: string): Promise<LoadedRoom> {
  const response = await client.call(courseRoom, { auth: as, params: { course: courseCode } })
  const reason = REASONS[response.errorCode ?? '']
  if (!reason) return { is: 'room', room: requireBody(response).data }
  return { is: reason, course: reason === 'missing' ? await findOfferedCourse(client, courseCode) : null }
}

/** Null for an unknown course, and if the server is not reached. */
export async function findOfferedCourse(client: Client, courseCode: string): Promise<OfferedCourse | null> {
  const response = await client.call(readCourse, { params: { prefixCode: courseCode } })
  if (response.error !== null) return null
  const { title, url } = response.data.data
  return { title, url }
}
