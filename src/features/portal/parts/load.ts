/** What the portal shows, asked for in one go: who it is, what they have, and each course as its own cohort has it. */

import type { z } from 'zod'
import { callUserProfile } from '#features/accounts/calls.ts'
import type { SecondFactor } from '#features/accounts/wire/second-factor.ts'
import type { Profile, SessionView } from '#features/accounts/wire.ts'
import type { CourseDefinition, course } from '#features/catalog/wire.ts'
import { callReadFigures } from '#features/checkout/calls/figures.ts'
import type { Figures } from '#features/checkout/wire/figures.ts'
import { callListInbox } from '#features/support/calls.ts'
import type { Client, ClientEnvironment, Good } from '#http/client.ts'
import { callSignedUpInfo } from '../calls.ts'
import type { signedUpInfo } from '../wire.ts'
import { type Audience, audienceOf } from './audience.ts'
import { LOGGED_OUT, type NotIn, personOf } from './load-settings.ts'

export type Info = z.output<(typeof signedUpInfo)['answers'][200]>['data']
export type Enrolled = Info['enrolments'][number]
export type Waiting = Info['pendingOrders'][number] & { title: string }
export type Mine = { enrolment: Enrolled; course: CourseDefinition | null }

export type Loaded =
  | NotIn
  | { is: 'learner'; audience: Audience; profile: Profile; mine: Mine[]; waiting: Waiting[] }
  | {
      is: 'admin'
      audience: Audience
      profile: Profile
      sessions: SessionView[]
      factor: SecondFactor
      /** Messages without an answer; null where that is not known. */
      waiting: number | null
      /** Null where they are not known. */
      figures: Figures | null
    }

/** Where a session turns out to be over and there is another, that one's portal is shown. */
export async function loadPortal(
  client: Client,
  kept: Pick<ClientEnvironment, 'local'>,
  asked: string | null,
): Promise<Loaded> {
  const audience = audienceOf(kept, asked)
  if (!audience) return { is: 'guest', told: null }
  const loaded = await loadFor(client, audience)
  const other = audienceOf(kept, null)
  return loaded.is === 'guest' && other && other.as !== audience.as ? loadFor(client, other) : loaded
}

async function loadFor(client: Client, audience: Audience): Promise<Loaded> {
  return audience.as === 'admin' ? loadAdmin(client, audience) : loadLearner(client, audience)
}

async function loadAdmin(client: Client, audience: Audience): Promise<Loaded> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  const [loaded, inbox, told] = await Promise.all([
    personOf(client, audience),
    callListInbox(client, { state: 'open' }),
    callReadFigures(client, zone),
  ])
  const waiting = inbox.error === null ? inbox.data.data.counts.open : null
  const figures = told.error === null ? told.data.data : null
  return loaded.is === 'in' ? { ...loaded, is: 'admin', waiting, figures } : loaded
}

async function loadLearner(client: Client, audience: Audience): Promise<Loaded> {
  const [profile, info] = await Promise.all([callUserProfile(client), callSignedUpInfo(client)])
  for (const answer of [profile, info]) {
    if (answer.status === 401) return { is: 'guest', told: LOGGED_OUT }
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
  return { is: 'learner', audience, profile: (profile as Good<Profile>).data, mine, waiting }
}

/** A course that cannot be read is shown by its title alone. */
async function courseOf(client: Client, prefixCode: string): Promise<CourseDefinition | null> {
  const answer = await client.call<typeof course>(
    { host: 'static-data', method: 'GET', path: 'courses/:prefixCode' },
    { params: { prefixCode }, query: {} },
  )
  return answer.error === null ? answer.data.data : null
}
