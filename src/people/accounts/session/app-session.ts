/** Chooses the session of a page when one browser holds a learner's and an admin's session. See docs/contract §7. */
import { createContext } from 'react-router'
import type { ClientEnvironment, SignedInAudience } from '#http/client.ts'
import { hasSession } from './session.ts'

export type AppSession = { as: SignedInAudience; hasBoth: boolean }
/** The people who may see a page of the app: one kind, or everybody who is logged in. */
export type AppAccess = SignedInAudience | 'everyone'

/** The session of the page that loads. The app's layout sets it before the page's loader runs. */
export const appSessionContext = createContext<AppSession>()

/** The session that the URL requests (`?as=learner`), else the admin session, because admins log in on purpose. */
export function getAppSession(
  environment: Pick<ClientEnvironment, 'local'>,
  access: AppAccess,
  requestedAudience: string | null,
): AppSession | null {
  const isAdmin = hasSession(environment, 'admin')
  const isLearner = hasSession(environment, 'learner')
  const allowed = { admin: isAdmin && access !== 'learner', learner: isLearner && access !== 'admin' }
  if (!allowed.admin && !allowed.learner) return null
  const as = allowed.admin && !(allowed.learner && requestedAudience === 'learner') ? 'admin' : 'learner'
  return { as, hasBoth: isAdmin && isLearner }
}

/** An admin's session begins there only; `from` leads back. docs/contract §3. */
export const ADMIN_LOG_IN_PATH = '/login'

/** The URL of an app page for this session. */
export function portalPath(path: '' | `/${string}`, { as, hasBoth }: AppSession): string {
  const separator = path.includes('?') ? '&' : '?'
  return `/portal${path}${hasBoth ? `${separator}as=${as}` : ''}`
}
