/** Whose portal is shown, where one browser may hold a learner's session and an admin's. Contract §7. */
import { hasSession } from '#features/accounts/session.ts'
import type { ClientEnvironment, Signed } from '#http/client.ts'

export type Audience = { as: Signed; hasBoth: boolean }

/** The one that the address asks for (`?as=learner`), else the administration, which is logged into on purpose. */
export function audienceOf(kept: Pick<ClientEnvironment, 'local'>, asked: string | null): Audience | null {
  const isAdmin = hasSession(kept, 'admin')
  const isLearner = hasSession(kept, 'learner')
  if (!isAdmin && !isLearner) return null
  const as = isAdmin && !(isLearner && asked === 'learner') ? 'admin' : 'learner'
  return { as, hasBoth: isAdmin && isLearner }
}

/** A page of the portal as this audience sees it. */
export function portalPath(path: '' | `/${string}`, { as, hasBoth }: Audience): string {
  const joint = path.includes('?') ? '&' : '?'
  return `/portal${path}${hasBoth ? `${joint}as=${as}` : ''}`
}
