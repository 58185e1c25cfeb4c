/** A learner with the browser's client of the API. */

import type { Client } from '#http/client.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import type { Identity } from './identity.ts'
import { createSignedInClient } from './second-factor.ts'

export type Learner = { personId: string; email: string; client: Client }

/** A signed-in person, with a seat in each of the cohorts. */
export async function createLearner(setup: Identity, ...cohortCodes: string[]): Promise<Learner> {
  const email = await setup.known()
  for (const cohortCode of cohortCodes)
    await giveSeat(setup.world, cohortCode, { email, name: 'Demo Person', timezoneId: 'UTC' })
  const { authorization } = await setup.as(email)
  const { id } = (await personByEmail(setup.world.db, email))!
  return { personId: id, email, client: createSignedInClient(setup.api.base, authorization) }
}
