/**
 * The person whose session the app shows. Loaded once for each token, not for each page, and shown in the app's frame.
 */
import { useSyncExternalStore } from 'react'
import { TOKEN_KEYS } from '#http/browser/stored-tokens.ts'
import type { Client, ClientEnvironment } from '#http/client.ts'
import type { AppSession } from '../session/app-session.ts'
import { requireBody } from '../session/page-failure.ts'
import { type Profile, userProfile } from '../wire.ts'

export type CurrentPerson = { session: AppSession; profile: Profile }
type Environment = Pick<ClientEnvironment, 'local'>

let current: (CurrentPerson & { token: string | null }) | null = null
const listeners = new Set<() => void>()

/** Returns the stored person if the token is the same, else loads the person. */
export async function requireCurrentPerson(
  client: Client,
  environment: Environment,
  session: AppSession,
): Promise<Profile> {
  const isSame = current?.session.as === session.as && current.token === getToken(environment, session)
  const profile =
    current && isSame ? current.profile : requireBody(await client.call(userProfile, { auth: session.as }))
  setCurrentPerson(environment, session, profile)
  return profile
}

export function setCurrentPerson(environment: Environment, session: AppSession, profile: Profile): void {
  current = { session, profile, token: getToken(environment, session) }
  for (const listener of listeners) listener()
}

/** Null on the server and until the first page is loaded. */
export function useCurrentPerson(): CurrentPerson | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const getToken = ({ local }: Environment, { as }: AppSession) => local.getItem(TOKEN_KEYS[as].access)
