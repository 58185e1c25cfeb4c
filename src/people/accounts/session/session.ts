/** The session of this browser, and its end. Every app page loads it; `browser/complete-log-in.ts` comes with a log-in. */

import { type SignedInAudience, TOKEN_KEYS } from '#http/browser/stored-tokens.ts'
import { type Client, type ClientEnvironment, deleteSession } from '#http/client.ts'
import { logOut } from '../wire.ts'

export type BrowserStorage = Pick<ClientEnvironment, 'local' | 'session'>

/** Clears the browser at once. The server ends the session if it can be reached. */
export async function logOutBrowser(
  client: Client,
  storage: BrowserStorage,
  audience: SignedInAudience = 'learner',
): Promise<void> {
  const refreshToken = storage.local.getItem(TOKEN_KEYS[audience].refresh)
  deleteSession(storage, audience, true)
  if (refreshToken) await client.call(logOut, { body: { refreshToken } })
}

export function hasSession(storage: Pick<BrowserStorage, 'local'>, audience: SignedInAudience = 'learner'): boolean {
  return storage.local.getItem(TOKEN_KEYS[audience].access) !== null
}
