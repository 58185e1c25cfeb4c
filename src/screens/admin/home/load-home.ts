/** Loads the home page of the session, a learner's or an admin's, in one call. */

import type { Client, ClientEnvironment } from '#http/client.ts'
import { type AppSession, getAppSession } from '#people/accounts/session/app-session.ts'
import { getPageFailure, requireBody } from '#people/accounts/session/page-failure.ts'
import { type LearnerHome, learnerHome } from '#screens/portal/wire.ts'
import { type AdminHome, adminHome } from '../wire/home.ts'

export type LoadedHome =
  | ({ is: 'learner'; session: AppSession } & LearnerHome)
  | ({ is: 'admin'; session: AppSession } & AdminHome)

type Environment = Pick<ClientEnvironment, 'local'> & { timeZone: string }

/** If the session has expired and the browser holds another one, loads the home of the other session. */
export async function loadHome(client: Client, environment: Environment, session: AppSession): Promise<LoadedHome> {
  try {
    return await loadHomeOfSession(client, environment, session)
  } catch (error) {
    const other = getAppSession(environment, 'everyone', null)
    if (getPageFailure(error)?.is !== 'signed-out' || !other || other.as === session.as) throw error
    return loadHomeOfSession(client, environment, other)
  }
}

async function loadHomeOfSession(client: Client, { timeZone }: Environment, session: AppSession): Promise<LoadedHome> {
  return session.as === 'admin'
    ? {
        is: 'admin',
        session,
        ...requireBody(await client.call(adminHome, { auth: 'admin', query: { timezoneId: timeZone } })).data,
      }
    : { is: 'learner', session, ...requireBody(await client.call(learnerHome, { auth: 'learner' })).data }
}
