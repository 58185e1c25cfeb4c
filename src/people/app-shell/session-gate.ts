/** The gate of all pages of the app: a page loads only with a session that may see it. */
import type { MiddlewareFunction } from 'react-router'
import type { ClientEnvironment } from '#http/client.ts'
import { appSessionContext, getAppSession } from '#people/accounts/session/app-session.ts'
import { createSignedOut } from '#people/accounts/session/page-failure.ts'
import { getAccess, type Navigation } from './navigation.ts'

/** Runs before the loaders. Without a session none of them runs, and the layout shows the log-in at the same URL. */
export function createSessionGate<Result>(
  navigation: Navigation,
  getEnvironment: () => Pick<ClientEnvironment, 'local'>,
): MiddlewareFunction<Result> {
  return ({ request, context }, next) => {
    const { pathname, searchParams } = new URL(request.url)
    const session = getAppSession(getEnvironment(), getAccess(navigation, pathname), searchParams.get('as'))
    if (!session) throw createSignedOut(null)
    context.set(appSessionContext, session)
    return next()
  }
}
