/** What the portal shows, asked for in one go: who it is, what they have, and each course as its own run has it. */

import type { z } from 'zod'
import { callUserProfile } from '#features/accounts/calls.ts'
import { hasSession } from '#features/accounts/session.ts'
import type { Profile } from '#features/accounts/wire.ts'
import type { CourseDefinition, course } from '#features/catalog/wire.ts'
import type { Client, Good, Surroundings } from '#http/client.ts'
import type { signedUpInfo } from '../wire.ts'

export type Info = z.output<(typeof signedUpInfo)['answers'][200]>['data']
export type Enrolled = Info['enrolments'][number]
export type Waiting = Info['pendingOrders'][number] & { title: string }
export type Mine = { enrolment: Enrolled; course: CourseDefinition | null }

export type Loaded =
  | { is: 'guest'; told: string | null }
  | { is: 'learner'; profile: Profile; mine: Mine[]; waiting: Waiting[] }
  | { is: 'unreachable'; message: string }

export async function loadPortal(client: Client, kept: Pick<Surroundings, 'local'>): Promise<Loaded> {
  if (!hasSession(kept)) return { is: 'guest', told: null }
  const [profile, info] = await Promise.all([callUserProfile(client), callSignedUpInfo(client)])
  for (const answer of [profile, info]) {
    if (answer.status === 401) return { is: 'guest', told: 'You were logged out. Log in again to go on.' }
    if (answer.error !== null) return { is: 'unreachable', message: answer.error }
  }

  const { enrolments, pendingOrders } = (info as Good<{ data: Info }>).data.data
  const active = enrolments.filter((enrolment) => enrolment.status === 'active')
  const mine = await Promise.all(
    active.map(async (enrolment) => ({ enrolment, course: await courseOf(client, enrolment.courseCode) })),
  )
  const waiting = await Promise.all(
    pendingOrders.map(async (order) => ({
      ...order,
      title: (await courseOf(client, order.courseCode))?.title ?? order.courseCode,
    })),
  )
  return { is: 'learner', profile: (profile as Good<Profile>).data, mine, waiting }
}

/** A course that cannot be read is shown by its title alone. */
async function courseOf(client: Client, prefixCode: string): Promise<CourseDefinition | null> {
  const answer = await client.call<typeof course>(
    { host: 'static-data', method: 'GET', path: 'courses/:prefixCode' },
    { params: { prefixCode }, query: {} },
  )
  return answer.error === null ? answer.data.data : null
}

const callSignedUpInfo = (client: Client) =>
  client.call<typeof signedUpInfo>({ host: 'login', method: 'GET', path: 'signed-up-info' }, { auth: 'learner' })
