/** Loads what a learner sees after the last lesson of a course. A course that is not finished has a state of the page. */

import { type CourseCard, courseCardData, readCourse } from '#catalogue/catalog/wire.ts'
import type { Client, SignedInAudience } from '#http/client.ts'
import { listMyCertificates, type OwnCertificateView } from '#learn/certificates/wire.ts'
import { type LoadedRoom, loadRoom } from '#learn/lessons/room/load-room.ts'
import { type CourseRoom, learnHome } from '#learn/lessons/wire/course.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'

/** `others`: courses that the creator named beside this one, that are on sale, and in which the person has no seat. */
export type Finish = { room: CourseRoom; certificate: OwnCertificateView | null; others: CourseCard[] }
type LoadedFinish = ({ is: 'finished' } & Finish) | LoadedRoom
type Input = { client: Client; as: SignedInAudience; courseCode: string; timeZone: string }

const MAX_OTHERS = 3
const ON_SALE: ReadonlySet<string> = new Set(['open', 'few-seats', 'on-demand'])

export async function loadFinish({ client, as, courseCode, timeZone }: Input): Promise<LoadedFinish> {
  const loaded = await loadRoom(client, as, courseCode)
  if (loaded.is !== 'room' || !loaded.room.completion) return loaded
  const { room } = loaded
  const [certificates, others] = await Promise.all([
    room.certificateId ? client.call(listMyCertificates, { auth: as }) : null,
    listOthers({ client, as, courseCode: room.course.coursePrefixCode, timeZone }),
  ])
  const own = certificates ? requireBody(certificates).data : []
  return {
    is: 'finished',
    room,
    certificate: own.find(({ certificateId }) => certificateId === room.certificateId) ?? null,
    others,
  }
}

/** Empty where the courses are not reached: the page is about the one that was finished. */
async function listOthers({ client, as, courseCode, timeZone }: Input): Promise<CourseCard[]> {
  const [course, home] = await Promise.all([
    client.call(readCourse, { params: { prefixCode: courseCode } }),
    client.call(learnHome, { auth: as }),
  ])
  if (course.error !== null || home.error !== null) return []
  const taken = new Set(home.data.data.courses.map(({ coursePrefixCode }) => coursePrefixCode))
  const codes = course.data.data.compareWith.filter((code) => code !== courseCode && !taken.has(code))
  if (codes.length === 0) return []
  const cards = await client.call(courseCardData, {
    query: { courseCodes: codes.join(','), timezoneId: timeZone, domainAccess: location.hostname },
  })
  return cards.error === null ? cards.data.data.filter(({ state }) => ON_SALE.has(state.code)).slice(0, MAX_OTHERS) : []
}
