/** The input of the loaders of app pages. */
import type { RouterContextProvider } from 'react-router'
import { browserClient, type Client, type ClientEnvironment } from '#http/client.ts'
import { type AppSession, appSessionContext } from '#people/accounts/session/app-session.ts'

/** The things that the loader of an app page works with: the browser's, or a test's. */
export type AppRequest = {
  client: Client
  local: ClientEnvironment['local']
  session: AppSession
  query: URLSearchParams
  timeZone: string
}

export function createAppRequest(args: { request: Request; context: Readonly<RouterContextProvider> }): AppRequest {
  return {
    client: browserClient(),
    local: localStorage,
    session: args.context.get(appSessionContext),
    query: new URL(args.request.url).searchParams,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
  }
}
